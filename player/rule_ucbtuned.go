package player

import "github.com/tengen-go/tengen/search"

// kindUCBTuned is UCT with UCB1-Tuned.
const kindUCBTuned = "ucbtuned"

var ucbTunedKind = ruleKind{
	name: kindUCBTuned, about: "UCB1-tuned in every position, with playouts",
	make: func(*SearchConfig) selection { return ucbTunedRule{} },
}

type ucbTunedRule struct{ noOptions }

func (ucbTunedRule) rule(*SearchConfig, int) search.Rule { return search.UCB1Tuned{} }
