package mailbox

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// Results that are released may stay in the mailbox for a while, but no more of them than this: they take room.
const (
	mostReleased      = 256
	mostReleasedBytes = 1 << 20
)

// wanted knows which results of a run must stay in the mailbox. Results come in the order of their numbers, so all
// below the lowest one that is wanted can go at once: the server syncs this once, and not for each result.
type wanted struct {
	mu       sync.Mutex
	open     map[uint64]string // the tickets of results that came, and must stay, by the results' numbers
	last     uint64            // the highest number that came
	released []Result          // still there
	bytes    int               // of these
}

// came notes a result. It must stay until somebody says otherwise.
func (w *wanted) came(r Result) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == nil {
		w.open = map[uint64]string{}
	}
	w.open[r.seq], w.last = r.Name, max(w.last, r.seq)
}

// passed says that a number has passed, and that no result of a ticket came with it that must stay.
func (w *wanted) passed(number uint64, ticket string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return number <= w.last && w.open[number] != ticket
}

// drop notes that a result is to go. later says that it may stay for a while.
func (w *wanted) drop(r Result, later bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, r.seq)
	if later {
		w.released = append(w.released, r)
		w.bytes += len(r.Data)
	}
}

// below is the number below which all can go, and whether anything is there that can.
func (w *wanted) below() (number uint64, some bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	number = w.last + 1
	for open := range w.open {
		number = min(number, open)
	}
	for _, r := range w.released {
		some = some || r.seq < number
	}
	return number, some
}

// gone notes that all released results below a number are. It returns those that are too many then.
func (w *wanted) gone(number uint64) (tooMany []Result) {
	w.mu.Lock()
	defer w.mu.Unlock()
	kept := w.released[:0]
	w.bytes = 0
	for _, r := range w.released {
		if r.seq >= number {
			kept = append(kept, r)
			w.bytes += len(r.Data)
		}
	}
	w.released = kept
	if len(kept) <= mostReleased && w.bytes <= mostReleasedBytes {
		return nil
	}
	w.released, w.bytes = nil, 0
	return kept
}

// Release is Remove, for results that may come again if this process is killed. Many of them go at once, so they may
// stay for a while.
func (r *Results) Release(ctx context.Context, results ...Result) error {
	for _, one := range results {
		r.wanted[ofGames].drop(one, true)
	}
	number, some := r.wanted[ofGames].below()
	if some {
		err := insist(ctx, func(ctx context.Context) error {
			from := r.readers[ofGames]
			return from.stream.Purge(ctx,
				jetstream.WithPurgeSubject(from.subject), jetstream.WithPurgeSequence(number))
		})
		if err != nil {
			return fmt.Errorf("the hub's results: %w", err)
		}
	}
	return r.Remove(ctx, r.wanted[ofGames].gone(number)...)
}

// Settle removes what was released and is still there.
func (r *Results) Settle(ctx context.Context) error {
	w := &r.wanted[ofGames]
	w.mu.Lock()
	all := w.released
	w.released, w.bytes = nil, 0
	w.mu.Unlock()
	return r.Remove(ctx, all...)
}
