package measure

import (
	"context"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// EvaluateRanks measures what ranks the moves of a position, such as a linear policy, on positions of
// data, at most so many, drawn evenly from all games (0: all). rank is given a position and the move
// that was played there, and returns the loss of the move and how many moves come before it. progress
// is called with the positions done; nil for none.
func EvaluateRanks(ctx context.Context, data *sample.Data, positions int, seed uint64, progress func(done, total int),
	rank func(pos *board.Position, played board.Point) (loss float64, before int32),
) (Figures, error) {
	picked, err := pick(data.Len(), positions, seed)
	if err != nil {
		return Figures{}, err
	}
	cursor := data.NewCursor()
	outcomes := make([]outcome, len(picked))
	for i, n := range picked {
		if i%256 == 0 {
			if ctx.Err() != nil {
				return Figures{}, ctx.Err()
			}
			if progress != nil {
				progress(i, len(picked))
			}
		}
		game, k := data.Find(n)
		pos, g, ply, err := cursor.At(game, k)
		if err != nil {
			return Figures{}, err
		}
		o := outcome{game: int32(game), move: int32(ply)}
		if o.loss, o.rank = rank(pos, g.Moves[ply].Point(g.Size)); math.IsNaN(o.loss) {
			return Figures{}, fmt.Errorf("%w: the policy gives no probabilities; its weights are worth nothing",
				session.ErrNotFinite)
		}
		outcomes[i] = o
	}
	return summarise(outcomes, 0).Figures, nil
}
