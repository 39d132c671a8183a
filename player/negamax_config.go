package player

import (
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// KindNegamax is the kind of player that reads all moves to a depth.
const KindNegamax = "negamax"

// NegamaxConfig describes a player by negamax.
type NegamaxConfig struct {
	// Depth is the number of plies that it reads at most, 0 for search.MaxDepth; Nodes how many
	// positions it visits at most, 0 for no limit.
	Depth, Nodes int
	// Time for a move; 0 for no limit. Without any limit and clock it is DefaultTime.
	Time time.Duration
	// Lag is held back from clocks.
	Lag time.Duration

	// Evaluation is what values positions that are read no deeper: exact, nothing does;
	// playouts, their mean; value, the value network.
	Evaluation string
	// Playouts is how many make one evaluation, and Playout who plays them, as for a
	// SearchConfig.
	Playouts int
	Playout  string
	// Model is the folder of the value network, and of the policy of playout=softmax; "" for
	// the board's default.
	Model string

	// Memory of the table of transpositions.
	Memory int64
	// Resign is the value, −1 to 0, below which it resigns; −1 never.
	Resign float64
	Seed   uint64
}

// What values positions.
const (
	EvaluateExact    = "exact"
	EvaluatePlayouts = "playouts"
	EvaluateValue    = "value"
)

// mostTable is what a table of transpositions takes unasked: beyond, it is not filled within a
// move.
const mostTable = 256 << 20

// DefaultNegamaxConfig is the player without options.
func DefaultNegamaxConfig() NegamaxConfig {
	return NegamaxConfig{
		Lag: DefaultLag, Evaluation: EvaluatePlayouts, Playouts: 10, Playout: "informed",
		Memory: min(DefaultMemory(1), mostTable), Resign: -0.9, Seed: 1,
	}
}

// Validate says what is wrong with a configuration.
func (c NegamaxConfig) Validate() error {
	switch {
	case c.Depth < 0 || c.Depth > search.MaxDepth:
		return fmt.Errorf("depth %d: want 0 to %d", c.Depth, search.MaxDepth)
	case c.Nodes < 0 || c.Time < 0 || c.Lag < 0:
		return fmt.Errorf("nodes %d, time %v, lag %v: want 0 or more", c.Nodes, c.Time, c.Lag)
	case c.Evaluation != EvaluateExact && c.Evaluation != EvaluatePlayouts && c.Evaluation != EvaluateValue:
		return fmt.Errorf("evaluation %q: want exact, playouts or value", c.Evaluation)
	case c.Evaluation == EvaluatePlayouts && c.Playouts < 1:
		return fmt.Errorf("%d playouts an evaluation: want 1 or more", c.Playouts)
	case !(c.Resign >= -1 && c.Resign <= 0):
		return fmt.Errorf("resign %v: want -1 to 0", c.Resign)
	case c.Memory < leastMemory:
		return fmt.Errorf("memory %d: want %d (1M) or more", c.Memory, leastMemory)
	}
	return nil
}

// NegamaxOption is one option of the player by negamax.
type NegamaxOption struct {
	Name    string
	Values  string // what it may be
	Default string
	About   string
	goOnly  string // why small games do not have it; "" if they do
	read    func(o *Options, name string, c *NegamaxConfig)
}

// NegamaxOptionsHelp lists the options for people, one a line.
func NegamaxOptionsHelp() string {
	var b strings.Builder
	for _, o := range negamaxOptions {
		fmt.Fprintf(&b, "    %s=%s: %s; default %s\n", o.Name, strings.ReplaceAll(o.Values, ", ", "|"), o.About, o.Default)
	}
	return b.String()
}

var negamaxOptions = []NegamaxOption{
	{
		"depth", "1 to 250", "no limit", "plies to read at most", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Depth = o.Int(n, c.Depth, 1, search.MaxDepth) },
	},
	{
		"nodes", "N", "no limit", "positions to visit at most", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Nodes = o.Int(n, c.Nodes, 1, 1<<40) },
	},
	{
		"time", "5s", "2s if there is no other limit and no clock", "time for a move, as 5s, 500ms or a number of seconds", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Time = o.Duration(n, c.Time) },
	},
	{
		"lag", "500ms", "500ms", "held back from the clock for what comes between", "there is no clock",
		func(o *Options, n string, c *NegamaxConfig) { c.Lag = o.Duration(n, c.Lag) },
	},
	{
		"evaluation", "exact, playouts, value", "playouts", "what values positions that are read no deeper: nothing, so that only finished games count; the mean of playouts; the value network", "",
		func(o *Options, n string, c *NegamaxConfig) {
			c.Evaluation = o.Word(n, c.Evaluation, EvaluateExact, EvaluatePlayouts, EvaluateValue)
		},
	},
	{
		"playouts", "N", "10", "evaluation=playouts: how many make one evaluation", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Playouts = o.Int(n, c.Playouts, 1, 1_000_000) },
	},
	{
		"playout", "uniform, mogo, mogo-safe, informed, softmax", "informed", "evaluation=playouts: who plays positions to their end", "playouts are random",
		func(o *Options, n string, c *NegamaxConfig) {
			c.Playout = o.Word(n, c.Playout, append(rollout.Playouts(), "softmax")...)
		},
	},
	{
		"model", "DIR", "the shipped model of the board's size", "folder of the value network, and of the policy of playout=softmax", "networks are for Go",
		func(o *Options, n string, c *NegamaxConfig) { c.Model = o.String(n, c.Model) },
	},
	{
		"memory", "500M, 2G", "a quarter of the machine's, at most 256M", "bytes of the table of transpositions", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Memory = o.Bytes(n, c.Memory) },
	},
	{
		"resign", "-1 to 0", "-0.9", "resign when the position's value, from -1 to 1, is below, and with evaluation=playouts the mean of 100 playouts of it is as well; -1 never", "games go on to the end",
		func(o *Options, n string, c *NegamaxConfig) { c.Resign = o.Float(n, c.Resign, -1, 0) },
	},
	{
		"seed", "N", "--seed", "where all chance comes from", "",
		func(o *Options, n string, c *NegamaxConfig) { c.Seed = o.Uint64(n, c.Seed) },
	},
}

// readNegamaxConfig takes the options of a player string, for Go or for a small game.
func readNegamaxConfig(spec Spec, env Env, game *Game) (NegamaxConfig, error) {
	o, err := spec.Options()
	if err != nil {
		return NegamaxConfig{}, err
	}
	c := DefaultNegamaxConfig()
	c.Seed, c.Memory = env.Seed, min(DefaultMemory(env.Players), mostTable)
	playouts := o.given("playouts") || o.given("playout")
	for _, option := range negamaxOptions {
		if game != nil && option.goOnly != "" {
			if _, given := o.values[option.Name]; given {
				return c, specErrorf("%v: %s= has no meaning in %s: %s", spec, option.Name, game.Name, option.goOnly)
			}
			continue
		}
		option.read(o, option.Name, &c)
	}
	if err := o.Finish(); err != nil {
		return c, err
	}
	if game != nil && c.Evaluation == EvaluateValue {
		return c, specErrorf("%v: evaluation=value is for Go only; %s has exact and playouts", spec, game.Name)
	}
	if playouts && c.Evaluation != EvaluatePlayouts {
		return c, specErrorf("player %s: playouts= and playout= have no effect without evaluation=playouts", spec.Kind)
	}
	if err := c.Validate(); err != nil {
		return c, specErrorf("player %s: %w", spec.Kind, err)
	}
	return c, nil
}

// timed is the time that the configuration alone allows a move; 0 for any.
func (c NegamaxConfig) timed(clock bool) time.Duration {
	if c.Time == 0 && c.Depth == 0 && c.Nodes == 0 && !clock {
		return DefaultTime
	}
	return c.Time
}

// budget is that of a search which ends at a deadline; the zero time is none.
func (c NegamaxConfig) budget(now func() time.Time, deadline time.Time) search.NegamaxBudget {
	b := search.NegamaxBudget{Depth: c.Depth, Nodes: c.Nodes}
	if !deadline.IsZero() {
		b.Stop = func() bool { return !now().Before(deadline) }
		b.Settled = true
	}
	return b
}
