package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/rollout"
)

// EvaluateRollout measures a linear softmax policy on positions of data, at most so many,
// drawn evenly from all games (0: all). Moves are ranked among all legal ones. progress is
// told of positions done; nil for none.
func EvaluateRollout(ctx context.Context, p *rollout.Policy, data *Data, positions int, seed uint64, progress func(done, total int)) (Figures, error) {
	picked, err := pick(data.Len(), positions, seed)
	if err != nil {
		return Figures{}, err
	}
	cursor := data.NewCursor()
	reader, judge := rollout.NewReader(p), softmaxLearner{weights: p.Weights()}
	var c rollout.Candidates
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
		reader.Read(pos, &c)
		target := slices.Index(c.Moves, g.Moves[ply].Point(g.Size))
		o := outcome{game: int32(game), move: int32(ply)}
		if o.loss, o.rank = judge.judge(&c, target); math.IsNaN(o.loss) {
			return Figures{}, fmt.Errorf("%w: the policy gives no probabilities; its weights are worth nothing", ErrNotFinite)
		}
		outcomes[i] = o
	}
	return summarise(outcomes, 0).Figures, nil
}
