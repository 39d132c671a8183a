package nets

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Evaluator evaluates positions by the networks of a model: priors of the moves and a
// value. A search puts its queue and cache in front of it. Any number of goroutines may
// call it at the same time with any number of positions, and no call allocates. A
// position's result does not depend, to the bit, on the other positions of the call, on
// other calls or on the number of threads. On a graphics device this holds as far as the device repeats.
//
// Both networks read the same planes, as many as the larger input has. Training may go
// on meanwhile; each call uses the weights of each network after some whole step.
type Evaluator struct {
	policy, value *inference // nil: none
	planes        int
	threads       int
	points        int
	crew          crew
}

// NewEvaluator joins a model's networks; one of them may be missing. threads bounds the
// goroutines, with the caller's, that share one call's positions and networks. If these are
// fewer than threads, the goroutines share every layer. 0 means as many as Go may use. A
// search calls from many goroutines and wants 1. A queue that fills batches wants all
// goroutines for each batch.
func NewEvaluator(m Model, threads int) (*Evaluator, error) {
	switch {
	case m.Policy == nil && m.Value == nil:
		return nil, errors.New("evaluator: the model has neither a policy nor a value network")
	case threads < 0:
		return nil, fmt.Errorf("evaluator: %d threads", threads)
	case m.Policy != nil && m.Value != nil && m.Policy.cfg.Board != m.Value.cfg.Board:
		return nil, fmt.Errorf("evaluator: the policy network is for boards of %d, the value network for %d",
			m.Policy.cfg.Board, m.Value.cfg.Board)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	e := &Evaluator{threads: threads}
	if m.Policy != nil {
		e.planes, e.points = m.Policy.cfg.Planes, m.Policy.Points()
	}
	if m.Value != nil {
		e.planes, e.points = max(e.planes, m.Value.cfg.Planes), m.Value.Points()
	}
	if m.Policy != nil {
		e.policy = m.Policy.inference.of(e.planes)
	}
	if m.Value != nil {
		e.value = m.Value.inference.of(e.planes)
	}
	return e, nil
}

// Planes is the number of input planes of a position.
func (e *Evaluator) Planes() int { return e.planes }

// Points is the number of points of the board, and of the priors of a position.
func (e *Evaluator) Points() int { return e.points }

// Stride is the number of floats from one point of the input to the next: the
// planes and their padding, which must be zero.
func (e *Evaluator) Stride() int { return kernel.PadIn(e.planes) }

// HasPolicy tells whether there are priors to be had.
func (e *Evaluator) HasPolicy() bool { return e.policy != nil }

// HasValue tells whether there are values to be had.
func (e *Evaluator) HasValue() bool { return e.value != nil }

// Evaluate writes for n ≥ 0 positions the probability of each point, priors
// [n][points], and the value from −1 (the player to move loses) to 1, values [n];
// nil asks for none of them. planes is [n][points][Stride]. It is an error if a slice is
// too short, or if the model lacks the network.
func (e *Evaluator) Evaluate(priors, values, planes []float32, n int) error {
	var parts [2]part
	k := 0
	for _, p := range [...]part{
		{from: e.policy, dst: priors, finish: softmaxRow},
		{from: e.value, dst: values, finish: tanhRow},
	} {
		if p.dst == nil {
			continue
		}
		if p.from == nil {
			return errors.New("evaluate: the model has no such network")
		}
		if err := p.from.check(p.dst, planes, n); err != nil {
			return err
		}
		if p.from.accelerated(p.dst, planes, n, p.finish) {
			continue
		}
		var err error
		if p.net, err = p.from.current(); err != nil {
			return err
		}
		p.planes = planes
		parts[k] = p
		k++
	}
	if k > 0 {
		e.crew.run(n, e.threads, parts[:k]...)
	}
	return nil
}
