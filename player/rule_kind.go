package player

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

// ruleKind declares a kind of player that searches: how it selects moves, and what differs
// from other searches by default. To add one, write such a declaration in a file of its own
// and name it in ruleKinds.
type ruleKind struct {
	name, about string
	// bandit has no tree: it selects among the moves at hand.
	bandit bool
	// rave keeps the statistics of RAVE.
	rave bool
	// uses are the shared options that the rule reads itself: q0, sigma0, epsilon.
	uses []string
	// make is the rule with the defaults of its own options. It may set other defaults of c.
	make func(c *SearchConfig) selection
}

// selection is a rule of selection with its own options.
type selection interface {
	// options are its own options, which read into it.
	options(c *SearchConfig) []options.Option
	// rule is what selects moves in the tree of a game on a board of some size.
	rule(c *SearchConfig, size int) search.Rule
	// idle says what its option lacks to have any effect, "" for nothing.
	idle(name string) string
}

// uctOpponent is a selection that says by which UCT the opponent moves with opponent=uct; the others have
// UCT with the option c.
type uctOpponent interface {
	opponent(c *SearchConfig) search.UCT
}

// noOptions are the options of a rule that has none.
type noOptions struct{}

func (noOptions) options(*SearchConfig) []options.Option { return nil }
func (noOptions) idle(string) string                     { return "" }

// ruleKinds are the kinds of players that search.
var ruleKinds = []ruleKind{
	searchKind, uctKind, raveKind, greedyKind, ucbTunedKind, aoapKind, ocbaKind, tttsKind, playoutsKind, ucb1Kind,
}

// ruleKindOf is the kind of that name; nil if there is none.
func ruleKindOf(name string) *ruleKind {
	if i := slices.IndexFunc(ruleKinds, func(k ruleKind) bool { return k.name == name }); i >= 0 {
		return &ruleKinds[i]
	}
	return nil
}

// users are the names of the kinds whose rule reads a shared option, for people.
func users(option string) string {
	var names []string
	for _, k := range ruleKinds {
		if slices.Contains(k.uses, option) {
			names = append(names, k.name)
		}
	}
	return strings.Join(names, ", ")
}

// kind is the declaration for all kinds of players.
func (k *ruleKind) kind() Kind {
	c := defaultSearchConfig(k)
	return Kind{
		Name: k.name, About: k.about, Options: c.options(), Make: buildSearch,
		Bounds: []string{"playouts"}, Tree: !k.bandit,
		Reads: func(o *options.Values) []string {
			if k.name == KindSearch {
				return models.Kinds
			}
			var kinds []string
			if o.String("playout", c.Playout) == "softmax" {
				kinds = append(kinds, models.Rollout)
			}
			switch o.String("heuristic", c.Heuristic) {
			case "shapes":
				kinds = append(kinds, models.Shapes)
			case heuristicTree:
				kinds = append(kinds, models.Tree)
			}
			return kinds
		},
	}
}

// options are the options of a searching player, which read into c.
func (c *SearchConfig) options() []options.Option {
	list := append(c.Limits.options(), c.Threading.options()...)
	if !c.of.bandit {
		list = append(list, c.Tree.options(c)...)
	}
	list = append(list, c.Leaf.options(c.Kind == KindSearch)...)
	own := c.own.options(c)
	if !c.of.bandit && c.Kind != KindSearch {
		list = append(list, c.Variant.options(own)...)
	}
	list = append(list, own...)
	return append(list, c.Final.options(c)...)
}

// rule is the selection rule, with the opponent's and the playouts before it.
func (c *SearchConfig) rule(size int) search.Rule {
	own := c.first(c.own.rule(c, size))
	switch c.Opponent {
	case opponentRandom:
		return search.Models{Own: own, Opponent: search.AtRandom{}, Player: search.Mover}
	case opponentUCT:
		uct := search.UCT{Cp: c.OpponentC}
		if r, ok := c.own.(uctOpponent); ok {
			uct = r.opponent(c)
		}
		return search.Models{Own: own, Opponent: c.first(uct), Player: search.Mover}
	}
	return own
}

// first puts the n0 rule before another.
func (c *SearchConfig) first(r search.Rule) search.Rule {
	if c.N0 == 0 {
		return r
	}
	return search.AtLeast{Rule: r, N0: c.N0}
}

// readSearchConfig takes the options of a player string.
func readSearchConfig(spec options.Spec, env Env) (SearchConfig, error) {
	kind := ruleKindOf(spec.Kind)
	if kind == nil {
		return SearchConfig{}, options.Errorf("no search is called %q", spec.Kind)
	}
	o, err := spec.Options()
	if err != nil {
		return SearchConfig{}, err
	}
	c := defaultSearchConfig(kind)
	c.Seed, c.Memory = env.Seed, machine.Share(env.Players)
	if env.Threads > 0 {
		c.Threads = env.Threads
	}
	small, name := !env.plays(game.NameGo), env.rules().Name()
	if small {
		c.smallGame()
	}
	given := o.Names()
	if err := readAll(o, spec, c.options(), env.rules()); err != nil {
		return c, err
	}
	if !slices.Contains(given, "memory") {
		c.Memory = c.unaskedMemory()
	}
	c.WantsPolicy = slices.Contains(given, "prior") && c.Prior == priorPolicy
	c.WantsValue = c.Value && (slices.Contains(given, "value") || slices.Contains(given, "lambda") && c.Lambda < 1)
	switch {
	case small && c.Playout != "uniform":
		return c, options.Errorf("%v: playout=%s plays Go only; %s has uniform", spec, c.Playout, name)
	case small && c.Heuristic != "none" && c.Heuristic != "even" && c.Heuristic != "grandfather":
		return c, options.Errorf("%v: heuristic=%s is for Go only; %s has none, even, grandfather",
			spec, c.Heuristic, name)
	}
	if err := c.Validate(); err != nil {
		return c, options.Errorf("player %s: %w", spec.Kind, err)
	}
	for _, name := range given {
		if want := c.idle(name); want != "" {
			return c, options.Errorf("player %s: %s= has no effect without %s", spec.Kind, name, want)
		}
	}
	return c, nil
}

// idle says what an option lacks to have any effect with the others as they are, "" for nothing.
func (c *SearchConfig) idle(name string) string {
	ownC := slices.ContainsFunc(c.own.options(c), func(o options.Option) bool { return o.Name == "c" })
	switch {
	case (name == "sync" || name == "sync-depth") && c.Parallel != search.ParallelRoot:
		return "parallel=root"
	case name == "parallel" && c.Parallel != search.ParallelTree && c.Threads == 1:
		return "threads=2 or more"
	case name == "replies" && c.Replies != 0 && c.Playout != "informed" && c.Playout != "softmax":
		return "playout=informed or playout=softmax"
	case name == "experience" && c.Heuristic == "none":
		return "heuristic="
	case name == "model" && c.Kind != KindSearch && c.Playout != "softmax" &&
		c.Heuristic != "shapes" && c.Heuristic != heuristicTree:
		return "playout=softmax, heuristic=shapes or heuristic=" + heuristicTree
	case name == "ponder" && c.Ponder && !c.Reuse:
		return "reuse=on"
	case name == "expand" && c.Kind == KindSearch && c.mix() == 0 && c.Expand != 0:
		return "playouts"
	case name == "beta" && c.Prior != priorPolicy:
		return "prior=policy"
	case name == "symmetries" && c.Kind == KindSearch && c.Prior != priorPolicy && !c.Value:
		return "prior=policy or value=on"
	case name == "c" && !ownC && c.Opponent != opponentUCT:
		return "opponent=uct"
	case (name == "q0" || name == "sigma0" || name == "epsilon") &&
		c.Choice != "posterior" && !slices.Contains(c.of.uses, name):
		return "choice=posterior"
	}
	return c.own.idle(name)
}

// identity is the same for players with the same settings, whatever their seeds.
func (c SearchConfig) identity() string {
	own := c.own
	c.own, c.of, c.Seed = nil, nil, 0
	return fmt.Sprintf("%+v %+v", c, own)
}

// words are the values of an option, for reading and for people.
func words(values string) []string { return strings.Split(values, ", ") }
