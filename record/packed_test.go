package record

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func encode(t failer, games []Game) []byte {
	var s Set
	for _, g := range games {
		s.Add(g)
	}
	var b bytes.Buffer
	if err := EncodePacked(&b, &s); err != nil {
		t.Fatalf("%v", err)
	}
	return b.Bytes()
}

func decode(b []byte) (games []Game, err error) {
	_, err = DecodePacked(bytes.NewReader(b), func(g Game) error {
		games = append(games, normal([]Game{g})...)
		return nil
	})
	return games, err
}

func TestPackedFilesGiveTheGamesBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(randomRecord), 0, 8).Draw(r, "games")
		again, err := decode(encode(r, games))
		if err != nil {
			r.Fatalf("%v", err)
		}
		if diff := cmp.Diff(normal(games), append([]Game{}, again...)); diff != "" {
			r.Fatalf("%s", diff)
		}
	})
}

// Several blocks: each holds about a megabyte.
func TestPackedFilesOfManyBlocks(t *testing.T) {
	long := Game{Size: 19, First: 1, Moves: make([]Move, 5000), Source: Source{"a", 1}}
	games := make([]Game, 400)
	for i := range games {
		games[i] = long
		games[i].Source.Line = i + 1
	}
	b := encode(t, games)
	if n := float64(len(b)) / (400 * 5000); n > 2.1 {
		t.Errorf("%.2f bytes a move", n)
	}
	again, err := decode(b)
	if err != nil || len(again) != 400 || again[399].Source.Line != 400 {
		t.Fatalf("%d games, %v", len(again), err)
	}
	// Without its last block the file ends between two blocks, and is still known.
	if _, err := decode(b[:len(b)-12]); !errors.Is(err, ErrCutShort) {
		t.Errorf("without the last block: %v", err)
	}
	// With a block of games missing the count gives it away.
	first := 24 + 12 + int(binary.LittleEndian.Uint32(b[24:]))
	if _, err := decode(append(append([]byte{}, b[:24]...), b[first:]...)); !errors.Is(err, ErrCutShort) {
		t.Errorf("without the first block: %v", err)
	}
}

func TestDamagedPackedFilesAreRefused(t *testing.T) {
	b := encode(t, []Game{play(t, 9, "C3", "D4", "pass"), play(t, 19, "Q16")})
	for n := range b {
		if _, err := decode(b[:n]); !errors.Is(err, ErrCutShort) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	for i := range b {
		for bit := range 8 {
			d := bytes.Clone(b)
			d[i] ^= 1 << bit
			if _, err := decode(d); err == nil {
				t.Errorf("byte %d, bit %d turned: accepted", i, bit)
			}
		}
	}
	newer := bytes.Clone(b)
	newer[len(packedMagic)] = packedVersion + 1
	if _, err := decode(newer); !errors.Is(err, ErrNewerVersion) {
		t.Errorf("newer version: %v", err)
	}
	if _, err := decode([]byte("(;GM[1]SZ[9];B[aa])")); !errors.Is(err, ErrNotPacked) {
		t.Errorf("SGF: %v", err)
	}
}

func TestNothingOfADamagedPackedFileIsUsed(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.tengen", encode(t, []Game{play(t, 9, "C3", "D4")}))
	b := encode(t, []Game{play(t, 9, "C4", "D4"), play(t, 9, "C5", "D5")})
	bad := write(t, dir, "bad.tengen", b[:len(b)-1])
	set, report, err := Read(context.Background(), []string{bad, good}, Options{})
	if err != nil || set.Len() != 1 || report.Dropped[Unreadable] != 1 || !errors.Is(report.Faults[0], ErrCutShort) {
		t.Errorf("%v, %v", report, err)
	}
}

func TestIllegalGamesOfPackedFilesAreFound(t *testing.T) {
	path := write(t, t.TempDir(), "a.tengen", encode(t, []Game{play(t, 9, "C3", "C3"), play(t, 9, "C3", "D3")}))
	set, report, err := Read(context.Background(), []string{path}, Options{})
	if err != nil || set.Len() != 1 || report.Dropped[Illegal] != 1 {
		t.Errorf("%v, %v", report, err)
	}
}

func TestWritingReplacesAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tengen")
	var one, two Set
	one.Add(play(t, 9, "C3"))
	two.Add(play(t, 9, "C3"))
	two.Add(play(t, 9, "C4"))
	for _, s := range []*Set{&one, &two} {
		if err := WritePacked(path, s); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if games, err := decode(b); err != nil || len(games) != s.Len() {
			t.Errorf("%d games, %v", len(games), err)
		}
	}
	if err := WritePacked(filepath.Join(t.TempDir(), "no", "folder", "a.tengen"), &one); err == nil {
		t.Error("written into a folder that is not there")
	}
}

// FuzzDecodePacked also turns the checksum right, so that what is behind it is
// reached.
func FuzzDecodePacked(f *testing.F) {
	f.Add([]byte{0})
	g := Game{Size: 9, First: 1, Moves: []Move{1, 2, passIndex}, Source: Source{"a", 1}}
	var s Set
	s.Add(g)
	var b bytes.Buffer
	if err := EncodePacked(&b, &s); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes()[36 : b.Len()-12])
	f.Fuzz(func(t *testing.T, body []byte) {
		file := b.Bytes()[:24:24]
		for games := range 3 {
			h := blockHeader(body, games)
			_, err := decode(append(append(file, h[:]...), body...))
			if err == nil && len(body) > 0 {
				t.Fatal("accepted without an end")
			}
		}
		_, _ = decode(body)
	})
}
