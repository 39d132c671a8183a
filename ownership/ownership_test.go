package ownership

import (
	"math"
	"reflect"
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
