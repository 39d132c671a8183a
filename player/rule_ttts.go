package player

import "github.com/tengen-go/tengen/search"

// KindTTTS is top-two Thompson sampling in a tree.
const KindTTTS = "ttts"

var tttsKind = ruleKind{
	name: KindTTTS, about: "top-two Thompson sampling",
	uses: []string{"q0", "sigma0", "epsilon"},
	make: func(c *SearchConfig) selection {
		c.rankingAndSelection()
		return tttsRule{}
	},
}

type tttsRule struct{ noOptions }

func (tttsRule) rule(c *SearchConfig) search.Rule { return search.TTTS{Bayes: c.bayes()} }
