package model

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

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
	Network   string `help:"The network to prune: policy, value, or both." enum:"policy,value,both" default:"both"`
	Positions int    `help:"Look at this many positions of the games; 0: all." placeholder:"N" default:"200000"`
	Out       string `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model; may replace one." placeholder:"DIR"`
}

// Help is printed below the flags.
func (c *PruneCmd) Help() string {
	return `A filter of a network is dead when its output is zero in every position. It costs time and gives
nothing. This command looks for such filters in positions of games and sets them to zero. On the
CPU, tengen leaves filters of zeros out, so the new model is faster. In these positions it gives
the same answers, up to rounding. In other positions its answers may differ. So use many games,
like those in which the network will play. All else of the model stays as it is. To give dead
filters a new start instead, run tengen model refresh on the new model.

Example:

    tengen model prune runs/first games/ -o runs/pruned`
}

// Run prunes the networks.
func (c *PruneCmd) Run(ctx context.Context) error { return c.print(ctx, os.Stdout) }

// pruned is a network of package nets.
type pruned interface {
	measure.Watched
	Planes() int
	MultiplyAdds() int
	Prune(filters []nets.Filters) (int, error)
	Weights() []models.Tensor
}

func (c *PruneCmd) print(ctx context.Context, w io.Writer) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	m, err := models.Open(c.Model)
	if err != nil {
		return err
	}
	networks, err := c.networks(m)
	if err != nil {
		return err
	}
	games, _, err := c.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	games = games.Subset(func(i int) bool { return games.Game(i).Size == m.Manifest.Board })
	results := map[string]pruning{}
	for _, kind := range slices.Sorted(maps.Keys(networks)) {
		p, err := c.prune(ctx, kind, networks[kind], games, m.Manifest.Board)
		if err != nil {
			return err
		}
		results[kind] = p
		if p.Zeroed > 0 {
			m.Weights[kind] = networks[kind].Weights()
			m.Manifest.Networks[kind] = c.about(m.Manifest.Networks[kind], p)
		}
	}
	saved, err := models.Save(c.Out, *m)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": saved, "pruned": results})
	}
	for _, kind := range slices.Sorted(maps.Keys(results)) {
		fmt.Fprintf(w, "%s: %s\n", c.Out, describe(saved, kind))
		results[kind].print(w)
	}
	return nil
}

// networks are what is to be pruned, by kind.
func (c *PruneCmd) networks(m *models.Model) (map[string]pruned, error) {
	all, err := nets.Of(m)
	if err != nil {
		return nil, err
	}
	out := map[string]pruned{}
	if all.Policy != nil && c.Network != models.Value {
		out[models.Policy] = all.Policy
	}
	if all.Value != nil && c.Network != models.Policy {
		out[models.Value] = all.Value
	}
	switch {
	case len(out) > 0:
		return out, nil
	case c.Network != "both":
		return nil, fmt.Errorf("%s has no %s network", c.Model, c.Network)
	}
	return nil, fmt.Errorf("%s has neither a policy nor a value network, and only these have filters", c.Model)
}

// about describes a network that was pruned: it has the training of the one before, which is its parent.
func (c *PruneCmd) about(n models.Network, p pruning) models.Network {
	t := n.Training
	t.Program, t.Parent = version.String(), n.File.SHA256
	t.Notes = fmt.Sprintf("pruned of %s, which responded in none of %s of %s",
		output.Count(p.Zeroed, "filter"), output.Count(p.Positions, "position"), strings.Join(c.Names(), ", "))
	if before := n.Training.Notes; before != "" {
		t.Notes += "; before: " + before
	}
	n.Training, n.Original = t, "" // in full precision
	return n
}

// pruning is what was done to one network.
type pruning struct {
	Filters   []nets.Filters `json:"filters"`
	Zeroed    int            `json:"zeroed"` // and were not before
	Positions int            `json:"positions"`
	Before    int            `json:"multiply_adds_before"`
	After     int            `json:"multiply_adds"`
}

func (p pruning) print(w io.Writer) {
	if p.Zeroed == 0 {
		fmt.Fprintf(w, "  nothing to prune: in some of %s every filter responded that is not zero\n",
			output.Count(p.Positions, "position"))
		return
	}
	for _, f := range p.Filters {
		if f.Dead > 0 {
			fmt.Fprintf(w, "  %s: %d of %d filters responded in no position\n", f.Layer, f.Dead, f.Count)
		}
	}
	fmt.Fprintf(w, "  %s; %.1f million multiplications for an answer, before %.1f million\n",
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
	bar := progress.New(c.Quiet, "watching the "+kind+" network", data.Len(), "positions")
	watch, err := measure.Responses(ctx, network, data, measure.Config{
		Positions: c.Positions, Symmetries: 1, Threads: c.Workers(), Seed: c.Seed,
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
	if p.Zeroed, err = network.Prune(p.Filters); err != nil {
		return pruning{}, err
	}
	p.After = network.MultiplyAdds()
	return p, nil
}
