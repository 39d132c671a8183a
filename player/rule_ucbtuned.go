package player

import "github.com/tengen-go/tengen/search"

// KindUCBTuned is UCT with UCB1-Tuned.
const KindUCBTuned = "ucbtuned"

var ucbTunedKind = ruleKind{
	name: KindUCBTuned, about: "UCB1-tuned in every position, with playouts",
	make: func(*SearchConfig) selection { return ucbTunedRule{} },
}

type ucbTunedRule struct{ noOptions }

func (ucbTunedRule) rule(*SearchConfig) search.Rule { return search.UCB1Tuned{} }
