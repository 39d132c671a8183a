package gostate

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/shapes"
)

// Shapes is the heuristic of learned local shapes (Gelly and Silver 2011, §5, the fourth
// and the best): the mean of a move is the probability, by a linear value function over
// local shape features, that its player wins the position after it. All moves have the same
// weight; the paper found 50 visits of both kinds best.
type Shapes struct {
	Visits, RaveVisits float32

	values  *shapes.Values
	windows *shapes.Windows
	moves   []board.Point
	logits  []float32
}

// NewShapes believes values, which must be for the board of the positions.
func NewShapes(values *shapes.Values, visits, raveVisits float32) *Shapes {
	n := values.Size()*values.Size() + 1
	return &Shapes{
		Visits: visits, RaveVisits: raveVisits, values: values, windows: shapes.NewWindows(values.Size()),
		moves: make([]board.Point, 0, n), logits: make([]float32, n),
	}
}

// Experience implements Heuristic. v.State is a *State.
func (h *Shapes) Experience(v *search.Visit, about []search.Experience) {
	pos := v.State.(*State).Position()
	h.moves = h.moves[:0]
	for _, m := range v.Moves {
		h.moves = append(h.moves, board.Point(m))
	}
	h.windows.Set(pos)
	h.values.Afterstates(h.windows, pos, h.moves, h.logits)
	sign := float32(1)
	if pos.ToMove() == board.White {
		sign = -1
	}
	for i := range about {
		about[i].Add(float32(shapes.Win(sign*h.logits[i])), h.Visits, h.RaveVisits)
	}
}

// ShapesJudge values positions by the value function over local shapes alone, without playouts: RLGO's evaluation
// (Silver, Sutton and Müller 2007), as a search to a depth asks it. It is for one goroutine.
type ShapesJudge struct {
	values  *shapes.Values
	windows *shapes.Windows
}

// NewShapesJudge believes values, which must be for the board of the positions.
func NewShapesJudge(values *shapes.Values) ShapesJudge {
	return ShapesJudge{values: values, windows: shapes.NewWindows(values.Size())}
}

// Judge is the value of s, a *State, for Black, from −1 to 1.
func (j ShapesJudge) Judge(s search.State, _ uint64) (float32, error) {
	j.windows.Set(s.(*State).Position())
	return float32(2*shapes.Win(j.values.Logit(j.windows)) - 1), nil
}
