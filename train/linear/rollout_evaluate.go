package linear

import (
	"context"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// EvaluateRollout measures a linear softmax policy on positions of data, at most so many,
// drawn evenly from all games (0: all). Moves are ranked among all legal ones; of equal moves the first
// in the order of LegalMoves counts as the higher. progress is called with the positions done; nil for none.
func EvaluateRollout(
	ctx context.Context, p *rollout.Policy, data *sample.Data, positions int, seed uint64,
	progress func(done, total int),
) (measure.Figures, error) {
	reader, judge := rollout.NewReader(p), softmaxLearner{weights: p.Weights()}
	var c rollout.Candidates
	return measure.EvaluateRanks(ctx, data, positions, seed, progress,
		func(pos *board.Position, played board.Point) (float64, int32) {
			reader.Read(pos, &c)
			return judge.judge(&c, slices.Index(c.Moves, played))
		})
}
