package record

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

func TestTranscriptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 19).Draw(t, "size")
		rules := rapid.SampledFrom([]board.Rules{
			board.TrompTaylor(), board.Chinese(), board.Japanese(), board.AGA(), board.NewZealand(),
		}).Draw(t, "rules")
		rules.Komi = float64(rapid.IntRange(-20, 20).Draw(t, "halves")) / 2
		g, err := board.NewGame(size, rules)
		if err != nil {
			t.Fatal(err)
		}
		if size >= 7 && rapid.Bool().Draw(t, "handicap") {
			points, err := board.FixedHandicap(size, 3)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.PlaceHandicap(points); err != nil {
				t.Fatal(err)
			}
		}
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			c := rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "color")
			p := board.Pass
			if all := sensible(g, c); len(all) > 0 && rapid.IntRange(0, 9).Draw(t, "pass") > 0 {
				p = rapid.SampledFrom(all).Draw(t, "point")
			}
			if err := g.Play(p, c); err != nil {
				t.Fatal(err)
			}
		}
		text, err := Transcript{Game: g, Black: `a]b\c:d`, White: "白", Result: "W+R"}.Tree().Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		trees, faults := sgf.Parse("x", text)
		if len(trees) != 1 || len(faults) != 0 {
			t.Fatalf("%d trees, %v in\n%s", len(trees), faults, text)
		}
		if name := trees[0].Root.Text("PB"); name != `a]b\c:d` {
			t.Fatalf("the name came back as %q", name)
		}
		back, err := ReadGame(trees[0], board.Rules{}, -1)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if back.Position().HashToMove() != g.Position().HashToMove() || back.Rules() != g.Rules() ||
			back.Handicap() != g.Handicap() || len(back.Moves()) != len(g.Moves()) || back.Score(nil) != g.Score(nil) {
			t.Fatalf("another game came back:\n%s\n%s%+v, want\n%s%+v", text, back.Position(), back.Rules(), g.Position(), g.Rules())
		}
	})
}

func TestReadGameSetup(t *testing.T) {
	read := func(text string, moves int) (*board.Game, error) {
		trees, faults := sgf.Parse("x", []byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return ReadGame(trees[0], board.Chinese(), moves)
	}
	// A stone is taken away, one changes colour, two come after the first move.
	g, err := read("(;SZ[5]AB[aa][bb]AW[cc]PL[W];W[dd];AE[aa]AB[cc][ee:ee];B[ab])", -1)
	if err != nil {
		t.Fatal(err)
	}
	const want = ". . . . .\nX X . . .\n. . X . .\n. . . O .\n. . . . X\n"
	if got := g.Position().String(); got != want {
		t.Errorf("got\n%s", got)
	}
	for moves, want := range map[int]int{0: 0, 1: 1, 2: 2, 9: 3, -1: 3} {
		g, err := read("(;SZ[5];B[aa];W[bb];B[])", moves)
		if err != nil || len(g.Moves()) != want {
			t.Errorf("%d moves asked for: %v", moves, err)
		}
	}
	for _, bad := range []string{
		"(;SZ[5];B[ff])", "(;SZ[5];B[aa];W[aa])", "(;SZ[40])", "(;SZ[9:5])", "(;SZ[5]AB[zz])",
		"(;SZ[2]AB[aa][ab][ba]AW[bb])",
	} {
		if _, err := read(bad, -1); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// sameToReadAndToLearn compares the game of ReadGame with that of FromSGF; false for a record that is none to learn from.
func sameToReadAndToLearn(t *testing.T, tree *sgf.Tree) bool {
	t.Helper()
	learned, err := FromSGF(tree.Root)
	if err != nil {
		return false
	}
	end, err := learned.Start()
	if err != nil {
		return false
	}
	if err := learned.Replay(func(_ int, pos *board.Position, m Move) bool {
		end = *pos
		end.Play(m.Point(learned.Size), m.Color())
		return true
	}); err != nil {
		return false
	}
	read, err := ReadGame(tree, board.Rules{Ko: board.SimpleKo, Suicide: true, Scoring: board.Area}, -1)
	switch {
	case err != nil:
		t.Errorf("line %d: %v", tree.Root.Line, err)
	case len(read.Moves()) != len(learned.Moves) || read.Position().Hash() != end.Hash():
		t.Errorf("line %d: read\n%safter %d moves, learned\n%safter %d", tree.Root.Line,
			read.Position(), len(read.Moves()), &end, len(learned.Moves))
	}
	return true
}

// What a record says of setup, handicap and turn, in all ways that are in use.
func TestReadGameIsTheGameToLearnFrom(t *testing.T) {
	for name, c := range map[string]struct {
		text     string
		handicap int
		toMove   board.Color
	}{
		"Fox, not set up":        {"(;SZ[19]HA[2]KM[0]RU[Chinese];W[dc];B[de];W[cd])", 2, board.Black},
		"Fox, six at the sides":  {"(;SZ[19]HA[6];W[dj];B[cc])", 6, board.White},
		"Fox, in words":          {"(;SZ[19]HA[2 stones];W[dc];B[de];W[cd])", 2, board.Black},
		"played":                 {"(;SZ[19]HA[2]KM[0];B[dd];B[pp];W[dp])", 0, board.Black},
		"set up":                 {"(;SZ[9]HA[2]AB[cc][gg]RU[Chinese]KM[0.5];W[ee];B[dd])", 2, board.White},
		"set up, a turn later":   {"(;SZ[9]HA[2]AB[cc][gg]RU[Chinese]KM[0.5];PL[W];W[ee];B[dd])", 2, board.White},
		"set up twice":           {"(;SZ[9]HA[2]KM[0]AB[cc][gg][gg];W[ee];B[dd])", 2, board.White},
		"set up, another colour": {"(;SZ[9]AB[cc][gg]AW[gg];W[ee];B[dd])", 0, board.White},
		"a turn alone":           {"(;SZ[9];B[ee];PL[W];W[dd])", 0, board.Black},
		"the other turn":         {"(;SZ[9];B[ee];PL[B];B[dd])", 0, board.White},
		"a turn by number":       {"(;SZ[9]PL[2];W[dd])", 0, board.Black},
		"no place for so many":   {"(;SZ[5]HA[4]KM[0];W[cc])", 0, board.Black}, // no game to learn from
	} {
		trees, faults := sgf.Parse(name, []byte(c.text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		compared := sameToReadAndToLearn(t, trees[0])
		if learned := name != "no place for so many"; compared != learned {
			t.Errorf("%s: compared %v", name, compared)
		}
		g, err := ReadGame(trees[0], board.Chinese(), -1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if g.Handicap() != c.handicap || g.Position().ToMove() != c.toMove {
			t.Errorf("%s: handicap %d, %v to move", name, g.Handicap(), g.Position().ToMove())
		}
		mended, _ := sgf.Parse(name, []byte(c.text))
		if put := PutHandicap(mended[0]); put != strings.HasPrefix(name, "Fox") || PutHandicap(mended[0]) {
			t.Errorf("%s: stones were set up: %v, or once more", name, put)
		}
		h, err := ReadGame(mended[0], board.Chinese(), -1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if h.Position().Hash() != g.Position().Hash() || h.Handicap() != g.Handicap() {
			t.Errorf("%s: with its handicap set up it is another game", name)
		}
	}
}

// It is White's turn at the beginning of a game in which White moves first, without PL, too.
func TestTurnOfTheStart(t *testing.T) {
	for text, want := range map[string]board.Color{
		"(;SZ[9]AB[cc]AW[gg];W[ee];B[ce])":     board.White,
		"(;SZ[9];W[ee];B[ce])":                 board.White,
		"(;SZ[9];B[ee];W[ce];AB[aa];W[bb])":    board.White, // the game that the setup begins
		"(;SZ[9]AB[cc][gg];B[ee];W[ce];B[ef])": board.Black,
	} {
		trees, _ := sgf.Parse("x", []byte(text))
		g, err := ReadGame(trees[0], board.Chinese(), -1)
		if err != nil || g.Start().ToMove() != want {
			t.Errorf("%s: %v begins (%v), want %v", text, g.Start().ToMove(), err, want)
		}
	}
}

// A size of columns and rows is read as the packed games read it.
func TestReadGameSize(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[1]SZ[19:19]KM[7.5];B[dd];W[pp])": "",
		"(;GM[1]SZ[19:13];B[dd])":              `board size "19:13": want a number from 2 to 19`,
		"(;GM[1]SZ[25];B[dd])":                 `board size "25": want a number from 2 to 19`,
	} {
		trees, _ := sgf.Parse("x", []byte(text))
		g, err := ReadGame(trees[0], board.Chinese(), -1)
		switch {
		case want == "" && (err != nil || g.Size() != 19 || len(g.Moves()) != 2):
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestReadGameKomi: servers write hundredths, and a komi that cannot be is the usual one.
func TestReadGameKomi(t *testing.T) {
	for text, want := range map[string]float64{"750": 7.5, "375": 7.5, "650": 6.5, "6,5": 6.5, "0": 0, "1e9": 5, "x": 5, "": 5} {
		trees, _ := sgf.Parse("x", []byte("(;SZ[9]KM["+text+"];B[ee])"))
		g, err := ReadGame(trees[0], board.Rules{Komi: 5}, -1)
		if err != nil {
			t.Fatalf("KM[%s]: %v", text, err)
		}
		if got := g.Rules().Komi; got != want {
			t.Errorf("KM[%s] is %v, want %v", text, got, want)
		}
	}
}

// With an illegal move the game ends before it, and the error says which it is; at the first move
// there is no such game.
func TestReadGameBreaksOff(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[5];B[aa];W[bb]\n;B[aa];W[cc])":          "line 2: move 3, black A5: occupied",
		"(;SZ[5];B[aa];W[zz])":                        "line 1: move 2, white: ",
		"(;SZ[5];B[aa];AE[aa]AB[bb];W[cc];B[bb];W[])": "line 1: move 3, black B4: occupied",
	} {
		trees, _ := sgf.Parse("x", []byte(text))
		g, err := ReadGame(trees[0], board.Chinese(), -1)
		var broken *BreakError
		if !errors.As(err, &broken) || !strings.HasPrefix(broken.Err.Error(), want) || g == nil {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	trees, _ := sgf.Parse("x", []byte("(;SZ[5];B[zz];W[aa])"))
	var broken *BreakError
	if _, err := ReadGame(trees[0], board.Chinese(), -1); err == nil || errors.As(err, &broken) {
		t.Errorf("a game without a legal move: %v", err)
	}
}

func TestTranscriptFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "game.sgf")
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1} {
		if i > 0 {
			if err := g.Play(board.XY(1, 1), board.Black); err != nil {
				t.Fatal(err)
			}
		}
		if err := (Transcript{Game: g}).WriteFile(path); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		trees, faults := sgf.Parse(path, raw)
		if len(trees) != 1 || len(faults) > 0 {
			t.Fatalf("%d games, %v in %s", len(trees), faults, raw)
		}
		if h, err := ReadGame(trees[0], g.Rules(), -1); err != nil || len(h.Moves()) != want {
			t.Errorf("saved %s, %v, want %d moves", raw, err, want)
		}
	}
	// A folder in the way cannot be replaced; nothing stays behind.
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := (Transcript{Game: g}).WriteFile(filepath.Join(dir, "folder")); err == nil {
		t.Error("a folder was replaced")
	}
	if err := (Transcript{Game: g}).WriteFile(filepath.Join(dir, "no", "such", "folder")); err == nil {
		t.Error("saved in a folder that is not there")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}

// sensible are the points where c may play without filling an eye of its own.
func sensible(g *board.Game, c board.Color) (points []board.Point) {
	pos := g.Position()
	for i := range g.Size() * g.Size() {
		if p := board.FromIndex(i, g.Size()); pos.At(p) == board.Empty && !pos.OwnEye(p, c) && g.Legal(p, c) == nil {
			points = append(points, p)
		}
	}
	return points
}

// Black stones alone are a handicap where White moves first, with HA or without.
func TestHandicapWithoutItsNumber(t *testing.T) {
	for text, want := range map[string]struct {
		handicap int
		toMove   board.Color
	}{
		"(;SZ[9]AB[cc][gg];W[ee])":       {2, board.White},
		"(;SZ[9]AB[cc][gg])":             {0, board.Black},
		"(;SZ[9]AB[cc][gg]PL[W])":        {2, board.White},
		"(;SZ[9]AB[cc][gg]PL[W];W[ee])":  {2, board.White},
		"(;SZ[9]AB[cc][gg];B[ee])":       {0, board.Black},
		"(;SZ[9]AB[cc][gg]PL[B];W[ee])":  {0, board.White},
		"(;SZ[9]AB[cc][gg]HA[0];W[ee])":  {0, board.White},
		"(;SZ[9]AB[cc];W[ee])":           {0, board.White},
		"(;SZ[9]AB[cc]AW[gg];W[ee])":     {0, board.White},
		"(;SZ[9]AB[cc:cd][gg];W[ee])":    {3, board.White},
		"(;SZ[9]HA[2]AB[cc][gg];W[ee])":  {2, board.White},
		"(;SZ[9];W[ee];B[gg])":           {0, board.White},
		"(;SZ[9]PB[A];B[ee];W[gg])":      {0, board.Black},
		"(;SZ[9]AB[cc][gg];;B[ff]W[ee])": {0, board.Black},
	} {
		trees, faults := sgf.Parse("x", []byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		g, err := ReadGame(trees[0], board.Chinese(), 0)
		if err != nil || g.Handicap() != want.handicap || g.Position().ToMove() != want.toMove {
			t.Errorf("%s: %d stones of handicap, %v to move, %v", text, g.Handicap(), g.Position().ToMove(), err)
		}
	}
	trees, _ := sgf.Parse("x", []byte("(;GM[2]SZ[8];B[ee])"))
	if _, err := ReadGame(trees[0], board.Chinese(), -1); err == nil || !strings.Contains(err.Error(), "GM[2]") {
		t.Errorf("a game of Othello: %v", err)
	}
}
