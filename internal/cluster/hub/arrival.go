package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/printable"
)

// take judges what has come, and keeps the games that are next.
func (c *collector) take(ctx context.Context, r mailbox.Result) error {
	if s := c.samples[r.Name]; s != nil {
		return errors.Join(c.results.Remove(ctx, r), c.answered(ctx, s, r))
	}
	i, attempt, ok := c.place(r)
	_, there := c.early[i]
	later := i >= c.issued && !c.out[i] // of an earlier session, or of a time before games were taken back
	switch {
	case !ok || there || !later && !c.out[i] || c.job.has(i): // of a grid of another session, or there already
		return errors.Join(c.results.Remove(ctx, r), c.extra(ctx, r.Author))
	case r.Fault:
		if err := c.results.Remove(ctx, r); err != nil || later || attempt != c.attempts[i] {
			return err
		}
		return c.fail(ctx, i, r)
	}
	bundle, err := c.judge(r)
	if err != nil {
		if err := c.results.Remove(ctx, r); err != nil {
			return err
		}
		if barred := errors.Is(err, errBarred); !barred {
			c.refused++
			if err := c.strike(ctx, r.Author, err); err != nil {
				return err
			}
		} else if !later && attempt == c.attempts[i] {
			return c.reissue(ctx, i) // it says nothing about the ticket
		}
		if later || attempt != c.attempts[i] {
			return nil
		}
		return c.again(ctx, i, legible(err.Error()))
	}
	delete(c.out, i)
	c.inVain = 0
	delete(c.failed, r.Author)
	c.came[r.Author]++
	c.redelivered += max(0, bundle.Deliveries-1)
	c.longest = max(c.longest, min(bundle.Took, mostTook))
	c.early[i] = arrival{bundle: bundle, result: r}
	if err := c.draw(ctx, i); err != nil {
		return err
	}
	return c.advance(ctx)
}

// fail notes that a worker could not play a ticket. The run ends when none of those who are there can.
func (c *collector) fail(ctx context.Context, i int, r mailbox.Result) error {
	why := fmt.Sprintf("worker %s: %s", r.Author, legible(string(r.Data)))
	c.failed[r.Author] = true
	if c.inVain++; c.inVain < MaxAttempts {
		return c.again(ctx, i, why)
	}
	able, err := c.able(ctx)
	if err != nil || able {
		return errors.Join(err, c.again(ctx, i, why))
	}
	return fmt.Errorf("the workers have tried %d times in vain, the last time: %s; the games so far are kept, and "+
		"the same command goes on from there", c.inVain, why)
}

// able says whether somebody is there who plays this kind of game, and has not failed last time.
func (c *collector) able(ctx context.Context) (bool, error) {
	all, err := c.workers(ctx)
	for by, about := range all {
		if !c.failed[by] && !c.barred(by) && slices.Contains(about.Kinds, c.job.Work.Kind()) {
			return true, nil
		}
	}
	return false, err
}

// extra counts results that no ticket asks for: those of tickets that two workers have played, and of tickets of an
// earlier session. A worker that sends more of them than there can be floods the hub.
func (c *collector) extra(ctx context.Context, by mailbox.Author) error {
	earlier := min(c.job.Games-c.job.Grid, mostWindow) // bundles of an earlier session, at most
	if c.unasked[by]++; c.unasked[by] <= earlier+leastWindow+c.came[by] || c.barred(by) || c.trusts(by) {
		return nil
	}
	return c.strike(ctx, by, &trust.Refusal{Reason: trust.Flood, Err: errFlood})
}

// mostLegible is how many characters of a worker's text people see.
const mostLegible = 300

// legible is a worker's text as people see it.
func legible(text string) string { return printable.Line(text, mostLegible) }

// place is the ticket of the grid that a result belongs to.
func (c *collector) place(r mailbox.Result) (i, attempt int, ok bool) {
	var first, count int
	if _, err := fmt.Sscanf(r.Name, "%d-%d-%d", &first, &count, &attempt); err != nil || first < c.job.Grid {
		return 0, 0, false
	}
	i = c.job.of(first)
	t := c.job.ticket(i, attempt)
	return i, attempt, t.Name() == r.Name
}

// Why bundles are refused.
var (
	errBarred = errors.New("the hub takes no more games from it")
	errFlood  = errors.New("more bundles than there were tickets")
	errModel  = errors.New("its games are by another specification: other models, rules or seeds")
)

// mostOfGame is more than the bytes of any game. On 19×19, what searches think of hundreds of moves takes megabytes.
const mostOfGame = 6 << 20

// judge says what is wrong with a bundle of a ticket of the grid.
func (c *collector) judge(r mailbox.Result) (ticket.Bundle, error) {
	b, why := c.inspect(r)
	if why != nil {
		return b, fmt.Errorf("worker %s: %w", r.Author, why)
	}
	return b, nil
}

// inspect says what is wrong with a bundle.
func (c *collector) inspect(r mailbox.Result) (b ticket.Bundle, err error) {
	refuse := func(reason trust.Reason, err error) (ticket.Bundle, error) {
		return b, &trust.Refusal{Reason: reason, Err: err}
	}
	if c.barred(r.Author) {
		return b, errBarred
	}
	if b, err = ticket.DecodeBundle(r.Data); err != nil {
		return refuse(trust.Damaged, err)
	}
	switch {
	case address(b.Ticket) != r.Address:
		return refuse(trust.OtherTicket,
			fmt.Errorf("the games of ticket %s came for ticket %s", b.Ticket.Name(), r.Name))
	case b.SpecDigest != c.spec:
		return refuse(trust.OtherModel, errModel)
	case c.trusts(r.Author):
		return b, nil
	}
	thorough := c.job.Rand.IntN(max(b.Ticket.Count, thoroughEach)) // of a small bundle, perhaps none
	for k, game := range b.Games {
		if len(game) > mostOfGame {
			return refuse(trust.TooLarge, fmt.Errorf("game %d has %d bytes", b.Ticket.First+k, len(game)))
		}
		if err := c.job.Work.Check(b.Ticket.First+k, game, k == thorough); err != nil {
			return refuse(trust.Illegal, err)
		}
	}
	return b, nil
}

// advance keeps the games that are next.
func (c *collector) advance(ctx context.Context) error {
	for c.next < c.job.Games {
		i := c.job.of(c.next)
		if c.job.has(i) {
			c.next = min(c.job.Grid+(i+1)*c.job.Each, c.job.Games)
			continue
		}
		a, ok := c.early[i]
		if !ok || c.suspended[a.result.Author] > 0 {
			return nil
		}
		delete(c.early, i)
		c.unconfirmed(a)
		for ; c.next < a.bundle.Ticket.First+a.bundle.Ticket.Count; c.next++ {
			if err := c.job.Keep(c.next, a.bundle.Games[c.next-a.bundle.Ticket.First]); err != nil {
				return err
			}
		}
		if a.removed {
			continue
		}
		if c.job.Flush == nil {
			c.held = append(c.held, a.result) // a killed hub finds the games in the mailbox
			continue
		}
		c.flushing = append(c.flushing, a.result)
		if len(c.flushing) >= flushBundles {
			if err := c.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
