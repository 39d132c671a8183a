package player

import (
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

// Players by UCB1: over the positions of a tree, and over the moves at hand.
const (
	KindUCT  = "uct"
	kindUCB1 = "ucb1"
)

var uctKind = ruleKind{
	name: KindUCT, about: "UCT with playouts",
	make: func(*SearchConfig) selection { return &uctRule{C: defaultCp} },
}

var ucb1Kind = ruleKind{
	name: kindUCB1, about: "flat UCB1: UCT without a tree", bandit: true,
	make: func(*SearchConfig) selection { return &uctRule{C: 1} },
}

// uctRule is UCB1 in every position.
type uctRule struct{ C float64 }

func (r *uctRule) idle(string) string             { return "" }
func (r *uctRule) rule(*SearchConfig) search.Rule { return search.UCT{Cp: r.C} }

// opponent is the rule of opponent=uct.
func (r *uctRule) opponent() search.UCT { return search.UCT{Cp: r.C} }

func (r *uctRule) options(*SearchConfig) []options.Option {
	return []options.Option{options.New(
		"c",
		"X",
		rounded(r.C),
		"exploration: Cp of UCT and UCB1",
		"",
		func(o *options.Values, n string) { r.C = o.Float(n, r.C, 0, 100) },
	)}
}
