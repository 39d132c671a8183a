package hub

import (
	"context"
	"errors"
	"fmt"
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
	c := &collector{
		job: job, box: box, next: job.First, attempts: map[int]int{}, early: map[int]arrival{}, out: map[int]bool{},
		strikes: map[mailbox.Author]int{},
	}
	err = c.run(ctx)
	if err != nil && job.Flush != nil {
		err = errors.Join(err, job.Flush())
	}
	return err
}

// collector is a job under way.
type collector struct {
	job     Job
	box     *mailbox.Box
	results *mailbox.Results
	next    int // number of the game to keep next

	issued   int             // tickets of the grid before it were issued
	out      map[int]bool    // tickets on offer or with a worker
	attempts map[int]int     // by ticket, after the first
	early    map[int]arrival // bundles that wait for one before them, by ticket
	kept     []mailbox.Result
	strikes  map[mailbox.Author]int
}

// arrival is a bundle that has passed.
type arrival struct {
	bundle ticket.Bundle
	result mailbox.Result
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
	c.issued = c.job.of(c.next)
	sweep, flush := time.NewTicker(c.job.Silence/2), time.NewTicker(flushTime)
	defer sweep.Stop()
	defer flush.Stop()
	for c.next < c.job.Games {
		if err := c.issue(ctx, stored); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case r := <-c.results.C():
			err = c.take(ctx, r)
		case <-flush.C:
			err = c.flush(ctx)
		case <-sweep.C:
			err = c.sweep(ctx)
		}
		if err != nil {
			return err
		}
	}
	if err := c.flush(ctx); err != nil {
		return err
	}
	return c.box.Forget(ctx, kind, c.job.Run)
}

// issue offers the tickets of the window.
func (c *collector) issue(ctx context.Context, stored map[string]bool) error {
	for ; c.issued < min(c.job.of(c.next)+window, c.job.tickets()); c.issued++ {
		c.out[c.issued] = true
		t := c.job.ticket(c.issued, 0)
		if stored[t.Name()] {
			continue // of an earlier session: it comes out of the results
		}
		if err := c.offer(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) offer(ctx context.Context, t ticket.Ticket) error {
	data, err := t.Encode()
	if err != nil {
		return err
	}
	_, err = c.box.Issue(ctx, address(t), data)
	return err
}

func address(t ticket.Ticket) mailbox.Address {
	return mailbox.Address{Kind: t.Kind, Run: t.Run, Name: t.Name()}
}

// again issues a ticket under a new name.
func (c *collector) again(ctx context.Context, i int, why string) error {
	c.attempts[i]++
	t := c.job.ticket(i, c.attempts[i])
	if c.attempts[i] >= MaxAttempts {
		return fmt.Errorf("games %d to %d were tried %d times in vain, the last time: %s; the games before them "+
			"are kept, and the same command goes on from there", t.First, t.First+t.Count-1, MaxAttempts, why)
	}
	c.job.Report(fmt.Sprintf("games %d to %d are given out again: %s", t.First, t.First+t.Count-1, why))
	return c.offer(ctx, t)
}

// sweep looks whether the tickets that all others wait for are still there.
func (c *collector) sweep(ctx context.Context) error {
	first := c.job.of(c.next)
	for i := first; i < min(first+4, c.issued); i++ {
		if !c.out[i] {
			continue
		}
		lost, err := c.box.Lost(ctx, address(c.job.ticket(i, c.attempts[i])))
		if err != nil {
			return err
		}
		if lost {
			if err := c.again(ctx, i, "neither they nor their ticket are at the hub"); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush puts what was kept on the disk and takes it out of the mailbox.
func (c *collector) flush(ctx context.Context) error {
	if len(c.kept) == 0 {
		return nil
	}
	if err := c.job.Flush(); err != nil {
		return err
	}
	if err := c.results.Remove(ctx, c.kept...); err != nil {
		return err
	}
	c.kept = c.kept[:0]
	return nil
}
