package player

import (
	"fmt"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

// Players by UCB1: over the positions of a tree, and over the moves at hand.
const (
	KindUCT  = "uct"
	kindUCB1 = "ucb1"
)

var uctKind = ruleKind{
	name: KindUCT, about: "UCT with playouts and virtual experience; heuristic=none,playout=mogo is the plain one",
	make: func(c *SearchConfig) selection {
		c.Heuristic = heuristicTree
		return &uctRule{C: Tuned}
	},
}

var ucb1Kind = ruleKind{
	name: kindUCB1, about: "flat UCB1: UCT without a tree", bandit: true,
	make: func(*SearchConfig) selection { return &uctRule{C: 1} },
}

// uctRule is UCB1 in every position.
type uctRule struct {
	C           float64 // Tuned for what the heuristic needs
	FPU         float64 // 0 for every move first
	Criticality float64
}

// informedCp is Cp where virtual experience says which moves are good: then little is left to explore.
const informedCp = 0.3

func (r *uctRule) idle(string) string { return "" }

func (r *uctRule) rule(c *SearchConfig, _ int) search.Rule {
	rule := r.opponent(c)
	rule.FirstPlay, rule.Criticality = r.FPU, r.Criticality
	return rule
}

// opponent is the rule of opponent=uct.
func (r *uctRule) opponent(c *SearchConfig) search.UCT {
	switch {
	case r.C != Tuned:
		return search.UCT{Cp: r.C}
	case c.Heuristic == heuristicKnowledge || c.Heuristic == heuristicTree:
		return search.UCT{Cp: informedCp}
	}
	return search.UCT{Cp: defaultCp}
}

// about is the default of c, for people.
func (r *uctRule) about() string {
	if r.C == Tuned {
		return fmt.Sprintf("%g with heuristic=knowledge, tree; else %s", informedCp, rounded(defaultCp))
	}
	return number(r.C)
}

func (r *uctRule) options(*SearchConfig) []options.Option {
	return []options.Option{options.New(
		"c", "X", r.about(),
		"exploration: Cp of UCT and UCB1",
		"",
		func(o *options.Values, n string) { r.C = o.Float(n, r.C, 0, 100) },
	), options.New(
		"fpu", "X, first", "first",
		"score of a move that was never tried, such as 1.1; first: every move is tried before any a second time",
		"",
		func(o *options.Values, n string) {
			if x, first := o.FloatOr(n, "first", r.FPU, 0.01, 10); !first {
				r.FPU = x
			}
		},
	), criticalityOption("exploration", &r.Criticality)}
}

// criticalityOption is the weight of criticality in a rule, and of what it gives moves more or less.
func criticalityOption(gives string, weight *float64) options.Option {
	return options.New(
		"criticality", "X", number(*weight),
		"weight of criticality, which is how much owning a point goes with winning: more "+gives+" for such "+
			"points; 0: none",
		"criticality is for Go only",
		func(o *options.Values, n string) { *weight = o.Float(n, *weight, 0, 100) },
	)
}
