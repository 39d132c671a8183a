package model

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/nets"
)

// PruneCmd sets the dead filters of networks to zero.
type PruneCmd struct{ Rework }

// Help is printed below the flags.
func (c *PruneCmd) Help() string {
	return `A filter of a network is dead when its output is zero in every position. It costs time and gives
nothing. This command looks for such filters in positions of games and sets them to zero. Tengen
leaves filters of zeros out, so the new model needs fewer multiplications. It is faster where a
layer loses many filters: the CPU computes them in groups of 16 or 32. Trainings leave them out,
too, and they stay zero. In these positions the new model gives the same answers, up to rounding.
In other positions its answers may differ. So use many games, like those in which the network will
play. All else of the model stays as it is. To give dead filters a new start instead, use
tengen model refresh.

Example:

    tengen model prune runs/first games/ -o runs/pruned`
}

// Run prunes the networks.
func (c *PruneCmd) Run(ctx context.Context) error { return c.print(ctx, output.Stdout) }

func (c *PruneCmd) print(ctx context.Context, w io.Writer) error {
	return c.each(ctx, w, "pruned", func(n watched, watch *nets.Watch) (result, error) {
		p := pruning{
			Filters: watch.Filters(), Positions: watch.Positions(), Before: n.MultiplyAdds(),
			games: strings.Join(c.Names(), ", "),
		}
		var err error
		p.Zeroed, err = n.Prune(p.Filters)
		p.After = n.MultiplyAdds()
		return p, err
	})
}

// pruning is what was done to one network.
type pruning struct {
	Filters   []nets.Filters `json:"filters"`
	Zeroed    int            `json:"zeroed"` // and were not before
	Positions int            `json:"positions"`
	Before    int            `json:"multiply_adds_before"`
	After     int            `json:"multiply_adds"`
	games     string
}

func (p pruning) notes() string {
	if p.Zeroed == 0 {
		return ""
	}
	return fmt.Sprintf("pruned of %s, which responded in none of %s of %s",
		output.Count(p.Zeroed, "filter"), output.Count(p.Positions, "position"), p.games)
}

func (p pruning) print(w io.Writer) {
	if p.Zeroed == 0 {
		fmt.Fprintf(w, "  nothing to prune: in some of %s every filter responded that is not zero\n",
			output.Count(p.Positions, "position"))
		return
	}
	printDead(w, p.Filters)
	fmt.Fprintf(w, "  %s; %.1f million multiplications for an answer, before %.1f million\n",
		output.Count(p.Positions, "position"), float64(p.After)/1e6, float64(p.Before)/1e6)
}

// printDead is a line for each layer with dead filters.
func printDead(w io.Writer, filters []nets.Filters) {
	for _, f := range filters {
		if f.Dead > 0 {
			fmt.Fprintf(w, "  %s: %d of %d filters responded in no position\n", f.Layer, f.Dead, f.Count)
		}
	}
}
