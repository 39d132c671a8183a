package player

import (
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
)

// kindTTTS is top-two Thompson sampling in a tree.
const kindTTTS = "ttts"

var tttsKind = ruleKind{
	name: kindTTTS, about: "top-two Thompson sampling",
	uses: []string{"q0", "sigma0", "epsilon"},
	make: func(c *SearchConfig) selection {
		c.rankingAndSelection()
		return tttsRule{}
	},
}

type tttsRule struct{ noOptions }

func (tttsRule) rule(c *SearchConfig, _ int) search.Rule { return ranking.TTTS{Bayes: c.bayes()} }
