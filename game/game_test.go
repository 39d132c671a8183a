package game

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

func TestParseGame(t *testing.T) {
	for text, want := range map[string]string{
		"tictactoe":                         "tictactoe",
		"gomoku":                            "gomoku:size=8,length=5,exact=off",
		"gomoku: exact=on, size=15":         "gomoku:size=15,length=5,exact=on",
		"gomoku:size=19,length=6,exact=off": "gomoku:size=19,length=6,exact=off",
	} {
		g, err := Parse(text)
		if err != nil || g.String() != want {
			t.Errorf("%s is %v, %v, want %s", text, g, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                       "a game needs a name",
		"tictactow":              "did you mean tictactoe",
		"tictactoe:size=4":       "game tictactoe has no options, and so no size=",
		"gomoku:size=2":          "game gomoku: size=2 is not a whole number from 3 to 19",
		"gomoku:size=4":          "length=5, the default, does not fit size=4: give length=2 to 4, too",
		"gomoku:exact=yes":       "game gomoku: exact=yes: want on, off",
		"gomoku:size=5,length=6": "6 in a row on a 5×5 gomoku board",
	} {
		var bad *options.Error
		if _, err := Parse(text); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// play plays vertices in a small game; the sides alternate.
func play(t *testing.T, text string, vertices ...string) Game {
	t.Helper()
	rules, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vertices {
		p, err := board.ParseVertex(v, g.Size())
		if err == nil {
			err = g.Play(p, g.ToMove())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestPointsHaveTheNamesOfGo(t *testing.T) {
	wide := play(t, "gomoku:size=15")
	for cell, want := range map[search.Move]string{0: "A15", 14: "P15", 15*14 + 8: "J1"} {
		p := wide.Rules().Point(cell)
		if got := wide.MoveName(board.Move{Point: p, Color: board.White}); got != want || wide.Rules().Move(p) != cell {
			t.Errorf("cell %d is %s, %d, want %s", cell, got, wide.Rules().Move(p), want)
		}
	}
	const drawn = `    A B C
  3 X . .
  2 . O .
  1 . . X
`
	if got := Draw(play(t, "tictactoe", "A3", "B2", "C1")); got != drawn {
		t.Errorf("drawn as\n%swant\n%s", got, drawn)
	}
}

func TestMovesThatMayNotBePlayed(t *testing.T) {
	g := play(t, "tictactoe", "B2")
	before := Draw(g)
	for name, c := range map[string]struct {
		p     board.Point
		color board.Color
		want  string
	}{
		"a pass":           {board.Pass, board.White, "no passing"},
		"taken":            {board.XY(1, 1), board.White, "B2 is not a legal move: occupied"},
		"off the board":    {board.XY(3, 0), board.White, "off the board"},
		"the other's turn": {board.XY(0, 0), board.Black, "the turn of O"},
	} {
		if err := g.Play(c.p, c.color); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if Draw(g) != before || len(g.Moves()) != 1 {
		t.Errorf("a refused move changed the game to\n%s", Draw(g))
	}
	over := play(t, "tictactoe", "A1", "B1", "A2", "B2", "A3")
	if err := over.Play(board.XY(2, 0), board.White); !errors.Is(err, board.ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
}

func TestOutcomesOfSmallGames(t *testing.T) {
	for _, c := range []struct {
		moves  string
		result string
		end    string
		winner board.Color
	}{
		{"A1 B1 A2 B2 A3", "X+row", EndRow, board.Black},
		{"A1 B1 A2 B2 C3 B3", "O+row", EndRow, board.White},
		{"A1 B1 C1 A2 C2 B2 B3 C3 A3", "0", EndFull, board.Empty},
	} {
		g := play(t, "tictactoe", strings.Fields(c.moves)...)
		if o := g.Outcome(); !g.Over() || o.Result != c.result || o.End != c.end || o.Winner != c.winner {
			t.Errorf("%s: over %v, %+v, want %s", c.moves, g.Over(), o, c.result)
		}
	}
}

// A game goes back to where it was, and a clone goes its own way.
func TestUndoAndClone(t *testing.T) {
	g := play(t, "gomoku:size=5,length=4", "C3", "D4", "C4")
	two := play(t, "gomoku:size=5,length=4", "C3", "D4")
	clone := g.Clone()
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	if g.State(g.ToMove()).Hash() != two.State(two.ToMove()).Hash() || len(g.Moves()) != 2 || len(clone.Moves()) != 3 {
		t.Errorf("after an undo\n%sthe clone\n%s", Draw(g), Draw(clone))
	}
	empty := play(t, "tictactoe")
	if err := empty.Undo(); !errors.Is(err, board.ErrNoUndo) {
		t.Errorf("undo of nothing: %v", err)
	}
}

const wantText = `game     tictactoe
X        first
O        second
result   X+row
opening  the first 2 moves are random
moves    A3 B3 C3 A2 B2 C2 A1

    A B C
  3 X O X
  2 O X O
  1 X . .
`

func TestTextOfASmallGame(t *testing.T) {
	g := play(t, "tictactoe", "A3", "B3", "C3", "A2", "B2", "C2", "A1")
	text, extension, err := g.Text(Record{Game: g, Black: "first", White: "second", Result: g.Outcome().Result, Opening: 2})
	if err != nil || text != wantText || extension != ".txt" {
		t.Errorf("%s, %v:\n%s", extension, err, text)
	}
}

// Openings end no game, and stay away from the edge in Go.
func TestOpenings(t *testing.T) {
	g := play(t, "tictactoe", "A1", "B1", "A2", "B2")
	for _, p := range g.Openings(nil) {
		if v := p.Vertex(3); v == "A3" {
			t.Errorf("%s ends the game", v)
		}
	}
	if n := len(g.Openings(nil)); n != 4 {
		t.Errorf("%d openings, want 4 of 5 free points", n)
	}
	rules := Go{Board: 5, Rules: board.Chinese()}
	of, err := rules.New()
	if err != nil {
		t.Fatal(err)
	}
	if got := of.Openings(nil); len(got) != 9 {
		t.Errorf("%d openings on 5×5, want the 9 inside", len(got))
	}
	if got := of.Candidates(nil, board.Black); len(got) != 25 {
		t.Errorf("%d candidates on 5×5", len(got))
	}
}

// A state is played on without the game.
func TestStatesAreCopies(t *testing.T) {
	for _, rules := range []Rules{Go{Board: 5, Rules: board.Chinese()}, play(t, "tictactoe").Rules()} {
		g, err := rules.New()
		if err != nil {
			t.Fatal(err)
		}
		s := g.State(g.ToMove())
		s.Play(s.Moves(nil)[0])
		if len(g.Moves()) != 0 || g.State(g.ToMove()).Hash() == s.Hash() || s.Player() != 1 {
			t.Errorf("%s: the state is the game's own", rules)
		}
	}
}

// Two passes end no superko, and take away no handicap: the state of the cleanup that follows has the moves that the
// game allows, and counts as it does.
func TestCleanupGoesOnWithTheGame(t *testing.T) {
	pos, err := board.Parse(`
		. . . . .
		. X O . .
		X O . O .
		. X O . .
		. . . . .
	`)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGameFrom(pos, board.TrompTaylor())
	if err != nil {
		t.Fatal(err)
	}
	take, retake := board.XY(2, 2), board.XY(1, 2)
	playAll(t, g, board.Move{Point: take, Color: board.Black}, board.Move{Point: board.Pass, Color: board.White},
		board.Move{Point: board.Pass, Color: board.Black})
	if err := g.Legal(retake, board.White); !errors.Is(err, board.ErrSuperko) {
		t.Fatalf("taking the ko back: %v, want %v", err, board.ErrSuperko)
	}
	state := Of(g).State(board.White)
	moves := state.Moves(nil)
	if len(moves) < 10 || slices.Contains(moves, search.Move(retake)) {
		t.Errorf("White may play %v; %d would repeat the position", moves, retake)
	}
	for _, m := range moves {
		if err := g.Legal(board.Point(m), board.White); err != nil {
			t.Errorf("the state has a move that the game refuses: %v", err)
		}
	}

	rules := board.Chinese()
	rules.Bonus, rules.Komi = board.BonusN, 0.5
	h, err := board.NewGame(9, rules)
	if err != nil {
		t.Fatal(err)
	}
	points, err := board.FixedHandicap(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.PlaceHandicap(points); err != nil {
		t.Fatal(err)
	}
	before := goState(h, board.White).Margin()
	playAll(t, h, board.Move{Point: board.Pass, Color: board.White}, board.Move{Point: board.Pass, Color: board.Black})
	if after := goState(h, board.White).Margin(); before != 4.5 || after != before {
		t.Errorf("White is given %v points in the cleanup and %v before, want 4.5", after, before)
	}
}

// What was read of one start is no help at another one, and prisoners are points under territory scoring.
func TestStartsDifferByPrisoners(t *testing.T) {
	start := func(rules board.Rules, vertices string) any {
		g, err := board.NewGame(5, rules)
		if err != nil {
			t.Fatal(err)
		}
		for v := range strings.FieldsSeq(vertices) {
			p, err := board.ParseVertex(v, 5)
			if err != nil {
				t.Fatal(err)
			}
			playAll(t, g, board.Move{Point: p, Color: g.Position().ToMove()})
		}
		g.Forget()
		return Of(g).Start()
	}
	const captured, never = "B1 A1 A2 pass", "B1 pass A2 pass"
	if start(board.Japanese(), captured) == start(board.Japanese(), never) {
		t.Error("a prisoner makes no difference under territory scoring")
	}
	if start(board.Chinese(), captured) != start(board.Chinese(), never) {
		t.Error("a prisoner makes a difference under area scoring")
	}
}

func playAll(t *testing.T, g *board.Game, moves ...board.Move) {
	t.Helper()
	for _, m := range moves {
		if err := g.Play(m.Point, m.Color); err != nil {
			t.Fatal(err)
		}
	}
}
