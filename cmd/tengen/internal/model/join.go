package model

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/models"
)

// JoinCmd makes one model of several.
type JoinCmd struct {
	flags.Common
	Models      []string  `arg:"" optional:"" help:"Folders of models." name:"model"`
	Out         string    `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model; it replaces a model there." placeholder:"DIR"`
	PolicyFrom  string    `help:"Take the policy network of this model." placeholder:"MODEL"`
	ValueFrom   string    `help:"Take the value network of this model." placeholder:"MODEL"`
	RolloutFrom string    `help:"Take the rollout policy of this model." placeholder:"MODEL"`
	TreeFrom    string    `help:"Take the tree policy of this model." placeholder:"MODEL"`
	ShapesFrom  string    `help:"Take the local shapes of this model." placeholder:"MODEL"`
	Without     []string  `help:"Leave out: policy, value, rollout, tree or shapes, with commas between." placeholder:"KIND"`
	Half        bool      `help:"Store weights in half precision: half the size, rounded to 11 bits."`
	Lambda      []float64 `help:"Weight of playouts next to the value network, by the stage of the game, for players with lambda=fit: EARLY up to stage FROM, LATE from stage TO on. A stage is the number of moves as a share of the board's points." placeholder:"EARLY,LATE,FROM,TO"`
	Card        string    `help:"Text for tengen model info, a TOML file with title, about, licence and the lists data, recipe, results and limits." placeholder:"FILE.toml"`
}

// Help is printed below the flags.
func (c *JoinCmd) Help() string {
	return `The new model has every network of the given models. If two models have a network of the same
kind, choose with --policy-from, --value-from and so on. Each network keeps its provenance.
Policy and value networks must be for one board size; rollout and tree policies fit any board.
tengen eval value --by-move --rollouts 100 shows which --lambda fits a value network.

Examples:

    tengen model join runs/policy runs/value runs/rollout -o models/9x9
    tengen model join runs/all --value-from runs/better --half -o models/9x9
    tengen model join models/9x9 --lambda 0.5,0.95,0.45,0.7 -o models/9x9`
}

// Run joins the models and says what came of it.
func (c *JoinCmd) Run() error { return c.print(output.Stdout) }

func (c *JoinCmd) print(w io.Writer) error {
	config := models.JoinConfig{Models: c.Models, From: map[string]string{}, Without: c.Without, Half: c.Half}
	for kind, dir := range map[string]string{
		models.Policy: c.PolicyFrom, models.Value: c.ValueFrom, models.Rollout: c.RolloutFrom, models.Tree: c.TreeFrom,
		models.Shapes: c.ShapesFrom,
	} {
		if dir != "" {
			config.From[kind] = dir
		}
	}
	switch len(c.Lambda) {
	case 0:
	case 4:
		config.Lambda = &models.LambdaFit{Early: c.Lambda[0], Late: c.Lambda[1], From: c.Lambda[2], To: c.Lambda[3]}
	default:
		return usage.Errorf("--lambda has %d numbers: want 4, as in --lambda 0.5,0.95,0.45,0.7", len(c.Lambda))
	}
	if err := config.Validate(); err != nil {
		return usage.Wrap(err)
	}
	if c.Card != "" {
		var err error
		if config.Card, err = readCard(c.Card); err != nil {
			return err
		}
	}
	m, err := models.Join(c.Out, config)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": m})
	}
	sum := int64(0)
	for _, kind := range slices.Sorted(maps.Keys(m.Networks)) {
		n := m.Networks[kind]
		sum += n.File.Bytes
		fmt.Fprintf(w, "%s: %s, %.2f MB\n", c.Out, describe(m, kind), float64(n.File.Bytes)/1e6)
	}
	_, err = fmt.Fprintf(w, "%s: %.2f MB in all\n", c.Out, float64(sum)/1e6)
	return err
}

// readCard reads a card as people write it.
func readCard(path string) (*models.Card, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var card models.Card
	err = settings.Decode(text, &card, func(key string) error {
		return fmt.Errorf("a card has no %s (it has title, about, data, recipe, results, limits, licence)", key)
	})
	if err != nil {
		return nil, fmt.Errorf("%s%w", path, err)
	}
	return &card, nil
}
