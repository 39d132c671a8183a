package ownership

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// The dead stones are those by which a count is as the players agreed, also where random games rather judge otherwise.
func TestDeadByTheCount(t *testing.T) {
	g := drawn(t, board.Chinese(), divided)
	o := Estimate(g, Playouts, 1)
	black, white := at(t, g, "G5"), at(t, g, "C5")
	o.Owner[black.Index(9)], o.Owner[white.Index(9)] = -0.6, 0.5 // in doubt, and rather dead
	for _, want := range [][]board.Point{{}, {black}, {white}, {white, black}} {
		agreed := g.Score(want)
		got, ok := o.DeadBy(g, func(s board.Score) bool { return s == agreed })
		slices.SortFunc(got, func(a, b board.Point) int { return a.Index(9) - b.Index(9) })
		if !ok || !slices.Equal(got, want) {
			t.Errorf("by %v the dead stones are %s, want %s", agreed, vertexList(got, 9), vertexList(want, 9))
		}
	}
	if got, ok := o.DeadBy(g, func(s board.Score) bool { return s.Winner() == board.White }); !ok || len(got) != 2 {
		t.Errorf("White wins by the estimate too: dead %s", vertexList(got, 9))
	}
	if got, ok := o.DeadBy(g, func(s board.Score) bool { return s.Margin() == 100 }); ok {
		t.Errorf("a count that cannot be: dead %s", vertexList(got, 9))
	}
}

// A chain with a sure owner stays with it, so that a count by other rules explains nothing.
func TestDeadByACountThatCannotBe(t *testing.T) {
	g := drawn(t, board.Chinese(), divided)
	o := Estimate(g, Playouts, 1)
	sure := map[board.Point]bool{}
	for _, chain := range Chains(g.Position()) {
		if v := o.alive(g.Position(), chain); v >= settledAt || v <= -settledAt {
			sure[chain[0]] = v < 0
		}
	}
	if len(sure) < 3 {
		t.Fatalf("%d sure chains", len(sure))
	}
	for margin := -81.5; margin <= 81.5; margin++ {
		dead, ok := o.DeadBy(g, func(s board.Score) bool { return s.Margin() == margin })
		for p, isDead := range sure {
			if ok && slices.Contains(dead, p) != isDead {
				t.Errorf("by %v the dead stones are %s", margin, vertexList(dead, 9))
			}
		}
	}
}
