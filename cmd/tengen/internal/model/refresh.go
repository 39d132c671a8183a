package model

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/nets"
)

// RefreshCmd prepares networks for more training.
type RefreshCmd struct{ Rework }

// Help is printed below the flags.
func (c *RefreshCmd) Help() string {
	return `This command prepares networks for more training. In positions of games it looks at what each
filter gives. A filter is dead when its output is zero in every position. It learns nothing any
more. Dead filters begin anew: in the first convolution with random weights, in the others as
copies of what the layer before gives. They add nothing yet, but learn. All other filters are
brought to about one size: a filter that reads very large and very small ones dies sooner. In
these positions the new model answers as the old one does, up to rounding. All else of the model
stays as it is. Train at a low rate then, for the new filters can die once more.

Example:

    tengen model refresh runs/first games/ -o runs/refreshed
    tengen train policy games/ -o runs/second --init runs/refreshed --rate 0.001`
}

// Run refreshes the networks.
func (c *RefreshCmd) Run(ctx context.Context) error { return c.print(ctx, output.Stdout) }

func (c *RefreshCmd) print(ctx context.Context, w io.Writer) error {
	return c.each(ctx, w, "refreshed", func(n watched, watch *nets.Watch) (result, error) {
		r := refreshing{Filters: watch.Filters(), Positions: watch.Positions(), games: strings.Join(c.Names(), ", ")}
		for _, f := range r.Filters {
			r.Dead += f.Dead
		}
		return r, n.Refresh(c.Seed, watch)
	})
}

// refreshing is what was done to one network.
type refreshing struct {
	Filters   []nets.Filters `json:"filters"`
	Dead      int            `json:"dead"`
	Positions int            `json:"positions"`
	games     string
}

func (r refreshing) notes() string {
	s := fmt.Sprintf("refreshed by %s of %s", output.Count(r.Positions, "position"), r.games)
	if r.Dead > 0 {
		s += fmt.Sprintf(", in none of which %s responded that began anew", output.Count(r.Dead, "filter"))
	}
	return s
}

func (r refreshing) print(w io.Writer) {
	printDead(w, r.Filters)
	fmt.Fprintf(w, "  %s; filters that began anew: %d; all others were brought to about one size\n",
		output.Count(r.Positions, "position"), r.Dead)
}
