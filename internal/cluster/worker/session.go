package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/version"
)

// maxDelivering bounds the bundles that wait for the hub: then the games wait, too.
const maxDelivering = 8

// turn is how long a session may last while a ticket of another one is ready. The threads that are done early
// wait for the last game of a session, so a turn is long for games, and short for people.
const turn = 30 * time.Second

// session is the play of tickets of one specification, one after the other.
type session struct {
	w     *worker
	first ticket.Ticket
	began time.Time
	mu    sync.Mutex
	hands []*hand // tickets with games under way
	shown *window // of the games under way; nil if nobody may look on
}

// session plays a ticket and those like it that follow.
func (w *worker) session(ctx context.Context, first *hand) {
	s := &session{w: w, first: first.ticket, began: time.Now(), hands: []*hand{first}}
	if w.config.Show {
		s.shown = newWindow(func(looks []byte) {
			// Nobody may be there to see it, or it does not arrive: the next one may.
			_ = w.box.Show(first.ticket.Kind, first.ticket.Run, w.me, looks)
		})
		defer s.shown.close()
	}
	err := s.play(ctx, first.ticket)
	for _, h := range s.hands {
		if err == nil {
			err = fmt.Errorf("%d of its games were not played", h.missing)
		}
		if ctx.Err() != nil {
			h.giveBack()
		} else {
			h.letGo()
			w.fail(ctx, h.task, err)
		}
	}
}

func (s *session) play(ctx context.Context, t ticket.Ticket) error {
	job, err := s.w.config.Kinds.Read(t.Kind, t.Spec)
	if err != nil {
		return err
	}
	tools := work.Tools{Threads: s.w.config.Threads, Model: s.w.model, Device: s.w.config.Device, Show: s.show}
	return job.Play(ctx, tools, s.next, s.done)
}

// show notes that a game moves, and shows it to those who look on, if there is something to see.
func (s *session) show(game int, look func() []byte) {
	s.mu.Lock()
	if i := s.of(game); i >= 0 {
		s.w.pulse.goesOn(s.hands[i], false)
	}
	s.mu.Unlock()
	if s.shown != nil && look != nil {
		s.shown.show(game, look)
	}
}

// of is the place of the ticket of a game among those in hand; -1 if none asks for it.
func (s *session) of(game int) int {
	return slices.IndexFunc(s.hands, func(h *hand) bool {
		return game >= h.ticket.First && game < h.ticket.First+h.ticket.Count
	})
}

// next is the number of the next game, of the tickets in hand or of one that is ready.
func (s *session) next() (game int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var last *hand // only the last one can have games to begin
	if len(s.hands) > 0 {
		last = s.hands[len(s.hands)-1]
	}
	if last == nil || last.begun == last.ticket.Count {
		if last = s.w.tray.take(s.fits, time.Since(s.began) >= turn); last == nil {
			return 0, false
		}
		s.hands = append(s.hands, last)
	}
	last.begun++
	s.w.pulse.goesOn(last, false)
	return last.ticket.First + last.begun - 1, true
}

// fits says whether a ticket can be played along with those in hand.
func (s *session) fits(h *hand) bool {
	if h.ticket.Run != s.first.Run || h.ticket.Kind != s.first.Kind || !bytes.Equal(h.ticket.Spec, s.first.Spec) {
		return false
	}
	return !slices.ContainsFunc(s.hands, func(o *hand) bool {
		return h.ticket.First < o.ticket.First+o.ticket.Count && o.ticket.First < h.ticket.First+h.ticket.Count
	})
}

// done takes a game that is over, and has the bundle of its ticket stored if that was the last one.
func (s *session) done(game int, data []byte) error {
	s.mu.Lock()
	i := s.of(game)
	if i < 0 {
		s.mu.Unlock()
		return fmt.Errorf("game %d is over, which no ticket in hand asks for", game)
	}
	if s.shown != nil {
		s.shown.over(game)
	}
	h := s.hands[i]
	h.games[game-h.ticket.First] = data
	h.missing--
	over := h.missing == 0
	s.w.pulse.goesOn(h, over)
	if over {
		s.hands = slices.Delete(s.hands, i, i+1)
	}
	s.mu.Unlock()
	if !over {
		return nil
	}
	s.w.room <- struct{}{}
	s.w.delivering.Go(func() {
		s.w.deliver(h)
		<-s.w.room
	})
	return nil
}

// errFarewell says that a worker has ended too soon to know whether the hub has its games.
var errFarewell = errors.New("the hub did not answer before this worker ended; another one may play these games again")

// deliver stores the games of a ticket and takes it out of the queue.
func (w *worker) deliver(h *hand) {
	defer h.letGo()
	bundle := ticket.Bundle{
		Ticket: h.ticket, Arithmetic: work.Arithmetic(w.config.Device), Version: version.String(),
		Deliveries: h.task.Deliveries, Took: time.Since(h.since), Games: h.games,
	}
	data, err := bundle.Encode()
	if err == nil {
		_, err = w.box.Deliver(w.lasting, h.task.Address, w.me, data) // if another one was first, its games count
	}
	if err != nil && w.lasting.Err() == nil {
		w.fail(w.lasting, h.task, err) // else the same worker would play them again and again
		return
	}
	if err == nil {
		err = h.task.Done(w.lasting)
	}
	if err != nil {
		w.config.Report(fmt.Sprintf("ticket %s: %v", h.task.Name, err))
		return
	}
	w.mu.Lock()
	w.games += h.ticket.Count
	delete(w.failed, h.ticket.Kind)
	w.mu.Unlock()
	w.config.Done(h.ticket.Count)
}
