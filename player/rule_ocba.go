package player

import (
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
)

// kindOCBA is OCBA in a tree (Li, Fu and Xu).
const kindOCBA = "ocba"

var ocbaKind = ruleKind{
	name: kindOCBA, about: "OCBA: the move that lacks playouts most",
	uses: []string{"epsilon"},
	make: func(c *SearchConfig) selection {
		c.rankingAndSelection()
		return ocbaRule{}
	},
}

type ocbaRule struct{ noOptions }

func (ocbaRule) rule(c *SearchConfig, _ int) search.Rule { return ranking.OCBA{Epsilon: c.Epsilon} }
