package linear

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
)

// rolloutLearner changes the weights of a policy, from one move of a game after the other.
type rolloutLearner interface {
	// step learns one position. It returns the loss of the move played before that, −ln p in nats,
	// and how many moves come before it.
	step(c *rollout.Candidates, target int, rate float64) (loss float64, before int32)
	// pass ends a pass over all games; passes have ended so far.
	pass(passes int64)
	// passes is how many passes change each weight that can change.
	passes() int64
	// tensors are what the learner knows in addition to the weights, restore the reverse.
	tensors() []models.Tensor
	restore(tensors []models.Tensor, passes int64) error
}

// newRolloutLearner makes a learner that changes the policy's weights.
func newRolloutLearner(m Method, p *rollout.Policy) rolloutLearner {
	if m == MethodMM {
		return newStrengthLearner(p.Weights(), p.Groups(), coulomPrior)
	}
	return newSoftmaxLearner(p.Weights())
}

// softmaxLearner fits the weights of a linear softmax by stochastic gradient ascent on the
// log-likelihood of the moves played. Every weight has a rate of its own, which falls with
// the gradients it has seen (Duchi, Hazan and Singer, Adaptive Subgradient Methods, 2011):
// patterns differ in frequency by five orders of magnitude, and one rate for all either
// drowns the frequent or never moves the rare.
type softmaxLearner struct {
	weights []float32
	squares []float32 // sums of the squares of the gradients of each weight

	gradient []float32 // of the position at hand; zero elsewhere
	touched  []int32
	probs    []float64
}

func newSoftmaxLearner(weights []float32) *softmaxLearner {
	return &softmaxLearner{
		weights:  weights,
		squares:  make([]float32, len(weights)),
		gradient: make([]float32, len(weights)),
	}
}

// softmax writes the probabilities of the candidates to l.probs.
func (l *softmaxLearner) softmax(c *rollout.Candidates) {
	l.probs = l.probs[:0]
	most := math.Inf(-1)
	for i := range c.Moves {
		var score float32
		for _, f := range c.Of(i) {
			score += l.weights[f]
		}
		l.probs = append(l.probs, float64(score))
		most = max(most, float64(score))
	}
	sum := 0.0
	for i, s := range l.probs {
		l.probs[i] = math.Exp(s - most)
		sum += l.probs[i]
	}
	for i := range l.probs {
		l.probs[i] /= sum
	}
}

// judge is the loss of the move played, −ln p in nats, and how many moves come before it.
func (l *softmaxLearner) judge(c *rollout.Candidates, target int) (loss float64, before int32) {
	l.softmax(c)
	return -math.Log(l.probs[target]), measure.Rank(l.probs, target)
}

// step learns one position and returns what judge said before.
func (l *softmaxLearner) step(c *rollout.Candidates, target int, rate float64) (loss float64, before int32) {
	loss, before = l.judge(c, target)
	l.gather(c, target, 1)
	l.apply(rate)
	return loss, before
}

func (l *softmaxLearner) pass(int64) {}

// passes is 0: a part of a pass changes weights, too.
func (l *softmaxLearner) passes() int64 { return 0 }

const squaresName = "squares_of_gradients"

func (l *softmaxLearner) tensors() []models.Tensor {
	return []models.Tensor{{Name: squaresName, Shape: []int{len(l.squares)}, Data: l.squares}}
}

func (l *softmaxLearner) restore(tensors []models.Tensor, _ int64) error {
	squares, ok := models.Find(tensors, squaresName)
	if !ok || len(squares.Data) != len(l.squares) {
		return fmt.Errorf("no sums of squares for %d weights", len(l.squares))
	}
	copy(l.squares, squares.Data)
	return nil
}

// gather adds scale times the gradient of ln p(target) to the gradient: for each feature,
// how often the move has it less how often a move drawn from the policy has it. softmax
// must have seen c last.
func (l *softmaxLearner) gather(c *rollout.Candidates, target int, scale float64) {
	for i, p := range l.probs {
		g := -p
		if i == target {
			g++
		}
		l.add(c.Of(i), float32(scale*g))
	}
}

func (l *softmaxLearner) add(features []int32, g float32) {
	for _, f := range features {
		if l.gradient[f] == 0 {
			l.touched = append(l.touched, f)
		}
		l.gradient[f] += g
	}
}

// apply makes a step along the gradient and forgets it.
func (l *softmaxLearner) apply(rate float64) {
	const first = 0.1 // so that the first gradient of all does not make a full step
	for _, f := range l.touched {
		g := l.gradient[f]
		if g == 0 {
			continue // gathered to nothing, or a second entry of the same feature
		}
		l.squares[f] += g * g
		l.weights[f] += float32(rate) * g / float32(math.Sqrt(float64(l.squares[f]+first)))
		l.gradient[f] = 0
	}
	l.touched = l.touched[:0]
}
