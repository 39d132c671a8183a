package hub

import (
	"context"
	"errors"
	"fmt"
)

// errMissed says that games lie at the hub that will not come out.
var errMissed = errors.New("the hub has lost the order of the games that lie there")

// mostMissed is of how many tickets a sweep looks whether their games come out. The first ones hold up all others.
const mostMissed = 4

// sweep looks for tickets that the hub has lost, because its disk was damaged, and gives them out again. The error is
// errMissed if games of the tickets that all others wait for lie there and do not come out.
func (c *collector) sweep(ctx context.Context) error {
	there, err := c.box.There(ctx, c.job.Work.Kind(), c.job.Run)
	if err != nil {
		return err
	}
	owed := map[int]bool{}
	for _, t := range c.owed {
		owed[c.job.of(t.First)] = true
	}
	var lost []int
	looks := mostMissed
	for i := c.job.of(c.next); i < c.issued; i++ {
		t := c.job.ticket(i, c.attempts[i])
		switch {
		case !c.out[i] || owed[i]:
		case !there[t.Name()]:
			lost = append(lost, i)
		case looks > 0:
			looks--
			missed, err := c.results.Missed(ctx, address(t))
			if err != nil {
				return err
			}
			if missed {
				return errMissed
			}
		}
	}
	if len(lost) == 0 {
		return nil
	}
	if err := c.box.Open(ctx, c.job.Work.Kind(), c.job.Silence); err != nil { // the queue may be lost as well
		return err
	}
	return c.lose(lost)
}

// lose gives lost tickets out again, in their order. There is one at least.
func (c *collector) lose(lost []int) error {
	const why = "neither they nor their ticket are at the hub"
	for _, i := range lost {
		if err := c.tried(i, why); err != nil {
			return err
		}
		c.attempts[i]++
		delete(c.out, i)
		c.issued = min(c.issued, i)
	}
	text := c.givenAgain(lost[0], why)
	if more := len(lost) - 1; more > 0 {
		text += fmt.Sprintf("; so are the games of %d later tickets", more)
	}
	c.job.Report(text)
	return nil
}
