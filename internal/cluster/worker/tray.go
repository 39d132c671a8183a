package worker

import (
	"context"
	"slices"
	"sync"
)

// tray has the tickets that are ready, one of each kind at most, the one that has waited longest first.
type tray struct {
	mu    sync.Mutex
	ready []*hand
	came  chan struct{} // has something after a ticket came
}

func newTray() *tray { return &tray{came: make(chan struct{}, 1)} }

// put lays a ticket there and waits until somebody takes it. It says whether anybody did before ctx ended.
func (t *tray) put(ctx context.Context, h *hand) bool {
	t.mu.Lock()
	t.ready = append(t.ready, h)
	t.mu.Unlock()
	select {
	case t.came <- struct{}{}:
	default:
	}
	select {
	case <-h.taken:
		return true
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.ready, h)
	if i < 0 {
		return true
	}
	t.ready = slices.Delete(t.ready, i, i+1)
	return false
}

// first takes the ticket that has waited longest. It waits for one.
func (t *tray) first(ctx context.Context) (*hand, error) {
	for ctx.Err() == nil {
		if h := t.take(func(*hand) bool { return true }, false); h != nil {
			return h, nil
		}
		select {
		case <-t.came:
		case <-ctx.Done():
		}
	}
	return nil, context.Cause(ctx)
}

// take takes the first ticket that fits; nil if there is none. When it is the turn of others, there is none
// unless the ticket that has waited longest fits.
func (t *tray) take(fits func(*hand) bool, turn bool) *hand {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.ready, fits)
	if i < 0 || turn && i > 0 {
		return nil
	}
	h := t.ready[i]
	t.ready = slices.Delete(t.ready, i, i+1)
	close(h.taken)
	return h
}
