package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search/negamax"
	"github.com/tengen-go/tengen/timing"
)

// kindNegamax is the kind of player that reads all moves to a depth.
const kindNegamax = "negamax"

// NegamaxConfig describes a player by negamax.
type NegamaxConfig struct {
	// Depth is the number of plies that it reads at most, 0 for negamax.MaxDepth; Nodes how many
	// positions it visits at most, 0 for no limit.
	Depth, Nodes int
	Pace

	// Evaluation is what values positions that are read no deeper: exact, nothing does;
	// playouts, their mean; value, the value network; shapes, the value function over local shapes.
	Evaluation string
	// Playouts is how many make one evaluation, as Leaf says.
	Playouts int
	Leaf

	// Memory of the table of transpositions.
	Memory int64
	// Resign is the value, −1 to 0, below which it resigns; −1 never.
	Resign float64
	Seed   uint64
}

// What values positions.
const (
	evaluateExact    = "exact"
	evaluatePlayouts = "playouts"
	evaluateValue    = "value"
	evaluateShapes   = "shapes"
)

// evaluationWords are all of them.
var evaluationWords = []string{evaluateExact, evaluatePlayouts, evaluateValue, evaluateShapes}

// mostTable is what a table of transpositions takes unasked: beyond, it is not filled within a
// move.
const mostTable = 256 << 20

// defaultNegamaxConfig is the player without options.
func defaultNegamaxConfig() NegamaxConfig {
	return NegamaxConfig{
		Pace: Pace{Lag: timing.DefaultLag}, Evaluation: evaluatePlayouts, Playouts: 10, Leaf: Leaf{Playout: "informed"},
		Memory: min(machine.Share(1), mostTable), Resign: -0.9, Seed: 1,
	}
}

// Validate says what is wrong with a configuration.
func (c NegamaxConfig) Validate() error {
	switch {
	case c.Depth < 0 || c.Depth > negamax.MaxDepth:
		return fmt.Errorf("depth %d: want 0 to %d", c.Depth, negamax.MaxDepth)
	case c.Nodes < 0 || c.Time < 0 || c.Lag < 0:
		return fmt.Errorf("nodes %d, time %v, lag %v: want 0 or more", c.Nodes, c.Time, c.Lag)
	case !slices.Contains(evaluationWords, c.Evaluation):
		return fmt.Errorf("evaluation %q: want one of %s", c.Evaluation, strings.Join(evaluationWords, ", "))
	case c.Evaluation == evaluatePlayouts && c.Playouts < 1:
		return fmt.Errorf("%d playouts an evaluation: want 1 or more", c.Playouts)
	case !(c.Resign >= -1 && c.Resign <= 0):
		return fmt.Errorf("resign %v: want -1 to 0", c.Resign)
	case c.Memory < leastMemory:
		return fmt.Errorf("memory %d: want %d (1M) or more", c.Memory, leastMemory)
	}
	return nil
}

func negamaxKind() Kind {
	c := defaultNegamaxConfig()
	return Kind{
		Name:    kindNegamax,
		About:   "all moves read to a depth, by alpha-beta; playouts, a value network or local shapes value its end",
		Options: c.options(),
		Make:    buildNegamax,
		Bounds:  []string{"depth", "nodes"}, // playouts= is of one evaluation
		Reads: func(o *options.Values) []string {
			learned := []string{evaluateValue, evaluateShapes}
			asked := slices.Contains(learned, o.String("evaluation", ""))
			if asked || o.Given("model") || o.String("playout", "") == "softmax" {
				return models.Kinds
			}
			return nil
		},
	}
}

// options read into c.
func (c *NegamaxConfig) options() []options.Option {
	return slices.Concat([]options.Option{
		options.New(
			"depth",
			"1 to "+strconv.Itoa(negamax.MaxDepth),
			"no limit",
			"read at most so many plies",
			"",
			func(o *options.Values, n string) { c.Depth = o.Int(n, c.Depth, 1, negamax.MaxDepth) },
		),
		options.New(
			"nodes", "N", "no limit",
			"visit at most so many positions",
			"",
			func(o *options.Values, n string) { c.Nodes = o.Int(n, c.Nodes, 1, 1<<40) },
		),
	}, c.Pace.options("no other limit and no clock"), []options.Option{
		options.New(
			"evaluation",
			strings.Join(evaluationWords, ", "),
			c.Evaluation,
			"how positions at the depth are valued. exact: not at all, only finished games count. playouts: by the "+
				"mean of playouts. value: by the value network. shapes: by the local shapes of RLGO, with depth=1 "+
				"their own choice of a move",
			"",
			func(o *options.Values, n string) {
				c.Evaluation = o.Word(n, c.Evaluation, evaluationWords...)
			},
		),
		options.New(
			"playouts", "N", strconv.Itoa(c.Playouts),
			"with evaluation=playouts: playouts per evaluation",
			"",
			func(o *options.Values, n string) { c.Playouts = o.Int(n, c.Playouts, 1, 1_000_000) },
		),
		options.New(
			"playout",
			strings.Join(leafPlayouts(), ", "),
			c.Playout,
			"with evaluation=playouts: the kind of playouts",
			"playouts are random",
			func(o *options.Values, n string) { c.Playout = o.Word(n, c.Playout, leafPlayouts()...) },
		),
		options.New(
			"model", "DIR", "the shipped model of the board's size",
			"folder with the value network or the local shapes, and with the rollout policy for playout=softmax",
			noNetworks,
			func(o *options.Values, n string) { c.Model = o.String(n, c.Model) },
		),
		options.New(
			"memory", "500M, 2G", "a quarter of the machine's, at most 256M",
			"memory of the table of positions",
			"",
			func(o *options.Values, n string) { c.Memory = o.Bytes(n, c.Memory) },
		),
		options.New(
			"resign", "-1 to 0", number(c.Resign),
			"resign when the value of the position, from -1 to 1, is below this; with evaluation=playouts also the "+
				"mean of 100 playouts. -1: never",
			toTheEnd,
			func(o *options.Values, n string) { c.Resign = o.Float(n, c.Resign, -1, 0) },
		),
	}, seedOption(&c.Seed))
}

// readNegamaxConfig takes the options of a player string.
func readNegamaxConfig(spec options.Spec, env Env) (NegamaxConfig, error) {
	o, err := spec.Options()
	if err != nil {
		return NegamaxConfig{}, err
	}
	c := defaultNegamaxConfig()
	c.Seed, c.Memory = env.Seed, min(machine.Share(env.Players), mostTable)
	if !env.plays(game.NameGo) {
		c.Resign = -1
	}
	playouts, model := o.Given("playouts") || o.Given("playout"), o.Given("model")
	if err := readAll(o, spec, c.options(), env.rules()); err != nil {
		return c, err
	}
	if learned := c.Evaluation == evaluateValue || c.Evaluation == evaluateShapes; learned && !env.plays(game.NameGo) {
		return c, options.Errorf("%v: evaluation=%s is for Go only; %s has exact and playouts",
			spec, c.Evaluation, env.rules().Name())
	}
	if playouts && c.Evaluation != evaluatePlayouts {
		return c, options.Errorf("player %s: playouts= and playout= have no effect without evaluation=playouts",
			spec.Kind)
	}
	if model && c.Evaluation != evaluateValue && c.Evaluation != evaluateShapes && c.Playout != "softmax" {
		return c, options.Errorf("player %s: model= has no effect without evaluation=value, evaluation=shapes or "+
			"playout=softmax", spec.Kind)
	}
	if err := c.Validate(); err != nil {
		return c, options.Errorf("player %s: %w", spec.Kind, err)
	}
	return c, nil
}

// timed is the time that the configuration alone allows a move; 0 for any.
func (c NegamaxConfig) timed(clock bool) time.Duration {
	if c.Time == 0 && c.Depth == 0 && c.Nodes == 0 && !clock {
		return defaultTime
	}
	return c.Time
}

// budget is the budget of a search that ends at a deadline; the zero time is no deadline.
func (c NegamaxConfig) budget(now func() time.Time, deadline time.Time) negamax.Budget {
	b := negamax.Budget{Depth: c.Depth, Nodes: c.Nodes}
	if !deadline.IsZero() {
		b.Stop = func() bool { return !now().Before(deadline) }
		b.Settled = true
	}
	return b
}
