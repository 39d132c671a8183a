package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// announceEvery is how often a worker says that it is there.
const announceEvery = 20 * time.Second

// Silent is after how long without a word a worker may be gone, although it has not said so.
const Silent = announceEvery + 2*lookTime

// mostContests is how often in a row somebody else may speak between two words of a worker that came just now. One time
// may be a word of its own that was late.
const mostContests = 2

// seat is a worker's name at the hub. Two workers of one name notice each other by the order in which the server took
// their words: whoever finds again and again that another one has spoken since came second, and ends.
type seat struct {
	box      *mailbox.Box
	me       mailbox.Author
	every    time.Duration
	report   func(text string)
	revision uint64 // of its last words; 0 if these may not have arrived
	settled  bool   // nobody else has spoken between two of its words, some time
	contests int    // how often in a row somebody else has now
}

// say says that the worker is there. The error says that another worker has the name.
func (s *seat) say(ctx context.Context, about []byte) error {
	revision, err := s.box.Announce(ctx, s.me, about, s.revision)
	switch {
	case errors.Is(err, mailbox.ErrNamesake):
		if s.contests++; s.contests == mostContests {
			if !s.settled {
				s.revision = 0
				return fmt.Errorf("another worker at the hub is called %s; start this one with a name of its own: "+
					"--name, or a token of its own (tengen hub token DIR --host HOST:PORT --worker NAME)", s.me)
			}
			s.report(fmt.Sprintf("another worker called %s came to the hub; it should end within a minute, because "+
				"this one was first", s.me))
		}
		revision, err = s.box.Announce(ctx, s.me, about, 0)
	case err == nil && s.revision > 0:
		s.settled, s.contests = true, 0
	}
	if err != nil { // the words may arrive later, so that nobody knows whose they were
		s.contests = 0
	}
	s.revision = revision
	return nil
}

// leaveTime is how long a worker that ends may take to say so.
const leaveTime = 2 * time.Second

// leave says that the worker is gone. If this does not arrive the hub forgets it after a while.
func (w *worker) leave(ctx context.Context) {
	if w.seat.revision == 0 || w.foreign || w.box.Away() {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer stop()
	_ = w.box.Leave(ctx, w.me, w.seat.revision)
}
