package record

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/tengen-go/tengen/sgf"
	"pgregory.net/rapid"
)

// compareReaders reads the game that text begins with by the fast scan and, if
// that accepts it, by the tree: both must come to the same game, the same error
// and the same length.
func compareReaders(t interface {
	Helper()
	Fatalf(string, ...any)
}, text []byte,
) (accepted bool) {
	t.Helper()
	var b builder
	b.reset()
	n, ok := b.fast(text)
	if !ok {
		return false
	}
	fast, fastErr := b.game()
	s := sgf.NewScanner("t", text)
	tree, err := s.Next()
	if err != nil {
		t.Fatalf("%q: the fast scan reads what the tree does not: %v", text, err)
	}
	slow, slowErr := FromSGF(tree.Root)
	if (fastErr == nil) != (slowErr == nil) || fastErr != nil && fastErr.Error() != slowErr.Error() {
		t.Fatalf("%q: fast %v, tree %v", text, fastErr, slowErr)
	}
	if diff := cmp.Diff(slow, fast, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%q: tree −, fast +\n%s", text, diff)
	}
	// What the scan leaves over must be what the tree leaves over.
	rest := sgf.NewScanner("t", text[n:])
	for {
		a, errA := s.Next()
		b, errB := rest.Next()
		if errors.Is(errA, io.EOF) || errors.Is(errB, io.EOF) {
			// Text without a game is a fault only in a file that has none.
			return true
		}
		if (errA == nil) != (errB == nil) {
			return true // brackets between games count as a fault only behind the first
		}
		if errA == nil && len(a.MainLine()) != len(b.MainLine()) {
			t.Fatalf("%q: behind byte %d the readers part", text, n)
		}
	}
}

var pieces = []string{
	"(", ")", ";", ";B[pd]", ";W[dp]", ";B[]", ";W[tt]", ";B[aa]C[x]", ";W[ zz]", "B[cc]", "AB[aa:cc]", "AB[dd][ee]",
	"AW[pp]", "AE[dd]", "PL[W]", "SZ[9]", "SZ[19]", "SZ[13:13]", "HA[2]", "KM[6.5]", "KM[375]", "RE[B+R]", "RE[W+3.5]",
	"BR[9段]", "WR[3k]", "DT[2016-03-09]", "RU[Chinese]", "C[a\\]b]", "C[(;GM[1]", "GM[1]", "FF[4]", "Black[dd]", " ", "\n", "]", "[", "\\", "b[aa]",
	"XX[1][2]", ";B[pd][dd]", "GM[2]", "C[", ";;", "()",
}

func TestTheFastScanReadsAsTheTree(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(r *rapid.T) {
		var text []byte
		text = append(text, "(;"...)
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(r, "pieces") {
			text = append(text, p...)
		}
		text = append(text, rapid.SampledFrom([]string{")", "))", ")(;GM[1];B[aa])", ""}).Draw(r, "end")...)
		if compareReaders(r, text) {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("the fast scan never accepted a text: nothing was compared")
	}
}

// Trees that are written by our own writer are plain, so the fast scan must take
// them, and give back the game that went in.
func TestGamesGoThroughSGFUnchanged(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := anyGame(r)
		text, err := ToSGF(g).Append(nil)
		if err != nil {
			r.Fatal(err)
		}
		if !compareReaders(r, text) {
			r.Fatalf("the fast scan refuses %q", text)
		}
		trees, faults := sgf.Parse("t", text)
		if len(trees) != 1 || len(faults) > 0 {
			r.Fatalf("%q: %v", text, faults)
		}
		back, err := FromSGF(trees[0].Root)
		if err != nil {
			r.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(g, back, cmpopts.EquateEmpty()); diff != "" {
			r.Fatalf("%q\n%s", text, diff)
		}
	})
}

// anyGame draws a game as ToSGF can say it: it need not be legal.
func anyGame(r *rapid.T) Game {
	size := rapid.SampledFrom([]int{2, 5, 9, 13, 19}).Draw(r, "size")
	point := rapid.IntRange(0, size*size-1)
	g := Game{
		Size:      size,
		Komi:      float64(rapid.IntRange(-20, 20).Draw(r, "komi")) / 2,
		BlackRank: rapid.SampledFrom([]Rank{0, Kyu(12), Kyu(1), Dan(1), Dan(9), Pro(9), Elo(2878)}).Draw(r, "black"),
		WhiteRank: rapid.SampledFrom([]Rank{0, Kyu(30), Dan(4), Pro(1), Elo(150)}).Draw(r, "white"),
		Date:      rapid.SampledFrom([]Date{0, NewDate(1965, 0, 0), NewDate(2016, 3, 0), NewDate(2016, 3, 9)}).Draw(r, "date"),
		Rules:     rapid.SampledFrom([]string{"", "Chinese", "a]b\\c", "日本"}).Draw(r, "rules"),
		Result: rapid.SampledFrom([]Result{
			{}, {Winner: 1, Ending: Score, Margin: 3.5}, {Winner: 2, Ending: Resign}, {Winner: 1, Ending: Time},
			{Winner: 2, Ending: Forfeit}, {Winner: 1, Ending: Win}, {Ending: Drawn}, {Ending: NoResult},
		}).Draw(r, "result"),
	}
	setup := rapid.SliceOfNDistinct(point, 0, 4, rapid.ID[int]).Draw(r, "setup")
	slices.Sort(setup)
	whites := 0
	for i, p := range setup {
		m := Move(p)
		if i%2 == 1 {
			m |= whiteFlag
			whites++
		}
		g.Setup = append(g.Setup, m)
	}
	if whites == 0 && len(setup) >= 2 {
		g.Handicap = len(setup)
	}
	for range rapid.IntRange(0, 12).Draw(r, "moves") {
		m := Move(point.Draw(r, "point"))
		if rapid.IntRange(0, 9).Draw(r, "pass") == 0 {
			m = passIndex
		}
		if rapid.Bool().Draw(r, "white") {
			m |= whiteFlag
		}
		g.Moves = append(g.Moves, m)
	}
	g.First = 1
	if len(g.Moves) > 0 {
		g.First = g.Moves[0].Color()
	}
	return g
}

func FuzzBothReaders(f *testing.F) {
	f.Add([]byte("(;GM[1]SZ[9]AB[aa:cc]PL[W];W[dd](;B[ee])(;B[ff]))"))
	f.Add([]byte("(;SZ[19]RE[B+R]BR[9d];B[pd];W[tt];B[])(;GM[1])"))
	f.Add([]byte("(;C[a\\]b(;GM[1];B[dd]C[(;SZ[9])"))
	f.Fuzz(func(t *testing.T, text []byte) { compareReaders(t, text) })
}

// Whatever the bytes, a packed file is read or refused; what is read is written
// and read again to the same.
func FuzzPackedBytes(f *testing.F) {
	var set Set
	set.Add(Game{Size: 9, First: 1, Komi: 7, Moves: []Move{40, 41 | whiteFlag, passIndex}, Rules: "Chinese", Source: Source{"a.sgf", 3}})
	var b bytes.Buffer
	if err := EncodePacked(&b, &set); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		var set Set
		if DecodePacked(bytes.NewReader(data), func(g Game) error { set.Add(g); return nil }) != nil {
			return
		}
		var again bytes.Buffer
		if err := EncodePacked(&again, &set); err != nil {
			t.Fatal(err)
		}
		n := 0
		if err := DecodePacked(&again, func(g Game) error { n++; return nil }); err != nil || n != set.Len() {
			t.Fatalf("%d games of %d, %v", n, set.Len(), err)
		}
	})
}

// Every byte of a packed file is covered by a checksum: none can change, and no
// end can be missing, without notice.
func TestNoDamageToAPackedFileGoesUnnoticed(t *testing.T) {
	var set Set
	for i := range 3 {
		set.Add(Game{Size: 9, First: 1, Moves: []Move{Move(i), 41 | whiteFlag}, Source: Source{"a.sgf", i + 1}})
	}
	var b bytes.Buffer
	if err := EncodePacked(&b, &set); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	count := func(data []byte) (n int, err error) {
		err = DecodePacked(bytes.NewReader(data), func(Game) error { n++; return nil })
		return n, err
	}
	if n, err := count(whole); n != 3 || err != nil {
		t.Fatalf("%d games, %v", n, err)
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		if _, err := count(damaged); err == nil {
			t.Errorf("byte %d changed, and nobody noticed", i)
		}
		if _, err := count(whole[:i]); err == nil {
			t.Errorf("cut to %d bytes, and nobody noticed", i)
		}
	}
}

// What a parser makes of any text is written as text that it reads the same way.
func FuzzRecordTexts(f *testing.F) {
	for _, s := range []string{"9段", "P3段", "12k?", "2878", "B+R", "W+12.5", "b+resign", "0", "2016-03-09,10", "2016/3/9", "Void", "9 dan", "十段"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r := ParseRank(s); ParseRank(r.String()) != r {
			t.Errorf("rank %q is %v (%d), which reads as %d", s, r, r, ParseRank(r.String()))
		}
		if r := ParseResult(s); ParseResult(r.String()) != r {
			t.Errorf("result %q is %+v, written %q", s, r, r)
		}
		if d := ParseDate(s); ParseDate(d.String()) != d {
			t.Errorf("date %q is %d, written %q", s, d, d)
		}
	})
}
