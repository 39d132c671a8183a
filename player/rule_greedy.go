package player

import (
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

// kindGreedy follows the best mean.
const kindGreedy = "greedy"

var greedyKind = ruleKind{
	name: kindGreedy, about: "the best mean so far, with playouts",
	make: func(*SearchConfig) selection { return &greedyRule{FPU: 1} },
}

// greedyRule is the rule with its option.
type greedyRule struct{ FPU float64 }

func (r *greedyRule) idle(string) string                  { return "" }
func (r *greedyRule) rule(*SearchConfig, int) search.Rule { return search.Greedy{FirstPlay: r.FPU} }

func (r *greedyRule) options(*SearchConfig) []options.Option {
	return []options.Option{options.New(
		"fpu", "0 to 10", number(r.FPU),
		"value of a move that was never tried",
		"",
		func(o *options.Values, n string) { r.FPU = o.Float(n, r.FPU, 0, 10) },
	)}
}
