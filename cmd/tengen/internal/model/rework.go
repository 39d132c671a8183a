package model

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

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

// Rework is what commands have in common that watch the networks of a model in positions of games, change them by what
// they saw, and keep all else of the model.
type Rework struct {
	flags.Common
	Model string `arg:"" help:"The model: a folder, or one in the program, as shipped:19x19."`
	flags.Collection
	Network   string `help:"The network to change: policy, value, or both." enum:"policy,value,both" default:"both"`
	Positions int    `help:"Look at this many positions of the games; 0: all." default:"200000"`
	Out       string `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model; may replace one." placeholder:"DIR"`
}

// watched is a network of package nets.
type watched interface {
	measure.Watched
	Planes() int
	MultiplyAdds() int
	Prune(filters []nets.Filters) (int, error)
	Refresh(seed uint64, w *nets.Watch) error
	Weights() []models.Tensor
}

// result is what was done to one network.
type result interface {
	// notes is a line for the model's manifest, empty if the network is as before.
	notes() string
	// print tells people about it.
	print(w io.Writer)
}

// each watches and changes the networks. It saves the new model and prints the results, for --json under a name.
func (c *Rework) each(
	ctx context.Context, w io.Writer, name string, change func(n watched, w *nets.Watch) (result, error),
) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	if err := models.CheckWritable(c.Out); err != nil {
		return err
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
	kinds, results := slices.Sorted(maps.Keys(networks)), map[string]result{}
	for _, kind := range kinds {
		n := networks[kind]
		watch, err := c.watch(ctx, kind, n, games, m.Manifest.Board)
		if err != nil {
			return err
		}
		r, err := change(n, watch)
		if err != nil {
			return err
		}
		results[kind] = r
		if notes := r.notes(); notes != "" {
			m.Weights[kind] = n.Weights()
			m.Manifest.Networks[kind] = changed(m.Manifest.Networks[kind], notes)
		}
	}
	saved, err := models.Save(c.Out, *m)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": saved, name: results})
	}
	for _, kind := range kinds {
		fmt.Fprintf(w, "%s: %s\n", c.Out, describe(saved, kind))
		results[kind].print(w)
	}
	return nil
}

// networks are those to be changed, by kind.
func (c *Rework) networks(m *models.Model) (map[string]watched, error) {
	all, err := nets.Of(m)
	if err != nil {
		return nil, err
	}
	out := map[string]watched{}
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

// watch watches a network.
func (c *Rework) watch(
	ctx context.Context, kind string, network watched, games *record.Set, board int,
) (*nets.Watch, error) {
	data, err := sample.NewData(games, features.Planes(network.Planes()))
	if err != nil {
		return nil, err
	}
	if data.Len() == 0 {
		return nil, fmt.Errorf("%w to look at: no game on %d×%d passes the filters",
			sample.ErrNoPositions, board, board)
	}
	bar := progress.New(c.Quiet, "watching the "+kind+" network", data.Len(), "positions")
	defer bar.Finish()
	return measure.Responses(ctx, network, data, measure.Config{
		Positions: c.Positions, Symmetries: 1, Threads: c.Workers(), Seed: c.Seed,
		Progress: func(done, total int) {
			bar.Resize(int64(total))
			bar.Set(int64(done))
		},
	})
}

// changed describes a network that was changed: it has the training of the one before, which is its parent.
func changed(n models.Network, notes string) models.Network {
	t := n.Training
	t.Program, t.Parent, t.Notes = version.String(), n.File.SHA256, notes
	if before := n.Training.Notes; before != "" {
		t.Notes += "; before: " + before
	}
	n.Training, n.Original = t, "" // in full precision
	return n
}
