package search

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/search/stat"
)

// Ticket is a question to a slow evaluation. Exactly one of its methods must be called, once,
// by any goroutine; the search goes on meanwhile and waits for all tickets before it ends.
type Ticket struct {
	t    *Tree
	path []step // for a value: the way from the root to the position
	node uint32 // for priors
}

// Value answers with the value of the position for player 0, −1 to 1: N_v and W_v of every
// edge on the way are updated.
func (k *Ticket) Value(value float32) {
	for _, s := range k.path {
		k.t.store.values[s.edge].Add(stat.Reward(value, int(s.player)))
	}
	k.t.tickets.put(k)
}

// Priors answers with the probabilities of the position's moves.
func (k *Ticket) Priors(priors []float32) {
	first := k.t.store.first[k.node]
	for i, p := range priors[:k.t.store.count[k.node]] {
		atomic.StoreUint32(&k.t.store.priors[int(first)+i], math.Float32bits(p))
	}
	k.t.tickets.put(k)
}

// Fail ends the search with an error.
func (k *Ticket) Fail(err error) {
	k.t.fail(err)
	k.t.tickets.put(k)
}

// Drop leaves the question without an answer.
func (k *Ticket) Drop() { k.t.tickets.put(k) }

// tickets counts the open ones and keeps the others for the next question.
type tickets struct {
	mu   sync.Mutex
	none *sync.Cond
	open int
	free []*Ticket
}

func (l *tickets) init() { l.none = sync.NewCond(&l.mu) }

func (l *tickets) get(t *Tree) *Ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open++
	if n := len(l.free); n > 0 {
		k := l.free[n-1]
		l.free = l.free[:n-1]
		return k
	}
	return &Ticket{t: t}
}

func (l *tickets) put(k *Ticket) {
	k.path, k.node = k.path[:0], none
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, k)
	if l.open--; l.open == 0 {
		l.none.Broadcast()
	}
}

func (l *tickets) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.open > 0 {
		l.none.Wait()
	}
}
