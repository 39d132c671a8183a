package player

import "github.com/tengen-go/tengen/search"

// KindPlayouts is flat Monte-Carlo.
const KindPlayouts = "playouts"

var playoutsKind = ruleKind{
	name: KindPlayouts, about: "flat Monte-Carlo: the move with the best mean of its playouts", bandit: true,
	make: func(c *SearchConfig) selection {
		c.Choice = "mean"
		return flatRule{}
	},
}

type flatRule struct{ noOptions }

func (flatRule) rule(*SearchConfig, int) search.Rule { return search.Flat{} }
