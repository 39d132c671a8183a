package search

import (
	"sync"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// helper plays on from the leaf that its worker has come to, at the same time as the worker
// itself: ParallelLeaf. It has its own evaluation, position and chance.
type helper struct {
	leaf  Leaf
	state State
	rand  Rand
	visit Visit
	start chan struct{}

	value float32
	err   error
}

// helpers are the helpers of one worker.
type helpers struct {
	all  []*helper
	busy sync.WaitGroup
	// inTurn has them play one after the other, to compare with.
	inTurn bool
}

// newHelpers makes as many as a worker's search has goroutines besides it.
func newHelpers(w *worker) *helpers {
	c := w.tree.config
	if c.Parallel != ParallelLeaf || c.Threads == 1 {
		return nil
	}
	h := &helpers{}
	for range c.Threads - 1 {
		one := &helper{leaf: w.tree.parts.Leaf(), state: w.tree.state.Clone()}
		one.visit = Visit{w: w, Rand: &one.rand, apart: true, Trace: make([]Move, 0, cap(w.trace))}
		h.all = append(h.all, one)
	}
	return h
}

// count is how many there are.
func (h *helpers) count() int {
	if h == nil {
		return 0
	}
	return len(h.all)
}

// begin starts the goroutines for a search; the returned function ends them.
func (h *helpers) begin(seed uint64) (end func()) {
	if h == nil {
		return func() {}
	}
	var running sync.WaitGroup
	for i, one := range h.all {
		one.rand = wyrand.New(seed + uint64(i+1)<<52)
		if h.inTurn {
			continue
		}
		start := make(chan struct{})
		one.start = start
		running.Go(func() {
			for range start {
				one.evaluate()
				h.busy.Done()
			}
		})
	}
	return func() {
		for _, one := range h.all {
			if one.start != nil {
				close(one.start)
				one.start = nil
			}
		}
		running.Wait()
	}
}

// send has the first n of them play on from s.
func (h *helpers) send(s State, n int) {
	for _, one := range h.all[:n] {
		one.state.Set(s)
		if one.start == nil {
			one.evaluate()
			continue
		}
		h.busy.Add(1)
		one.start <- struct{}{}
	}
}

func (h *helper) evaluate() {
	v := &h.visit
	v.State, v.Trace = h.state, v.Trace[:0]
	h.value, h.err = h.leaf.Evaluate(v)
	h.value = min(max(h.value, -1), 1)
}

// evaluateAll is evaluate by the worker and its helpers at once. moves are the moves of a position
// that joins the tree; helped is how many helpers there were.
func (w *worker) evaluateAll(moves []Move) (value float32, helped int, err error) {
	w.visit.Moves, w.visit.Priors = moves, nil
	if w.helpers == nil {
		value, err = w.evaluate()
		return value, 0, err
	}
	helped = w.batch - 1
	w.helpers.send(w.state, helped)
	value, err = w.evaluate()
	w.helpers.busy.Wait()
	for _, one := range w.helpers.all[:helped] {
		if err == nil {
			err = one.err
		}
	}
	return value, helped, err
}

// backUpHelpers adds the outcomes of the helpers, each as one more playout by the same path.
func (w *worker) backUpHelpers(helped int, player int, fresh uint32) {
	for i := range helped {
		one := w.helpers.all[i]
		w.mark(one.visit.Trace, player)
		w.seeOwners(one.state)
		w.backUp(one.value, 0, fresh)
	}
}

// backUpAgain counts a finished game as often as if the helpers had been there: who plays at
// once weighs all ways alike.
func (w *worker) backUpAgain(value float32) {
	if w.helpers == nil {
		return
	}
	for range w.batch - 1 {
		w.mark(nil, 0)
		w.backUp(value, 0, none)
	}
}
