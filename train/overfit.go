package train

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/sample"
)

// ErrNoOverfit means that a network could not learn a handful of positions by
// heart: features, labels or gradients are at fault, and training on many
// positions would be a waste of time.
var ErrNoOverfit = errors.New("the network cannot learn a few positions by heart")

// Settings of the check: Adam, which needs no tuning for this, on batches that go
// round the same positions in their first symmetry.
const (
	overfitRate   = 2e-3
	overfitPasses = 400
	overfitTop1   = 0.99
)

// overfit trains a fresh network of the run's shape on the first cfg.Overfit different
// positions of the run until it predicts more than 99% of them. It returns the share of the
// last pass and the number of passes. It is an error when 400 passes are not enough.
//
// Each position is taken once: the first positions of self-play come again with other labels,
// and no network could learn both. This check finds, for example, labels shuffled against
// their positions.
func overfit[L learner](
	ctx context.Context, cfg Learning, data sample.Source, fresh func(Learning) (L, error),
) (top1 float64, passes int, err error) {
	n := int(min(int64(cfg.Overfit), data.Len()))
	if n == 0 {
		return 0, 0, sample.ErrNoPositions
	}
	cfg.Optimizer, cfg.WeightDecay, cfg.Batch, cfg.Freeze = learn.Adam, 0, min(n, 32), 0
	l, err := fresh(cfg)
	if err != nil {
		return 0, 0, err
	}
	defer l.Close()
	order, err := sample.NewOrder(data.Len(), cfg.Seed)
	if err != nil {
		return 0, 0, err
	}
	sampler := data.NewSampler(l.Stride())
	size := l.Points() * l.Stride()
	each := l.Labels()
	planes, labels := make([]float32, n*size), make([]float32, n*each)
	answers := make([]float32, n) // the first label of each
	seen := map[[sha256.Size]byte]bool{}
	most, looked := n, int64(0)
	for n = 0; looked < data.Len() && n < most; looked++ {
		position, _ := order.Sample(looked)
		at := planes[n*size : (n+1)*size]
		answer, err := sampler.Sample(at, position, 0, 0)
		if err != nil {
			return 0, 0, err
		}
		key := make([]byte, 0, 4*size)
		for _, x := range at {
			key = binary.LittleEndian.AppendUint32(key, math.Float32bits(x))
		}
		if sum := sha256.Sum256(key); !seen[sum] {
			seen[sum] = true
			answers[n], labels[n*each] = answer.Target, answer.Target
			copy(labels[n*each+1:(n+1)*each], answer.Owners)
			n++
		}
	}
	if int64(2*n) < looked {
		return 0, 0, fmt.Errorf("%w: of %d positions only %d differ in their planes", ErrNoOverfit, looked, n)
	}
	weights := make([]float32, cfg.Batch)
	batchPlanes, batchLabels := make([]float32, cfg.Batch*size), make([]float32, cfg.Batch*each)
	for passes = 1; passes <= overfitPasses; passes++ {
		for from := 0; from < n; from += cfg.Batch {
			// A last batch that is not full is padded with samples of no weight.
			m := min(cfg.Batch, n-from)
			copy(batchPlanes, planes[from*size:(from+m)*size])
			copy(batchLabels, labels[from*each:(from+m)*each])
			for i := range weights {
				weights[i] = 0
				if i < m {
					weights[i] = 1
				}
			}
			if err := ctx.Err(); err != nil {
				return top1, passes, err
			}
			err := l.begin(batchPlanes, batchLabels, weights, overfitRate)
			if err == nil {
				_, err = l.End()
			}
			if err != nil {
				return top1, passes, fmt.Errorf("overfit check: %w", err)
			}
		}
		// Measured apart from the steps, with the weights at the end of the pass.
		if err := l.Settle(); err != nil {
			return top1, passes, err
		}
		correct, err := l.known(planes, answers, n)
		if err != nil {
			return top1, passes, err
		}
		if top1 = float64(correct) / float64(n); top1 > overfitTop1 {
			return top1, passes, nil
		}
	}
	return top1, overfitPasses, fmt.Errorf("%w: after %d passes over %d positions it predicts %.1f%% of them, want "+
		"more than %.0f%%", ErrNoOverfit, overfitPasses, n, 100*top1, 100*overfitTop1)
}
