package model

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// PruneCmd sets the dead filters of networks to zero.
type PruneCmd struct {
	flags.Common
	Model string `arg:"" help:"The model: a folder, or one in the program, as shipped:19x19."`
	flags.Collection
	Positions int    `help:"Look at this many positions of the games; 0: all." placeholder:"N" default:"50000"`
	Out       string `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model." placeholder:"DIR"`
}

// Help is printed below the flags.
func (c *PruneCmd) Help() string {
	return `A filter of a network is dead when its output is zero in every position. It costs time and gives
nothing. This command looks for such filters in positions of games and sets them to zero. The new
model gives the same answers in these positions, and tengen leaves its dead filters out, so it is
faster. Use games like those that the network will see. The new model has the policy and the value
network only. To give such filters a new start instead, run tengen model refresh on the new model.

Example:

    tengen model prune runs/first games/ -o runs/pruned
    tengen model join runs/first runs/pruned --policy-from runs/pruned -o runs/faster`
}

// Run prunes the networks.
func (c *PruneCmd) Run(ctx context.Context) error { return c.print(ctx, os.Stdout) }

// pruned is a network of package nets.
type pruned interface {
	measure.Watched
	Planes() int
	MultiplyAdds() int
	Prune(filters []nets.Filters) error
}

func (c *PruneCmd) print(ctx context.Context, w io.Writer) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	model, from, err := nets.LoadModel(c.Model)
	if err != nil {
		return err
	}
	networks := map[string]pruned{}
	if model.Policy != nil {
		networks[models.Policy] = model.Policy
	}
	if model.Value != nil {
		networks[models.Value] = model.Value
	}
	if len(networks) == 0 {
		return fmt.Errorf("%s has neither a policy nor a value network, and only these have filters", c.Model)
	}
	games, _, err := c.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	games = games.Subset(func(i int) bool { return games.Game(i).Size == from.Board })
	results := map[string]pruning{}
	about := map[string]models.Training{}
	for _, kind := range []string{models.Policy, models.Value} {
		if networks[kind] == nil {
			continue
		}
		p, err := c.prune(ctx, kind, networks[kind], games, from.Board)
		if err != nil {
			return err
		}
		old := from.Networks[kind]
		t := old.Training
		t.Program, t.Parent = version.String(), old.File.SHA256
		t.Notes = fmt.Sprintf("pruned of %d filters, which responded in none of %d positions; before: %s",
			dead(p.Filters), p.Positions, old.Training.Notes)
		results[kind], about[kind] = p, t
	}
	m, err := nets.SaveModel(c.Out, model, about)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": m, "pruned": results})
	}
	for _, kind := range []string{models.Policy, models.Value} {
		if networks[kind] != nil {
			fmt.Fprintf(w, "%s: %s\n", c.Out, describe(m, kind))
			results[kind].print(w)
		}
	}
	return nil
}

// pruning is what was done to one network.
type pruning struct {
	Filters   []nets.Filters `json:"filters"`
	Positions int            `json:"positions"`
	Before    int            `json:"multiply_adds_before"`
	After     int            `json:"multiply_adds"`
}

func (p pruning) print(w io.Writer) {
	for _, f := range p.Filters {
		if f.Dead > 0 {
			fmt.Fprintf(w, "  %s: %d of %d filters responded in no position\n", f.Layer, f.Dead, f.Count)
		}
	}
	if dead(p.Filters) == 0 {
		fmt.Fprintf(w, "  every filter responded in some of %s\n", output.Count(p.Positions, "position"))
		return
	}
	fmt.Fprintf(w, "  %s; %.0f million multiplications for an answer, before %.0f million\n",
		output.Count(p.Positions, "position"), float64(p.After)/1e6, float64(p.Before)/1e6)
}

// prune looks for dead filters of a network and sets them to zero.
func (c *PruneCmd) prune(
	ctx context.Context, kind string, network pruned, games *record.Set, board int,
) (pruning, error) {
	data, err := sample.NewData(games, features.Planes(network.Planes()))
	if err != nil {
		return pruning{}, err
	}
	if data.Len() == 0 {
		return pruning{}, fmt.Errorf("%w to look at: no game on %d×%d passes the filters",
			sample.ErrNoPositions, board, board)
	}
	threads := c.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	bar := progress.New(c.Quiet, "watching the "+kind+" network", data.Len(), "positions")
	watch, err := measure.Responses(ctx, network, data, measure.Config{
		Positions: c.Positions, Symmetries: 1, Threads: threads, Seed: c.Seed,
		Progress: func(done, total int) {
			bar.Resize(int64(total))
			bar.Set(int64(done))
		},
	})
	bar.Finish()
	if err != nil {
		return pruning{}, err
	}
	p := pruning{Filters: watch.Filters(), Positions: watch.Positions(), Before: network.MultiplyAdds()}
	if err := network.Prune(p.Filters); err != nil {
		return pruning{}, err
	}
	p.After = network.MultiplyAdds()
	return p, nil
}
