package ownership

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// The dead stones are those by which a count is as the players agreed, also where random games judge otherwise.
func TestDeadByTheCount(t *testing.T) {
	g := drawn(t, board.Chinese(), divided)
	o := Estimate(g, Playouts, 1)
	black, white := at(t, g, "G5"), at(t, g, "C5")
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
