package record

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// viaTree reads one game by way of its tree.
func viaTree(t testing.TB, text string) (Game, error) {
	t.Helper()
	trees, faults := sgf.Parse("t.sgf", []byte(text))
	if len(faults) > 0 || len(trees) != 1 {
		t.Fatalf("%q: %d trees, %v", text, len(trees), faults)
	}
	return FromSGF(trees[0].Root)
}

// vertices lists moves for people: "B D4".
func vertices(ms []Move, size int) string {
	var s []string
	for _, m := range ms {
		s = append(s, fmt.Sprintf("%.1s %s", m.Color(), m.Point(size).Vertex(size)))
	}
	return strings.ToUpper(strings.Join(s, ", "))
}

func TestThoughtsAreCommentsInSGF(t *testing.T) {
	g := play(t, 9, "C3", "D4", "pass")
	g.Thoughts = []Thought{
		{Prior: 0.25},
		{Prior: 0.5, Value: -0.125, Visits: []Visit{{NewMove(board.White, board.Pass, 9), 30}, {g.Moves[1], 2}}},
		{},
	}
	var got []string
	for _, n := range ToSGF(g).MainLine()[1:] {
		got = append(got, n.Text("C"))
	}
	want := []string{"prior 0.2500", "value -0.125, prior 0.5000, visits pass 30, D4 2", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFromSGFReadsTheWholeRecord(t *testing.T) {
	g, err := viaTree(t, `(;GM[1]FF[4]SZ[19]KM[6.5]HA[2]RU[Japanese]RE[W+2.5]BR[3d]WR[9p]DT[2016-03-09,10]
AB[dp][pd]PL[W];W[dd](;B[pp]C[main];W[tt];B[])(;B[qq];W[cc]))`)
	if err != nil {
		t.Fatal(err)
	}
	if m, s := vertices(g.Moves, 19), vertices(g.Setup, 19); m != "W D16, B Q4, W PASS, B PASS" || s != "B Q16, B D4" {
		t.Errorf("moves %s, setup %s", m, s)
	}
	g.Moves, g.Setup = nil, nil
	want := Game{
		Size: 19, Komi: 6.5, Handicap: 2, First: board.White, Rules: "Japanese",
		Result: Result{board.White, Score, 2.5}, BlackRank: Dan(3), WhiteRank: Pro(9), Date: NewDate(2016, 3, 9),
	}
	if diff := cmp.Diff(want, g); diff != "" {
		t.Error(diff)
	}
}

func TestSetupLists(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[5]AB[aa:bb]AW[ee])":             "B A5, B B5, B A4, B B4, W E1",
		"(;SZ[5]AB[bb:aa]AE[aa];AW[bb])":      "B B5, B A4, W B4", // AE takes away, the later stone counts
		"(;SZ[5]AB[]AW[cc])":                  "W C3",
		"(;AB[aa]SZ[5])":                      "B A5", // the size may come later
		"(;SZ[9]AB[cc,gg , ee:ff]AW[aa][bb])": "W A9, W B8, B C7, B E5, B F5, B E4, B F4, B G3",
		"(;SZ[5]AB[A1:B2,d4]AW[E5])":          "W E5, B D4, B A2, B B2, B A1, B B1", // as people write points
		"(;SZ[9]HA[4];W[ee])":                 "B C7, B G7, B C3, B G3",
		"(;SZ[19]HA[6];W[dj])":                "B D16, B K16, B Q16, B D4, B K4, B Q4", // Fox, 2014
		"(;SZ[19]HA[6];W[jd])":                "B D16, B Q16, B D10, B Q10, B D4, B Q4",
		"(;SZ[9]HA[2];B[cc];B[gg];W[ee])":     "", // free handicap, played
		"(;SZ[9]HA[1];B[cc])":                 "",
		"(;SZ[9]HA[2]AB[cc][gg][ee];W[aa])":   "B C7, B E5, B G3",
	} {
		g, err := viaTree(t, text)
		if got := vertices(g.Setup, g.Size); err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", text, got, err, want)
		}
	}
	g, err := viaTree(t, "(;SZ[9]AB[cc][gg][ee];W[aa])")
	if err != nil || g.Handicap != 3 || g.First != board.White {
		t.Errorf("three black stones: handicap %d, %v first, %v", g.Handicap, g.First, err)
	}
}

func TestWhatIsNoGameSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[2];B[aa])":             "not a game of Go: GM[2]",
		"(;SZ[25])":                  `board size "25": want a number from 2 to 19`,
		"(;SZ[19:13])":               `board size "19:13": want a number from 2 to 19`,
		"(;SZ[x])":                   `board size "x": want a number from 2 to 19`,
		"(;SZ[9];B[jj])":             `move 1: point "jj" is off the 9×9 board`,
		"(;SZ[9];B[aa];W[a])":        `move 2: "a" is no point: want two letters`,
		"(;SZ[9];B[aa][bb])":         "move 1: two points in one move",
		"(;SZ[9];B[aa];AB[bb])":      "stones are set up after move 1: only the move before is kept, without the result",
		"(;SZ[9]AB[ja])":             `setup: point "ja" is off the 9×9 board`,
		"(;SZ[9]AB[a:bb])":           `setup: "a" is no point: want two letters`,
		"(;SZ[5]HA[3];W[aa])":        "no stones are set up: no fixed handicap on 5×5: want a board of 7×7 or more",
		"(;SZ[9]AB[aa]HA[99];B[bb])": "",
		"(;GaMe[Go]SiZe[9];Black[ee];White[dd]Comment[x])": "",
		"(;SZ[9];B[ee];W[tt];B[\n])":                       "",
		"(;SZ[ 9 ]KM[6,5];B[ ee ])":                        "",
		"(;SZ[9:9];B[ee](;W[zz]))":                         `move 2: point "zz" is off the 9×9 board`,
		"(;SZ[9];B[ee](;W[aa])(;zz))":                      "syntax",
	} {
		if want == "syntax" {
			if _, faults := sgf.Parse("t", []byte(text)); len(faults) == 0 {
				t.Errorf("%s: no syntax error", text)
			}
			continue
		}
		_, err := viaTree(t, text)
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Moves as people write them are those of two letters, whether the size comes before or after.
func TestMovesAsPeopleWriteThem(t *testing.T) {
	want, err := viaTree(t, "(;SZ[19];B[qd];W[dp];B[cd];W[];B[aa];W[sa];B[jj])")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"(;SZ[19];B[R16];W[D4];B[C16];W[Pass];B[A19];W[T19];B[K10])",
		"(;B[r16];W[d4];B[c16];W[PASS];B[a19];W[t19];B[ k10 ]SZ[19])",
	} {
		got, err := viaTree(t, text)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want.Moves, got.Moves); d != "" {
			t.Errorf("%s: %s", text, d)
		}
		agree(t, []byte(text))
	}
	for text, reason := range map[string]string{
		"(;SZ[9];B[K1])": `off the 9×9 board`, "(;SZ[9];B[A10])": "off the 9×9 board", "(;SZ[9];B[I5])": "no point", "(;B[A0])": "no point",
		"(;SZ[9]AB[K1])": "off the 9×9 board", "(;SZ[9]AB[A10])": "off the 9×9 board", "(;SZ[9]AB[aa:C3])": "two ways", "(;SZ[9]AB[pass])": "no point",
	} {
		if _, err := viaTree(t, text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: error %v, want one with %q", text, err, reason)
		}
	}
}

func TestKomi(t *testing.T) {
	for in, want := range map[string]float64{
		"6.5": 6.5, "6,5": 6.5, "375": 7.5, "650": 6.5, "750": 7.5, "-275": -5.5, "3.75": 3.75,
		"0": 0, "-5.5": -5.5, "": 0, "x": 0, "NaN": 0, "1e9": 0, "+Inf": 0,
	} {
		ok := want != 0 || in == "0"
		if got := parseKomi(in); got.komi != want || got.ok != ok {
			t.Errorf("KM[%s] is %v, want %v, %v", in, got, want, ok)
		}
	}
}

// A record without a komi is no record of komi 0, in packed files neither. These have no place of their own for that.
func TestNoKomi(t *testing.T) {
	for text, want := range map[string]bool{
		"(;SZ[5];B[cc])": true, "(;SZ[5]KM[?];B[cc])": true, "(;SZ[5]KM[0];B[cc])": false, "(;SZ[5]KM[-0];B[cc])": false,
		"(;SZ[5]KM[6.5];B[cc])": false,
	} {
		g, err := viaTree(t, text)
		if err != nil || g.NoKomi != want {
			t.Errorf("%s: without komi %v, %v", text, g.NoKomi, err)
		}
		games, err := decode(encode(t, []Game{g}))
		if err != nil || games[0].NoKomi != want || games[0].Komi != g.Komi || math.Signbit(games[0].Komi) {
			t.Errorf("%s, packed: %v, %v", text, games, err)
		}
		if has := ToSGF(games[0]).Root.Text("KM") != ""; has == want {
			t.Errorf("%s written again has a komi: %v", text, has)
		}
	}
}

func TestToSGFAndBackIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := randomRecord(r)
		g.Source = Source{}
		if g.Handicap > 0 && len(g.Moves) > 0 {
			// Handicap stones must be on the board.
			g.Handicap = 2
			g.Setup = []Move{0, Move(g.Size*g.Size - 1)}
		} else {
			g.Handicap = 0
		}
		if len(g.Moves) > 0 {
			g.First = g.Moves[0].Color()
		}
		text, err := ToSGF(g).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := viaTree(t, string(text))
		if err != nil {
			r.Fatalf("%v: %s", err, text)
		}
		if diff := cmp.Diff(normal([]Game{g}), normal([]Game{again})); diff != "" {
			r.Fatalf("%s\n%s", diff, text)
		}
	})
}

// failer is what a test and a rapid property have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// agree holds the fast scan against the tree: what the scan accepts, the tree
// reads to the same game or the same complaint, and it is one game of that length.
func agree(t failer, text []byte) (accepted bool) {
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
		t.Fatalf("%q: the fast scan reads what the tree refuses: %v", text, err)
	}
	slow, slowErr := FromSGF(tree.Root)
	if fmt.Sprint(fastErr) != fmt.Sprint(slowErr) {
		t.Fatalf("%q: fast %v, tree %v", text, fastErr, slowErr)
	}
	if diff := cmp.Diff(normal([]Game{slow}), normal([]Game{fast})); fastErr == nil && diff != "" {
		t.Fatalf("%q: %s", text, diff)
	}
	// The length is that of the same game: alone it is whole, a byte less is broken.
	alone := sgf.NewScanner("t", text[:n])
	if _, err := alone.Next(); err != nil {
		t.Fatalf("%q: the first %d bytes: %v", text, n, err)
	}
	if _, err := alone.Next(); err != io.EOF {
		t.Fatalf("%q: the first %d bytes hold more than a game: %v", text, n, err)
	}
	short := sgf.NewScanner("t", text[:n-1])
	if tree, _ := short.Next(); tree != nil && short.Mended() == nil {
		t.Fatalf("%q: a game ends before byte %d", text, n)
	}
	return true
}

// pieces are what the random texts are made of.
var pieces = []string{
	";B[aa]", ";W[bb]", ";B[]", ";W[tt]", ";B[ee]", "(", ")", ";", "(;", "C[x]", "C[a\\]b]", "AB[aa][cc:dd]", "AE[aa]", "SZ[9]", "SZ[5:5]", "HA[2]",
	"RE[W+R]", "BR[3d]", "KM[6.5]", "GM[1]", "Black[aa]", "B[ab][cd]", "PL[W]", " ", "\n", "[", "]", "\\", "x", "LONG[v]", "RU[Japa\\\nnese]", "DT[2016-03]",
}

func TestFastScanAgreesWithTheTree(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(r *rapid.T) {
		var text strings.Builder
		text.WriteString("(;")
		for range rapid.IntRange(0, 12).Draw(r, "pieces") {
			text.WriteString(rapid.SampledFrom(pieces).Draw(r, "piece"))
		}
		text.WriteString(")")
		if agree(r, []byte(text.String())) {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("the fast scan accepted nothing: nothing was compared")
	}
}

func TestFastScanReadsRealText(t *testing.T) {
	for _, text := range []string{
		"(;GM[1]FF[4]SZ[9]KM[7]RE[B+R];B[ed];W[ef];B[ce])",
		"(;GM[1]AB[dd][dp]\n;W[pp]C[hm \\] yes]BL[12.3]\n;B[dd])",
		"(;GM[1];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))",
		"(;GM[1];B[aa];W[bb])(;GM[1];B[cc])",
	} {
		if !agree(t, []byte(text)) {
			t.Errorf("the fast scan gives up on %q", text)
		}
	}
}

func FuzzFast(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte("(;" + p + ";B[dd])"))
	}
	f.Add([]byte("(;GM[1](;B[aa]C[\\]])(;W[tt]))"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, _, err := sgf.Decode(raw, "")
		if err != nil {
			t.Fatal(err)
		}
		agree(t, text)
	})
}

func TestResults(t *testing.T) {
	b, w := board.Black, board.White
	for in, want := range map[string]Result{
		"B+R": {b, Resign, 0}, "W+Resign": {w, Resign, 0}, "b+res": {b, Resign, 0}, "W+2.5": {w, Score, 2.5}, "B+0.25": {b, Score, 0.25},
		"W+21.50": {w, Score, 21.5}, "W+T": {w, Time, 0}, "B+Time": {b, Time, 0}, "B+F": {b, Forfeit, 0}, "B+": {b, Win, 0}, "W+0.0": {w, Win, 0},
		"0": {0, Drawn, 0}, "Draw": {0, Drawn, 0}, "Void": {0, NoResult, 0}, "?": {}, "": {}, "B": {}, "X+3": {}, "B+NaN": {b, Win, 0}, "White+5,5": {w, Score, 5.5},
		"W+3.5 (moves 200)": {w, Score, 3.5},
	} {
		got := ParseResult(in)
		if got != want {
			t.Errorf("%q is %+v, want %+v", in, got, want)
		}
		if again := ParseResult(got.String()); again != got {
			t.Errorf("%q is written %q and read as %+v", in, got.String(), again)
		}
		if got.Decided() != (want.Winner != 0) {
			t.Errorf("%q decided: %v", in, got.Decided())
		}
	}
}

func TestRanks(t *testing.T) {
	for in, want := range map[string]Rank{
		"6d": Dan(6), "12k": Kyu(12), "5d?": Dan(5), "7d*": Dan(7), "9p": Pro(9), "P9段": Pro(9), "9段": Dan(9), "7级": Kyu(7), "九段": Dan(9),
		"3 dan": Dan(3), "1 kyu": Kyu(1), "9 dan pro": Pro(9), "2878": Elo(2878), "45k": Kyu(30), "": 0, "?": 0, "0k": 0, "12d": 0, "x": 0, "17": 0, "pro": 0,
	} {
		if got := ParseRank(in); got != want {
			t.Errorf("%q is %d, want %d", in, got, want)
		}
	}
	order := []Rank{Kyu(30), Kyu(2), Kyu(1), Dan(1), Dan(9), Pro(1), Pro(9)}
	if !slices.IsSorted(order) {
		t.Error("ranks are out of order", order)
	}
	for _, r := range append(order, Elo(2000)) {
		if ParseRank(r.String()) != r {
			t.Errorf("%d is written %q", r, r)
		}
		if !r.AtLeast(r) || Rank(0).AtLeast(r) {
			t.Errorf("%v at least itself", r)
		}
	}
	if Elo(3000).AtLeast(Dan(1)) || Pro(9).AtLeast(Elo(100)) || !Elo(2100).AtLeast(Elo(2000)) ||
		Elo(1900).AtLeast(Elo(2000)) || !Pro(1).AtLeast(Dan(9)) {
		t.Error("AtLeast")
	}
}

func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"2016-03-09": "2016-03-09", "2016-03-09,10": "2016-03-09", "2016-3-9": "2016-03-09", "2016/03/09": "2016-03-09", "2016.03": "2016-03",
		"1965": "1965", "on 1988-11-01": "1988-11-01", "2016-13-01": "2016", "": "", "yesterday": "", "12345": "", "99-01-01": "", "2016-03-99": "2016-03",
	} {
		if got := ParseDate(in).String(); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	if NewDate(2016, 0, 0).last() != NewDate(2016, 12, 31) || NewDate(2016, 2, 0).last() != NewDate(2016, 2, 31) {
		t.Error("last day")
	}
}
