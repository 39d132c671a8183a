package negamax

import (
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// Judge values positions that a Searcher reads no deeper: its evaluation function. It is for one
// goroutine.
type Judge interface {
	// Judge is the value of s, which is not over, for player 0, from −1 to 1. It is a function
	// of s and the seed alone, and leaves s as it is. In Go, playouts and networks also look at
	// the last moves, which State.Hash does not cover. There the table keeps the value of the
	// order of moves that was read first.
	Judge(s search.State, seed uint64) (float32, error)
}

// MeanOfPlayouts judges by the mean outcome of so many playouts. Their chance comes from the
// seed and the position.
type MeanOfPlayouts struct {
	Playout search.Playout
	N       int // at least 1

	state search.State
	trace []search.Move
	rand  search.Rand
}

// Judge implements Judge.
func (j *MeanOfPlayouts) Judge(s search.State, seed uint64) (float32, error) {
	if j.state == nil {
		j.state = s.Clone()
	}
	j.rand = wyrand.New(seed ^ wyrand.Scramble(s.Hash()))
	sum := float32(0)
	for range j.N {
		j.state.Set(s)
		var outcome float32
		outcome, j.trace = j.Playout.Playout(j.state, &j.rand, j.trace[:0])
		sum += outcome
	}
	return sum / float32(j.N), nil
}

// Evaluator knows what positions are worth without playing: a value network.
type Evaluator interface {
	// Evaluate is the value of s for the player to move, from −1 to 1. If there are moves, it also
	// writes their probabilities to priors.
	Evaluate(s search.State, moves []search.Move, priors []float32) (value float32, err error)
}

// EvaluatorJudge judges by an Evaluator. It asks for no priors.
type EvaluatorJudge struct{ Evaluator Evaluator }

// Judge implements Judge.
func (j EvaluatorJudge) Judge(s search.State, _ uint64) (float32, error) {
	value, err := j.Evaluator.Evaluate(s, nil, nil)
	if s.Player() != 0 {
		value = -value
	}
	return value, err
}
