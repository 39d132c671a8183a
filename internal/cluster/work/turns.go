package work

import (
	"context"
	"sync"
	"time"
)

// Turns gives the numbers of a worker's games to goroutines that play one game each. A goroutine that finds no
// number waits while others play: a ticket may come meanwhile.
type Turns struct {
	next func() (game int, ok bool)
	mu   sync.Mutex
	busy int
}

// NewTurns takes the numbers from next, as Play has it.
func NewTurns(next func() (game int, ok bool)) *Turns { return &Turns{next: next} }

// askEvery is how often somebody who waits asks for a number.
const askEvery = 20 * time.Millisecond

// Take is the next number; false if there will be none. ctx ends as well when one of the goroutines fails: its game
// is never over.
func (t *Turns) Take(ctx context.Context) (game int, ok bool) {
	for ctx.Err() == nil {
		if game, ok, wait := t.try(); ok || !wait {
			return game, ok
		}
		select {
		case <-ctx.Done():
		case <-time.After(askEvery):
		}
	}
	return 0, false
}

func (t *Turns) try() (game int, ok, wait bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if game, ok = t.next(); ok {
		t.busy++
	}
	return game, ok, t.busy > 0
}

// Over says that a game is.
func (t *Turns) Over() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy--
}
