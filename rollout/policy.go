package rollout

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
)

// Policy is a linear softmax: a move's probability is proportional to the exponential of
// the sum of the weights of its features (Silver et al. 2016, Extended Data Table 4). It
// knows no board size. It does not change and is for many goroutines.
type Policy struct {
	book    *book
	weights []float32
}

// NewPolicy joins patterns with their weights, which it keeps: one for each feature, as
// many as [Features] says; nil for zeros. Faulty patterns and weights that are no finite
// numbers are refused.
func NewPolicy(kind Kind, patterns Patterns, weights []float32) (*Policy, error) {
	if kind != KindRollout && kind != KindTree {
		return nil, fmt.Errorf("no policy is called %q: want %s or %s", kind, KindRollout, KindTree)
	}
	if kind == KindRollout && len(patterns.Diamonds) > 0 {
		return nil, fmt.Errorf("a rollout policy has no diamond patterns, these are %d", len(patterns.Diamonds))
	}
	if err := patterns.validate(); err != nil {
		return nil, err
	}
	b := newBook(kind, patterns)
	if weights == nil {
		weights = make([]float32, b.features())
	}
	if len(weights) != b.features() {
		return nil, fmt.Errorf("%d weights for %d features", len(weights), b.features())
	}
	for i, w := range weights {
		if math.IsNaN(float64(w)) || math.IsInf(float64(w), 0) {
			return nil, fmt.Errorf("weight %d is %v", i, w)
		}
	}
	return &Policy{book: b, weights: weights}, nil
}

// Kind is which features the policy looks at.
func (p *Policy) Kind() Kind { return p.book.kind }

// Patterns are the patterns that the policy knows, not to be changed.
func (p *Policy) Patterns() Patterns { return p.book.patterns }

// Weights are the weights by feature, not to be changed.
func (p *Policy) Weights() []float32 { return p.weights }

// Features is how many features there are: with the numbers of patterns of the paper
// 109,747 for playouts and 141,989 for the tree.
func (p *Policy) Features() int { return p.book.features() }

// Groups are the ends of groups of features, in rising order: features from one end up to the next. A
// move has at most one feature of a group. A group may be empty.
func (p *Policy) Groups() []int { return p.book.groups() }

// Score is the sum of the weights of some features.
func (p *Policy) Score(features []int32) float32 {
	var sum float32
	for _, f := range features {
		sum += p.weights[f]
	}
	return sum
}

// Prior gives moves their probabilities: the placeholder priors of a search's new nodes,
// until the network's are there (Silver et al. 2016, Methods, "Expansion"). Each
// goroutine needs its own.
type Prior struct {
	policy     *Policy
	reader     *Reader
	candidates Candidates
}

// NewPrior makes a source of priors; any kind of policy will do.
func NewPrior(p *Policy) *Prior { return &Prior{policy: p, reader: NewReader(p)} }

// Priors writes the probability of each of the moves, in the same order, to dst, which
// must be as long; they sum to 1. moves are empty points, or [board.Pass], of which the
// policy knows nothing: a pass gets what the least likely of the others gets. It does not
// allocate once its buffers have grown.
func (x *Prior) Priors(pos *board.Position, moves []board.Point, dst []float32) {
	c := &x.candidates
	x.reader.ReadMoves(pos, moves, c)
	least, most := float32(math.Inf(1)), float32(math.Inf(-1))
	for i, m := range moves {
		if m == board.Pass {
			continue
		}
		dst[i] = x.policy.Score(c.Of(i))
		least, most = min(least, dst[i]), max(most, dst[i])
	}
	sum := 0.0
	for i, m := range moves {
		switch {
		case m != board.Pass:
			dst[i] = float32(math.Exp(float64(dst[i] - most)))
		case math.IsInf(float64(most), -1): // nothing but a pass
			dst[i] = 1
		default:
			dst[i] = float32(math.Exp(float64(least - most)))
		}
		sum += float64(dst[i])
	}
	for i := range moves {
		dst[i] = float32(float64(dst[i]) / sum)
	}
}
