package worker

import (
	"sync"
	"time"
)

// The patience with a ticket whose games do not move. It is this long at least, and so many times as long as games of
// the kind have stood still before they went on: one move of a slow search, or one cell of an experiment, takes long.
// Each worker that gets the ticket after another one has twice the patience. So slow games come to an end as well.
const (
	leastPatience = 10 * time.Minute
	patienceTimes = 4
	mostDoublings = 8
)

// pulse knows whether games go on. A game that hangs must not hold its ticket for ever, although the worker is there.
type pulse struct {
	least   time.Duration
	mu      sync.Mutex
	last    time.Time                // when a game of any ticket went on
	longest map[string]time.Duration // for which games of a kind stood still and then went on
}

// beat is what the pulse knows of a ticket.
type beat struct {
	last  time.Time // when its games went on, or it was taken
	begun bool      // a game of it has
	over  bool      // all games are; their bundle may wait for the hub
}

// took notes that a ticket was taken.
func (p *pulse) took(h *hand) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.beat.last = time.Now()
}

// goesOn notes that a game of a ticket began, moved or is over.
func (p *pulse) goesOn(h *hand, over bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if h.beat.begun {
		p.longest[h.ticket.Kind] = max(p.longest[h.ticket.Kind], now.Sub(h.beat.last))
	}
	h.beat.last, h.beat.begun, h.beat.over = now, true, over
	p.last = now
}

// stands says that the games of a ticket have not moved for longer than the patience with it. A ticket that waits for
// the games before it stands when these do.
func (p *pulse) stands(h *hand) (still time.Duration, stands bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := h.beat.last
	if !h.beat.begun && p.last.After(last) {
		last = p.last
	}
	patience := max(p.least, patienceTimes*p.longest[h.ticket.Kind]) <<
		min(max(h.task.Deliveries-1, 0), mostDoublings)
	still = time.Since(last)
	return still, !h.beat.over && still > patience
}
