package player

import (
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
)

// kindAOAP is AOAP (Zhang, Peng and Xu).
const kindAOAP = "aoap"

// How aoap breaks ties.
const (
	tiesRandom = "random"
	tiesRarer  = "rarer"
)

var aoapKind = ruleKind{
	name: kindAOAP, about: "AOAP: one step of looking ahead at the posterior of every move (Zhang, Peng and Xu)",
	uses: []string{"q0", "sigma0", "epsilon"},
	make: func(c *SearchConfig) selection {
		c.rankingAndSelection()
		return &aoapRule{Ties: tiesRandom}
	},
}

// aoapRule is the rule with its option.
type aoapRule struct {
	// Ties says which of the moves that tie is sampled: random, or rarer, the move with the largest v/N.
	Ties string
}

func (r *aoapRule) idle(string) string { return "" }

func (r *aoapRule) rule(c *SearchConfig, _ int) search.Rule {
	return ranking.AOAP{Bayes: c.bayes(), RandomTies: r.Ties != tiesRarer}
}

func (r *aoapRule) options(*SearchConfig) []options.Option {
	return []options.Option{options.New(
		"ties", "random, rarer", r.Ties,
		"among moves that tie, sample a random one, or the one with the largest v/N, posterior variance over playouts",
		"",
		func(o *options.Values, n string) { r.Ties = o.Word(n, r.Ties, tiesRandom, tiesRarer) },
	)}
}
