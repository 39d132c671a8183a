package record

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
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
		games := rapid.SliceOfN(rapid.Custom(randomSelfPlay), 0, 8).Draw(r, "games")
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

// Strings take room in a block, too. A game that alone has too much of them is named.
func TestGamesWithLongStringsArePacked(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector it takes 3 GB")
	}
	games := make([]Game, 80)
	for i := range games {
		games[i] = Game{
			Size: 9, First: 1, Rules: strings.Repeat("x", 1<<20) + strconv.Itoa(i), Source: Source{"long.sgfl", i + 1},
		}
	}
	again, err := decode(encode(t, games))
	if err != nil || len(again) != 80 || again[79].Rules != games[79].Rules {
		t.Fatalf("%d games, %v", len(again), err)
	}
	var s Set
	games[2].Rules = strings.Repeat("x", maxBlock)
	for _, g := range games[:4] {
		s.Add(g)
	}
	err = EncodePacked(io.Discard, &s)
	if err == nil || err.Error() != "long.sgfl:3: a game of more than 64 MB" {
		t.Errorf("error %v", err)
	}
}

// The file was written by the program when there was no other version.
func TestPackedFilesOfVersion1AreRead(t *testing.T) {
	b, err := hex.DecodeString("74656e67656e2d67616d6573010000003200000001000000af601db70207" +
		"4368696e6573650b2f746d702f76312e736766090102020000d040000000" +
		"0000000000000101000428001802ff011402000000000100000032186d51")
	if err != nil {
		t.Fatal(err)
	}
	games, err := decode(b)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	g := games[0]
	moves := ""
	for _, m := range g.Moves {
		moves += m.Color().String()[:1] + m.Point(9).Vertex(9) + " "
	}
	if moves != "bE5 wG7 bpass wC7 " || g.Size != 9 || g.Komi != 6.5 || g.Result.String() != "W+R" || g.Mark != 0 {
		t.Errorf("%s, %+v", moves, g)
	}
}

// The file was written by the last program that kept no thoughts.
func TestPackedFilesOfVersion2AreRead(t *testing.T) {
	b, err := hex.DecodeString("74656e67656e2d67616d65730200000000000000000000002e0000000100" +
		"000070c4927102074368696e6573650676322e736766050101010000d040" +
		"00002040000000000001010004000c000d02ff0106020000000001000000" +
		"32186d51")
	if err != nil {
		t.Fatal(err)
	}
	games, err := decode(b)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if g := games[0]; len(g.Moves) != 4 || g.Size != 5 || g.Komi != 6.5 || g.Result.String() != "B+2.5" || g.Thoughts != nil {
		t.Errorf("%+v", g)
	}
}

// What a file says of itself, and the games' marks, stay through reading, subsets and
// writing; files that say the same are reported once.
func TestMarksAndProvenanceSurvive(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, about := range []string{`{"seed":1}`, `{"seed":2}`, `{"seed":1}`, ""} {
		s := &Set{About: about}
		for mark := range 3 {
			g := play(t, 9, "C3", "D4", "E5")
			g.Mark = mark
			s.Add(g)
		}
		path := filepath.Join(dir, string(rune('a'+i))+PackedExtension)
		if err := WritePacked(path, s); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for range 2 {
		set, report, err := Read(context.Background(), paths, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := "{\"seed\":1}\n{\"seed\":2}"; set.About != want || len(report.About) != 2 {
			t.Errorf("the files say %q, want %q", set.About, want)
		}
		sub := set.Subset(func(i int) bool { return i%3 == 2 })
		for i := range sub.Len() {
			if sub.Game(i).Mark != 2 {
				t.Errorf("game %d has mark %d", i, sub.Game(i).Mark)
			}
		}
		if set.Len() != 12 || sub.Len() != 4 || sub.About != set.About {
			t.Errorf("%d games, %d of them with mark 2, about %q", set.Len(), sub.Len(), sub.About)
		}
		again := filepath.Join(dir, "again"+PackedExtension)
		if err := WritePacked(again, set); err != nil {
			t.Fatal(err)
		}
		paths = []string{again}
	}
}

func TestDamagedPackedFilesAreRefused(t *testing.T) {
	s := Set{About: "made by hand"}
	g := play(t, 9, "C3", "D4", "pass")
	g.Thoughts = []Thought{{}, {Prior: 0.25}, {Value: 0.5, Visits: []Visit{{passIndex, 7}}}}
	s.Add(g)
	s.Add(play(t, 19, "Q16"))
	var buffer bytes.Buffer
	if err := EncodePacked(&buffer, &s); err != nil {
		t.Fatal(err)
	}
	b := buffer.Bytes()
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
	if err := report.Unread([]string{good, bad}); !errors.Is(err, ErrCutShort) || !strings.Contains(err.Error(), bad) {
		t.Errorf("the damaged file was named, and the error is %v", err)
	}
	if err := report.Unread([]string{good, dir}); err != nil {
		t.Errorf("only its folder was named: %v", err)
	}
}

// Packed files that were joined are refused: the games of the second one would be lost.
func TestJoinedPackedFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	one := encode(t, []Game{play(t, 9, "C3", "D4")})
	path := write(t, dir, "joined.tengen", append(one, encode(t, []Game{play(t, 9, "C4", "D4")})...))
	set, report, err := Read(t.Context(), []string{path}, Options{})
	if err != nil || set.Len() != 0 || report.FaultCount() != 1 || !errors.Is(report.Faults[0], ErrMore) {
		t.Errorf("%v, %v", report, err)
	}
}

// A block has no more strings than its games can name, so that a small compressed file takes little memory.
func TestMoreNamesThanGamesCanNameAreRefused(t *testing.T) {
	g := play(t, 9, "C3", "D4")
	var names table
	text := appendGame(nil, &g, &names)
	file := func(count int, games uint32) []byte {
		body := append(binary.AppendUvarint(nil, uint64(count)), make([]byte, count)...)
		body = append(body, text...)
		b := encode(t, nil)[:24] // the header of a file without a description
		h := blockHeader(body, int(games))
		b = append(append(b, h[:]...), body...)
		h = blockHeader(nil, int(games))
		return append(b, h[:]...)
	}
	if games, err := decode(file(2, 1)); err != nil || len(games) != 1 {
		t.Fatalf("two names: %d games, %v", len(games), err)
	}
	path := write(t, t.TempDir(), "a.tengen", file(3, 1))
	_, report, err := Read(t.Context(), []string{path}, Options{})
	if err != nil || len(report.Faults) != 1 || !errors.Is(report.Faults[0], errBadBlock) ||
		!strings.HasPrefix(report.Faults[0].Error(), path+": at byte 24: ") {
		t.Errorf("three names: %v, %v", report.Faults, err)
	}
	// What the header claims does not count, only the games that the block has room for.
	for _, games := range []uint32{1, math.MaxUint32} {
		many := file(1<<20, games)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := decode(many)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, errBadBlock) || took > 8<<20 {
			t.Errorf("a million names, %d games: %d bytes for %d, %v", games, took, len(many), err)
		}
	}
}

func TestThoughtsThatCannotBeAreRefused(t *testing.T) {
	visited := func(m Move, n uint32) []Thought { return []Thought{{Visits: []Visit{{m, n}}}} }
	for name, thoughts := range map[string][]Thought{
		"prior above 1":       {{Prior: 1.5}},
		"prior not a number":  {{Prior: float32(math.NaN())}},
		"value below −1":      {{Value: -1.5, Visits: []Visit{{3, 1}}}},
		"move off the board":  visited(81, 1),
		"the opponent's move": visited(3|whiteFlag, 1),
		"no visits":           visited(3, 0),
		"more than moves":     {{Visits: make([]Visit, 83)}},
	} {
		g := play(t, 9, "C3")
		g.Thoughts = thoughts
		var s Set
		s.Add(g)
		err := EncodePacked(io.Discard, &s)
		if err == nil || !strings.Contains(err.Error(), g.Source.String()+": the thought about move 1 has") {
			t.Errorf("%s was written: %v", name, err)
		}
		// By a program that did not look.
		var names table
		games := appendGame(nil, &g, &names)
		empty := encode(t, nil)
		b := bytes.NewBuffer(empty[:len(empty)-12])
		if err := writeBlock(b, append(names.appendTo(nil), games...), 1); err != nil {
			t.Fatal(err)
		}
		if _, err := decode(b.Bytes()); !errors.Is(err, errBadBlock) {
			t.Errorf("%s was read: %v", name, err)
		}
	}
	s, g := Set{}, play(t, 9, "C3", "D4")
	g.Thoughts = make([]Thought, 1)
	s.Add(g)
	if err := EncodePacked(io.Discard, &s); err == nil {
		t.Error("one thought about two moves was written")
	}
}

// A komi that is not a number would spoil what is computed of all games.
func TestNumbersThatCannotBeAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Game){
		"komi not a number":      func(g *Game) { g.Komi = math.NaN() },
		"komi without end":       func(g *Game) { g.Komi = math.Inf(1) },
		"komi without beginning": func(g *Game) { g.Komi = math.Inf(-1) },
		"komi above all points":  func(g *Game) { g.Komi = 361.5 },
		"margin not a number":    func(g *Game) { g.Result.Margin = float32(math.NaN()) },
		"margin without end":     func(g *Game) { g.Result.Margin = float32(math.Inf(1)) },
	} {
		g := play(t, 9, "C3", "D4")
		spoil(&g)
		b := encode(t, []Game{play(t, 9, "C3"), g})
		if _, err := decode(b); !errors.Is(err, errBadBlock) {
			t.Errorf("%s: %v", name, err)
		}
		path := write(t, t.TempDir(), "a.tengen", b)
		set, report, err := Read(t.Context(), []string{path}, Options{})
		if err != nil || set.Len() != 0 || report.Dropped[Unreadable] != 1 ||
			!strings.Contains(report.Faults[0].Error(), path+": at byte 24: ") {
			t.Errorf("%s: %d games, %v, %v", name, set.Len(), report.Faults, err)
		}
	}
	for _, komi := range []float64{-361, 361} {
		g := play(t, 9, "C3")
		g.Komi, g.Result.Margin = komi, 361
		if games, err := decode(encode(t, []Game{g})); err != nil || games[0].Komi != komi {
			t.Errorf("komi %v: %v", komi, err)
		}
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
	g.Thoughts = []Thought{{Prior: 0.5}, {}, {Value: -0.25, Visits: []Visit{{passIndex, 300}, {2, 1}}}}
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
