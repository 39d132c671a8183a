package linear

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// ShapesFigures are how well a value function over local shapes ranks the moves of games.
type ShapesFigures struct {
	// Top1 and Top5 are the shares of moves ranked first, and among the first five, of all
	// legal points.
	Top1, Top5 interval.Estimate
	// Above is the mean share of the other legal points that are ranked above the move: 0 if
	// it is always first, 0.5 by chance.
	Above interval.Estimate
	// Positions and Games are how many were measured.
	Positions, Games int
}

// EvaluateShapes ranks the moves of positions of data, at most so many, drawn evenly from all
// games (0: all), by the value of the positions after them. The ranks of moves of equal value are drawn; in the loss
// half of these moves count as above. progress is called with the positions done; nil for none.
func EvaluateShapes(
	ctx context.Context, v *shapes.Values, data *sample.Data, positions int, seed uint64,
	progress func(done, total int),
) (ShapesFigures, error) {
	if data.Board() != v.Size() {
		return ShapesFigures{}, fmt.Errorf("the local shapes are for %d×%d, the games on %d×%d",
			v.Size(), v.Size(), data.Board(), data.Board())
	}
	windows := shapes.NewWindows(v.Size())
	var moves []board.Point
	logits := make([]float32, v.Size()*v.Size())
	f, err := measure.EvaluateRanks(ctx, data, positions, seed, progress,
		func(pos *board.Position, played board.Point) (loss float64, before int32) {
			moves = pos.LegalMoves(moves[:0])
			windows.Set(pos)
			v.Afterstates(windows, pos, moves, logits)
			above, equal := rankOf(played, moves, logits, pos.ToMove())
			if len(moves) > 1 {
				loss = (float64(above) + float64(equal)/2) / float64(len(moves)-1)
			}
			chance := board.NewRand(seed ^ pos.Hash())
			return loss, int32(above + chance.IntN(equal+1))
		})
	f.Loss.Hi = min(f.Loss.Hi, 1) // a share; of one game alone the interval is all of it
	return ShapesFigures{Top1: f.Top1, Top5: f.Top5, Above: f.Loss, Positions: f.Positions, Games: f.Games}, err
}

// rankOf is how many other moves are better than the one played for the side to move, and how
// many are worth the same.
func rankOf(played board.Point, moves []board.Point, logits []float32, c board.Color) (above, equal int) {
	sign, own := float32(1), float32(0)
	if c == board.White {
		sign = -1
	}
	for i, m := range moves {
		if m == played {
			own = sign * logits[i]
		}
	}
	for i, m := range moves {
		switch x := sign * logits[i]; {
		case m == played:
		case x > own:
			above++
		case x == own:
			equal++
		}
	}
	return above, equal
}
