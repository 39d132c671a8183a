package ownership

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// drawn is a game that starts from a drawn board, Black to move.
func drawn(t *testing.T, rules board.Rules, diagram string) *board.Game {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGameFrom(pos, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func at(t *testing.T, g *board.Game, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, g.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// divided has Black in the left half, White in the right, and in each half a
// stone that cannot live.
const divided = `
	. . . X O . . . .
	. . . X O . . . .
	X X . X O . O O O
	. X X X O O . . .
	. . O X O . X . .
	. X . X O . . O .
	X . X X O O O . .
	. X . X O . . O .
	. . . X O . . . .
`

func TestDeadStones(t *testing.T) {
	g := drawn(t, board.Chinese(), divided)
	o := Estimate(g, Playouts, 1)
	got := o.DeadStones(g.Position())
	if want := []board.Point{at(t, g, "C5"), at(t, g, "G5")}; !reflect.DeepEqual(got, want) {
		t.Errorf("dead stones %s, want C5 and G5", vertexList(got, g.Size()))
	}
	// 4 columns are Black's, 5 White's, komi 7.5.
	if score := g.Score(got).String(); score != "W+16.5" {
		t.Errorf("score %s, want W+16.5", score)
	}
	for _, v := range []string{"A9", "C5", "B4"} {
		if f := o.For(at(t, g, v), board.Black); f < settledAt {
			t.Errorf("%s is Black's by %.2f only", v, f)
		}
	}
	if o.Wins[board.White] < 0.95 {
		t.Errorf("White wins %.2f of the playouts", o.Wins[board.White])
	}
}

func vertexList(points []board.Point, size int) (list []string) {
	for _, p := range points {
		list = append(list, p.Vertex(size))
	}
	return list
}

func TestEstimateRepeatsAndMirrors(t *testing.T) {
	rules := board.TrompTaylor()
	rules.Komi = 0
	g := drawn(t, rules, divided)
	a, b := Estimate(g, 200, 7), Estimate(g, 200, 7)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same seed gave another estimate")
	}
	if c := Estimate(g, 200, 8); reflect.DeepEqual(a, c) {
		t.Error("another seed gave the same estimate")
	}
	before := *g.Position()
	Estimate(g, 10, 1)
	if before != *g.Position() {
		t.Error("the estimate changed the game")
	}
	// With the colours exchanged the owners are exchanged, up to the noise of
	// 4,000 playouts: four standard deviations of a difference are 0.09.
	turned := board.NewPosition(9)
	for i := range 81 {
		p := board.FromIndex(i, 9)
		if c := g.Position().At(p); c != board.Empty {
			turned.Put(p, c.Opponent())
		}
	}
	h, err := board.NewGameFrom(turned, rules)
	if err != nil {
		t.Fatal(err)
	}
	a, b = Estimate(g, 4000, 1), Estimate(h, 4000, 2)
	for i := range a.Owner {
		if math.Abs(a.Owner[i]+b.Owner[i]) > 0.09 {
			t.Errorf("%s: %.3f, with colours exchanged %.3f", board.FromIndex(i, 9).Vertex(9), a.Owner[i], b.Owner[i])
		}
	}
}

func TestWinsCountTheKomi(t *testing.T) {
	// Nobody can do anything but fill own eyes; Black has 15 points, White 10.
	for komi, want := range map[float64]board.Color{4.5: board.Black, 5.5: board.White, 5: board.Empty} {
		rules := board.TrompTaylor()
		rules.Komi = komi
		g := drawn(t, rules, filled)
		if got := Estimate(g, 100, 1).Wins[want]; got != 1 {
			t.Errorf("komi %g: %v wins %.2f of the playouts, want all", komi, want, got)
		}
	}
}

// Stones are worth nothing under territory scoring, whether they were played, set up, or captured. Nobody can do
// anything but fill own eyes in these games, so the random games have the result of the count.
func TestRandomGamesCountTerritory(t *testing.T) {
	const (
		white    = "A2 D4 B2 E4 C2 A3 D2 B3 E2 C3 B1 D3 D1 E3" // White begins; both in turn
		prisoner = `
			O . X X .
			X X X X X
			X X X X X
			O O O O O
			. O . O .
		`
	)
	for name, c := range map[string]struct{ diagram, handicap, moves string }{
		"set up":   {diagram: filled},
		"handicap": {handicap: "B5 D5 A4 B4 C4", moves: white},
		"passes":   {moves: "B5 pass D5 pass A4 pass B4 pass C4 " + white},
		"prisoner": {diagram: prisoner, moves: "B5"},
	} {
		rules := board.Japanese()
		rules.Komi = 0.5
		g, err := board.NewGame(5, rules)
		if err != nil {
			t.Fatal(err)
		}
		if c.diagram != "" {
			g = drawn(t, rules, c.diagram)
		}
		if c.handicap != "" {
			if err := g.PlaceHandicap(points(t, g, c.handicap)); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range points(t, g, c.moves) {
			if err := g.Play(p, g.Position().ToMove()); err != nil {
				t.Fatal(err)
			}
		}
		o := Estimate(g, 100, 1)
		if o.Wins[board.White] != 1 || o.Margin != -0.5 || g.Score(nil).Margin() != -0.5 {
			t.Errorf("%s: White wins %.2f of the games by %g on average, and the count is %s; want W+0.5",
				name, o.Wins[board.White], -o.Margin, g.Score(nil))
		}
	}
}

func points(t *testing.T, g *board.Game, vertices string) (list []board.Point) {
	t.Helper()
	for v := range strings.FieldsSeq(vertices) {
		list = append(list, at(t, g, v))
	}
	return list
}

// inSeki has a black and a white chain with the liberties D9 and C8 between them: whoever
// plays there first loses its own chain.
const inSeki = `
	X O O . X O . O .
	X O . X X O O O O
	X O O X X O . . .
	X X X O O O O O O
	X X X X X X X X X
	X X X X X X X X X
	. X . X . X . X .
	X X X X X X X X X
	X . X . X . X . X
`

func TestNothingIsDeadInSeki(t *testing.T) {
	g := drawn(t, board.Chinese(), inSeki)
	o := Estimate(g, Playouts, 1)
	if dead := o.DeadStones(g.Position()); len(dead) > 0 {
		t.Errorf("dead stones %s", vertexList(dead, 9))
	}
	for _, v := range []string{"C9", "B7", "E9", "D8"} {
		p := at(t, g, v)
		if x := o.For(p, g.Position().At(p)); x < settledAt {
			t.Errorf("%s belongs to its own colour by %.2f only", v, x)
		}
	}
}

// filled is a board on which only own territory is left to fill. Black has 15
// points, White 10.
const filled = `
	. X . X .
	X X X X X
	X X X X X
	O O O O O
	. O . O .
`
