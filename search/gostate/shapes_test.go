package gostate

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/shapes"
)

// The heuristic of local shapes is Q(s,a) = the learned probability that the player of a wins
// the position after a, at a confidence of M visits of both kinds (Gelly and Silver 2011, §5).
func TestShapesGiveTheValueOfTheAfterstate(t *testing.T) {
	values, err := shapes.New(5)
	if err != nil {
		t.Fatal(err)
	}
	flat := values.Flat()
	r := board.NewRand(5)
	for i := range flat {
		flat[i] = float32(r.IntN(2001)-1000) / 3000
	}
	if err := values.SetFlat(flat); err != nil {
		t.Fatal(err)
	}
	h := NewShapes(values, 20, 50)
	for _, c := range []board.Color{board.Black, board.White} {
		// C5 takes a stone for White, A4 one for Black.
		pos := at(t, c, "OX...\n.O...\nXO...\nOX...\n.....")
		g, err := board.NewGameFrom(*pos, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		state := New(g)
		different := map[float32]bool{}
		for _, m := range state.Moves(nil) {
			p := board.Point(m)
			after := *pos
			after.Play(p, c)
			w := shapes.NewWindows(5)
			w.Set(&after)
			want := shapes.Win(values.Logit(w))
			if c == board.White {
				want = 1 - want
			}
			got := about(t, h, state, p.Vertex(5))
			if math.Abs(float64(got.Mean)-want) > 1e-5 || got.Visits != 20 || got.RaveVisits != 50 || math.Abs(float64(got.RaveMean)-want) > 1e-5 {
				t.Errorf("%v at %s: %+v, want a mean of %v", c, p.Vertex(5), got, want)
			}
			different[got.Mean] = true
		}
		if len(different) < 5 {
			t.Errorf("only %d different means", len(different))
		}
	}
}
