package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// take judges what has come, and keeps the games that are next.
func (c *collector) take(ctx context.Context, r mailbox.Result) error {
	i, attempt, ok := c.place(r)
	_, there := c.early[i]
	later := i >= c.issued // of an earlier session, which got further than this one so far
	switch {
	case !ok || there || !later && !c.out[i]: // of a grid of another session, or there already
		return c.results.Remove(ctx, r)
	case r.Fault:
		if err := c.results.Remove(ctx, r); err != nil || later || attempt != c.attempts[i] {
			return err
		}
		return c.again(ctx, i, fmt.Sprintf("worker %s: %s", r.Author, printable(string(r.Data))))
	}
	bundle, err := c.judge(i, r)
	if err != nil {
		c.strike(r.Author, err)
		if err := c.results.Remove(ctx, r); err != nil || later || attempt != c.attempts[i] {
			return err
		}
		return c.again(ctx, i, printable(err.Error()))
	}
	delete(c.out, i)
	c.early[i] = arrival{bundle: bundle, result: r}
	return c.advance(ctx)
}

// mostPrinted is how much of a worker's text people see.
const mostPrinted = 300

// printable is a worker's text without what a terminal would take for a command, and not too long.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), 4*mostPrinted)])
	if all := []rune(text); len(all) > mostPrinted {
		return string(all[:mostPrinted]) + " …"
	}
	return text
}

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

// errBarred is why the games of a worker count no more.
var errBarred = errors.New("too many of its games were refused")

// judge says what is wrong with a bundle.
func (c *collector) judge(i int, r mailbox.Result) (ticket.Bundle, error) {
	b, err := ticket.DecodeBundle(r.Data)
	if err != nil {
		return b, fmt.Errorf("worker %s: %w", r.Author, err)
	}
	if address(b.Ticket) != r.Address {
		return b, fmt.Errorf("worker %s: the games of ticket %s came for ticket %s", r.Author, b.Ticket.Name(), r.Name)
	}
	if c.strikes[r.Author] >= MaxStrikes {
		return b, fmt.Errorf("worker %s: %w", r.Author, errBarred)
	}
	thorough := c.job.Rand.IntN(max(b.Ticket.Count, thoroughEach)) // of a small bundle, perhaps none
	for k, game := range b.Games {
		if r.Author.Role == mailbox.Owner && r.Author.Name == c.job.Trusted {
			break
		}
		if err := c.job.Work.Check(c.job.Grid+i*c.job.Each+k, game, k == thorough); err != nil {
			return b, fmt.Errorf("worker %s: %w", r.Author, err)
		}
	}
	return b, nil
}

// strike notes a bundle that was refused.
func (c *collector) strike(worker mailbox.Author, why error) {
	if errors.Is(why, errBarred) {
		return
	}
	c.strikes[worker]++
	if c.strikes[worker] == MaxStrikes {
		c.job.Report(fmt.Sprintf("the games of worker %s count no more: %d of its bundles were refused",
			worker, MaxStrikes))
	}
}

// advance keeps the games that are next.
func (c *collector) advance(ctx context.Context) error {
	for c.next < c.job.Games {
		i := c.job.of(c.next)
		a, ok := c.early[i]
		if !ok {
			return nil
		}
		delete(c.early, i)
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
		c.kept = append(c.kept, a.result)
		if len(c.kept) >= flushBundles {
			if err := c.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
