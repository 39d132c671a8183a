package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// Collect gives out the games of a job and hands them to Keep, until all are there. Before it
// returns an error, as when ctx ends, it flushes the games kept so far. To go on, set First to the next game.
func Collect(ctx context.Context, box *mailbox.Box, job Job) error {
	job, err := job.withDefaults()
	if err != nil || job.First >= job.Games {
		return err
	}
	c := newCollector(box, job)
	for {
		if err = c.run(ctx); err != nil {
			err = box.Final(err)
		}
		if err != nil && job.Flush != nil {
			err = errors.Join(err, job.Flush())
		}
		if !errors.Is(err, errMissed) {
			break
		}
		job.Report("the hub has lost games that lay there last, and others came in their place; all that lie there " +
			"are read again")
		c = c.afresh()
	}
	if err != nil {
		c.stop(ctx)
	}
	return err
}

func newCollector(box *mailbox.Box, job Job) *collector {
	c := &collector{
		job: job, box: box, next: job.First, attempts: map[int]int{}, early: map[int]arrival{}, out: map[int]bool{},
		faults: map[int]int{}, unasked: map[mailbox.Author]int{}, came: map[mailbox.Author]int{},
		failed: map[mailbox.Author]bool{}, began: time.Now(),
	}
	c.inspector = newInspector(box, &c.job)
	return c
}

// afresh is a collector of the games that this one has not kept, which reads all results again.
func (c *collector) afresh() *collector {
	job := c.job
	job.First = c.next
	next := newCollector(c.box, job)
	next.attempts, next.faults, next.unasked, next.came = c.attempts, c.faults, c.unasked, c.came
	next.redelivered, next.refused, next.longest = c.redelivered, c.refused, c.longest
	return next
}

// collector is a job under way.
type collector struct {
	job     Job
	box     *mailbox.Box
	results *mailbox.Results
	next    int // number of the game to keep next

	issued   int                     // tickets of the grid before it were issued
	out      map[int]bool            // tickets on offer or with a worker
	attempts map[int]int             // by ticket, after the first
	faults   map[int]int             // how often a ticket was tried in vain
	early    map[int]arrival         // bundles that wait for one before them, by ticket
	flushing []mailbox.Result        // were kept, and lie in the mailbox until the next flush
	held     []mailbox.Result        // were kept, and lie in the mailbox until the last game is there
	owed     []ticket.Ticket         // that found no room at the hub
	waited   int                     // the number of the next game at the last look at the room
	came     map[mailbox.Author]int  // bundles that have passed
	inVain   int                     // tickets that workers could not play, since the last bundle
	failed   map[mailbox.Author]bool // whose last ticket was one of them
	unasked  map[mailbox.Author]int  // results that no ticket asked for
	*inspector

	began       time.Time
	noted       time.Time // when the progress was noted last
	redelivered int       // deliveries of tickets after their first ones
	refused     int       // bundles
	idleSince   time.Time // nobody could play; zero while somebody can
	saidIdle    bool
	begun       bool                    // it was looked whether somebody plays at the beginning
	listened    time.Time               // when it was looked last who is silent
	silent      map[mailbox.Author]bool // who was then
}

// arrival is a bundle that has passed.
type arrival struct {
	bundle  ticket.Bundle
	result  mailbox.Result
	removed bool // from the mailbox
}

func (c *collector) run(ctx context.Context) error {
	kind := c.job.Work.Kind()
	if err := c.box.Open(ctx, kind, c.job.Silence); err != nil {
		return err
	}
	stored, err := c.box.Stored(ctx, kind, c.job.Run)
	if err != nil {
		return err
	}
	if c.results, err = c.box.Results(ctx, kind, c.job.Run); err != nil {
		return err
	}
	defer c.results.Close()
	if err := c.readBook(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer c.asking.Wait()
	defer stop()
	if err := c.note(ctx); err != nil {
		return err
	}
	if err := c.advance(ctx); err != nil {
		return err
	}
	c.issued = c.job.of(c.next)
	sweep, flush := time.NewTicker(c.job.Silence/2), time.NewTicker(min(flushTime, c.job.Silence/4))
	defer sweep.Stop()
	defer flush.Stop()
	for c.next < c.job.Games {
		full, more, err := c.issue(ctx, stored)
		if err != nil {
			return err
		}
		var again <-chan time.Time
		switch {
		case full:
			again = time.After(fullTime)
		case more:
			again = time.After(0)
		}
		select {
		case <-again:
		case <-ctx.Done():
			return context.Cause(ctx)
		case r := <-c.results.C():
			err = c.take(ctx, r)
		case a := <-c.answers:
			err = c.heard(ctx, a)
		case <-flush.C:
			if err = c.flush(ctx); err == nil {
				err = errors.Join(c.lighten(ctx), c.note(ctx), c.listen(ctx), c.idleAtFirst(ctx))
			}
		case <-sweep.C:
			if err = c.sweep(ctx); err == nil {
				err = errors.Join(c.look(ctx), c.idle(ctx, c.job.Idle))
			}
		}
		if err != nil {
			return err
		}
	}
	if err := c.flush(ctx); err != nil {
		return err
	}
	if err := c.forget(ctx); err != nil {
		return err
	}
	return c.write(ctx) // there is room now
}

// issue offers tickets of the window. full says that there is no room for more now: a hub that waited for
// room would not take out the games that make it. more says that there are tickets to offer.
func (c *collector) issue(ctx context.Context, stored map[string]bool) (full, more bool, err error) {
	for len(c.owed) > 0 {
		if full, err = c.offer(ctx, c.owed[0]); full || err != nil {
			return full, false, err
		}
		c.owed = c.owed[1:]
	}
	first := c.job.of(c.next)
	end := min(first+c.job.window(), c.job.tickets())
	for offered := 0; ; c.issued++ {
		c.issued = max(c.issued, first)
		i := c.issued
		if i >= end {
			if end == c.job.tickets() && c.job.Issued != nil {
				c.job.Issued()
				c.job.Issued = nil
			}
			return false, false, nil
		}
		if offered == burst {
			return false, true, nil
		}
		if _, there := c.early[i]; there || c.out[i] || c.job.has(i) {
			continue
		}
		t := c.job.ticket(i, c.attempts[i])
		if c.attempts[i] > 0 || !stored[t.Name()] { // else of an earlier session: it comes out of the results
			if full, err = c.offer(ctx, t); full || err != nil {
				return full, false, err
			}
			offered++
		}
		c.out[i] = true
	}
}

func (c *collector) offer(ctx context.Context, t ticket.Ticket) (full bool, err error) {
	data, err := t.Encode()
	if err != nil {
		return false, err
	}
	_, err = c.box.Issue(ctx, address(t), data)
	if errors.Is(err, mailbox.ErrFull) {
		return true, nil
	}
	return false, err
}

func address(t ticket.Ticket) mailbox.Address {
	return mailbox.Address{Kind: t.Kind, Run: t.Run, Name: t.Name()}
}

// again issues a ticket that was tried in vain.
func (c *collector) again(ctx context.Context, i int, why string) error {
	if err := c.tried(i, why); err != nil {
		return err
	}
	c.job.Report(c.givenAgain(i, why))
	return c.reissue(ctx, i)
}

// tried counts that a ticket was tried in vain. The error says that it was too often.
func (c *collector) tried(i int, why string) error {
	if c.faults[i]++; c.faults[i] < MaxAttempts {
		return nil
	}
	t := c.job.ticket(i, 0)
	return fmt.Errorf("%s: tried %d times in vain, the last time: %s; all games before are kept, and the same command "+
		"goes on from there", spanText(t.First, t.Count), MaxAttempts, why)
}

// givenAgain is what people hear of a ticket that is given out again.
func (c *collector) givenAgain(i int, why string) string {
	t := c.job.ticket(i, 0)
	return fmt.Sprintf("%s: given out again: %s", spanText(t.First, t.Count), why)
}

// reissue issues a ticket under a new name.
func (c *collector) reissue(ctx context.Context, i int) error {
	c.attempts[i]++
	c.out[i] = true
	t := c.job.ticket(i, c.attempts[i])
	full, err := c.offer(ctx, t)
	if full {
		c.owed = append(c.owed, t)
	}
	return err
}

// flush puts what was kept on the disk and takes it out of the mailbox.
func (c *collector) flush(ctx context.Context) error {
	if len(c.flushing) == 0 {
		return nil
	}
	if err := c.job.Flush(); err != nil {
		return err
	}
	if err := c.results.Release(ctx, c.flushing...); err != nil {
		return err
	}
	c.flushing = c.flushing[:0]
	return nil
}

// lighten makes room when games that wait for an earlier one, or for the last one, fill the mailbox: that one could
// not come in. Half of those that wait are then in memory only. If this process is killed their tickets are lost,
// and issued again.
func (c *collector) lighten(ctx context.Context) error {
	stuck := c.waited == c.next && len(c.early)+len(c.held) > 0
	c.waited = c.next
	if !stuck {
		return nil
	}
	if crowded, err := c.box.Crowded(ctx); err != nil || !crowded {
		return err
	}
	if err := c.results.Settle(ctx); err != nil {
		return err
	}
	if n := len(c.held); n > 0 {
		err := c.results.Remove(ctx, c.held[n/2:]...)
		c.held = c.held[:n/2]
		return err
	}
	var inside []int
	for i, a := range c.early {
		if !a.removed {
			inside = append(inside, i)
		}
	}
	slices.Sort(inside)
	for _, i := range inside[len(inside)/2:] {
		a := c.early[i]
		if err := c.results.Remove(ctx, a.result); err != nil {
			return err
		}
		a.removed = true
		c.early[i] = a
	}
	return nil
}
