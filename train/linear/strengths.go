package linear

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
)

// coulomPrior is how many virtual wins, and as many losses, a feature has against a strength of 1
// (Coulom 2007). So features that are rare, or never won, stay near to 1.
const coulomPrior = 1

// strengthLearner fits the weights of a linear softmax by minorisation-maximisation (Coulom, Computing
// Elo ratings of move patterns in the game of Go, 2007). A feature has a strength γ, the exponential of its
// weight. A move is a team of features, and its strength is their product. The move played has won
// against all legal moves. Let E be the sum of the strengths of the moves of a position, and C the sum
// over the moves with the feature, without the feature itself. With W wins and the prior the update is
//
//	γ ← (W + 1) / (Σ C/E + 2/(γ + 1))
//
// which never lowers the likelihood, if only features change that no two of which a move has. So every
// pass over the games changes one group of features, and a sweep has as many passes as there are groups.
// Because C/E·γ is the probability that a move has the feature, a pass sums up these.
type strengthLearner struct {
	judge softmaxLearner
	ends  []int // of the groups
	prior float64

	from, to int32     // the features that the pass will change
	wins     []float64 // of these features, so far
	expected []float64
}

// newStrengthLearner begins with the first group that is not empty. At least one is not.
func newStrengthLearner(weights []float32, groups []int, prior float64) *strengthLearner {
	l := &strengthLearner{judge: softmaxLearner{weights: weights}, prior: prior}
	from := 0
	for _, end := range groups {
		if end > from {
			l.ends = append(l.ends, end)
		}
		from = end
	}
	l.begin(0)
	return l
}

// begin prepares the pass after so many others.
func (l *strengthLearner) begin(passes int64) {
	group := int(passes % int64(len(l.ends)))
	l.from, l.to = 0, int32(l.ends[group])
	if group > 0 {
		l.from = int32(l.ends[group-1])
	}
	l.wins = make([]float64, l.to-l.from)
	l.expected = make([]float64, l.to-l.from)
}

// step implements rolloutLearner. It only counts: the weights change between passes.
func (l *strengthLearner) step(c *rollout.Candidates, target int, _ float64) (loss float64, before int32) {
	loss, before = l.judge.judge(c, target)
	for i, p := range l.judge.probs {
		for _, f := range c.Of(i) {
			if f < l.from || f >= l.to {
				continue
			}
			l.expected[f-l.from] += p
			if i == target {
				l.wins[f-l.from]++
			}
		}
	}
	return loss, before
}

func (l *strengthLearner) passes() int64 { return int64(len(l.ends)) }

// pass implements rolloutLearner: it changes the strengths of the group.
func (l *strengthLearner) pass(passes int64) {
	weights := l.judge.weights[l.from:l.to]
	for i, w := range weights {
		gamma := math.Exp(float64(w))
		wins, losses := l.wins[i]+l.prior, l.expected[i]/gamma+2*l.prior/(gamma+1)
		if losses > 0 { // else the games do not have the feature
			weights[i] = float32(math.Log(wins / losses))
		}
	}
	l.begin(passes)
}

const (
	winsName     = "wins"
	expectedName = "expected_wins"
)

// tensors implements rolloutLearner.
func (l *strengthLearner) tensors() []models.Tensor {
	return []models.Tensor{split(winsName, l.wins), split(expectedName, l.expected)}
}

// restore implements rolloutLearner.
func (l *strengthLearner) restore(tensors []models.Tensor, passes int64) error {
	l.begin(passes)
	for name, to := range map[string][]float64{winsName: l.wins, expectedName: l.expected} {
		t, ok := models.Find(tensors, name)
		if !ok || len(t.Data) != 3*len(to) {
			return fmt.Errorf("no %s of %d features", name, len(to))
		}
		for i := range to {
			to[i] = float64(t.Data[3*i]) + float64(t.Data[3*i+1]) + float64(t.Data[3*i+2])
		}
	}
	return nil
}

// split writes numbers as three float32 each, which add up to them exactly: a resumed run is the same bit
// for bit, and tensors hold nothing wider.
func split(name string, x []float64) models.Tensor {
	t := models.Tensor{Name: name, Shape: []int{len(x), 3}, Data: make([]float32, 0, 3*len(x))}
	for _, rest := range x {
		for range 3 {
			part := float32(rest)
			t.Data = append(t.Data, part)
			rest -= float64(part)
		}
	}
	return t
}
