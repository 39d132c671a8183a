package model

import (
	"fmt"
	"io"
	"os"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// RefreshCmd prepares networks for more training.
type RefreshCmd struct {
	flags.Common
	Model string `arg:"" help:"The model: a folder, or one in the program, as shipped:19x19."`
	Out   string `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model." placeholder:"DIR"`
}

// Help is printed below the flags.
func (c *RefreshCmd) Help() string {
	return `A filter of a network is dead when its output is the same for every position. It learns nothing
any more, and weight decay makes its weights small. This command gives new weights to filters that
decay has brought below 0.5 % of the largest of their layer. That takes tens of thousands of steps.
To find filters that died later, run tengen model prune first. This command also brings layers to
the scale of a new network. The new model answers as the old one does. It has the policy and the
value network only.

Example:

    tengen model prune runs/first games/ -o runs/pruned
    tengen model refresh runs/pruned -o runs/refreshed
    tengen train policy games/ -o runs/second --init runs/refreshed --rate 0.001`
}

// Run refreshes the networks.
func (c *RefreshCmd) Run() error { return c.print(os.Stdout) }

// refreshed says what was done to one network.
type refreshed struct {
	kind    string
	network interface {
		Filters() []nets.Filters
		Refresh(seed uint64, filters []nets.Filters) error
	}
}

func (c *RefreshCmd) print(w io.Writer) error {
	model, from, err := nets.LoadModel(c.Model)
	if err != nil {
		return err
	}
	var networks []refreshed
	if model.Policy != nil {
		networks = append(networks, refreshed{models.Policy, model.Policy})
	}
	if model.Value != nil {
		networks = append(networks, refreshed{models.Value, model.Value})
	}
	if len(networks) == 0 {
		return fmt.Errorf("%s has neither a policy nor a value network, and only these have filters", c.Model)
	}
	about, layers := map[string]models.Training{}, map[string][]nets.Filters{}
	for _, n := range networks {
		layers[n.kind] = n.network.Filters()
		if err := n.network.Refresh(c.Seed, layers[n.kind]); err != nil {
			return err
		}
		old := from.Networks[n.kind]
		about[n.kind] = models.Training{
			Program: version.String(), Data: old.Training.Data, Games: old.Training.Games, Seed: c.Seed,
			Parent: old.File.SHA256, Notes: fmt.Sprintf("refreshed, %d dead filters began anew", dead(layers[n.kind])),
		}
	}
	m, err := nets.SaveModel(c.Out, model, about)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": m, "filters": layers})
	}
	for _, n := range networks {
		fmt.Fprintf(w, "%s: %s\n", c.Out, describe(m, n.kind))
		for _, f := range layers[n.kind] {
			if f.Dead > 0 {
				fmt.Fprintf(w, "  %s: %d of %d filters were dead\n", f.Layer, f.Dead, f.Count)
			}
		}
		if dead(layers[n.kind]) == 0 {
			fmt.Fprintf(w, "  no filter was dead\n")
		}
	}
	return nil
}

// dead counts the dead filters of all layers.
func dead(layers []nets.Filters) int {
	n := 0
	for _, f := range layers {
		n += f.Dead
	}
	return n
}
