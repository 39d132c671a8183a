package search

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// postponed is a Leaf with answers from another goroutine, some at Flush only.
type postponed struct {
	answers chan<- func()
	kept    []func()
	mu      *sync.Mutex
	values  map[uint64]int // how often each position's value was asked for
	fail    error
}

func (l *postponed) Expand(v *Visit) error {
	for i := range v.Priors {
		v.Priors[i] = 0.01 // placeholders
	}
	k := v.AskPriors()
	if k == nil {
		return errors.New("no ticket for priors")
	}
	if v.AskPriors() != nil {
		return errors.New("two tickets for the same priors")
	}
	p := make([]float32, len(v.Moves))
	for i, m := range v.Moves {
		p[i] = float32(m+1) / 45
	}
	l.answers <- func() { k.Priors(p) }
	return nil
}

func (l *postponed) Evaluate(v *Visit) (float32, error) {
	if k := v.AskValue(); k != nil {
		l.mu.Lock()
		l.values[v.State.Hash()]++
		n := len(l.values)
		l.mu.Unlock()
		value := float32(1)
		switch {
		case l.fail != nil && n == 30:
			l.answers <- func() { k.Fail(l.fail) }
		case n%10 == 0:
			l.answers <- k.Drop
		case n%3 == 0:
			l.kept = append(l.kept, func() { k.Value(value) })
		default:
			l.answers <- func() { k.Value(value) }
		}
	}
	return -1, nil
}

func (l *postponed) Flush() {
	for _, f := range l.kept {
		l.answers <- f
	}
	l.kept = nil
}

func slowTree(t *testing.T, memory int64, threads int, fail error) (*Tree, *postponed) {
	t.Helper()
	answers := make(chan func(), 8)
	done := make(chan struct{})
	go func() {
		for f := range answers {
			f()
		}
		close(done)
	}()
	t.Cleanup(func() { close(answers); <-done })
	first := &postponed{mu: new(sync.Mutex), values: map[uint64]int{}}
	c := small(threads)
	c.Memory = memory
	tree, err := New(c, Parts{Rule: PUCT{C: 1, Lambda: 0.5, Separate: true}, Leaf: func() Leaf {
		return &postponed{answers: answers, mu: first.mu, values: first.values, fail: fail}
	}}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	return tree, first
}

// Answers that come late reach every edge on the way, each position is asked about once, and
// the store is recycled meanwhile without a ticket losing its way.
func TestTickets(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for _, memory := range []int64{2 << 10, 1 << 20} {
			tree, leaf := slowTree(t, memory, threads, nil)
			search(t, tree, 600)
			r := tree.Root()
			if r.Visits != 600 {
				t.Errorf("%d visits", r.Visits)
			}
			values := 0
			for _, m := range r.Moves {
				values += m.Values
				// X is told that all its moves win, by values, and lose, by playouts; the few
				// games that come to their end in the tree count as they ended.
				if m.Values > 0 && m.Value < 0.8 {
					t.Errorf("value %v of move %d, want about 1", m.Value, m.Move)
				}
				if m.Prior != float64(float32(m.Move+1)/45) {
					t.Errorf("prior %v of move %d", m.Prior, m.Move)
				}
			}
			asked := 0
			for _, n := range leaf.values {
				asked += n
			}
			// Every tenth position was dropped, and ends of games were not asked about.
			if memory == 1<<20 && (values == 0 || values > r.Visits || values < asked*8/10) {
				t.Errorf("%d values at the root of %d asked for", values, asked)
			}
			if (memory < 1<<20) != (tree.recycled > 0) {
				t.Errorf("recycled %d times with %d bytes", tree.recycled, memory)
			}
		}
	}
}

func TestTicketFails(t *testing.T) {
	broken := errors.New("no network")
	tree, _ := slowTree(t, 1<<20, 2, broken)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := tree.Search(ctx, Budget{}); err != broken {
		t.Errorf("the ticket's error became %v", err)
	}
	check(t, tree)
}
