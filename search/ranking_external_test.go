package search_test

import (
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
)

func init() {
	bayes := ranking.NewBayes()
	search.AOAP = ranking.AOAP{Bayes: bayes, RandomTies: true}
	search.AOAPRarer = ranking.AOAP{Bayes: bayes}
	search.OCBA = ranking.OCBA{Epsilon: 1e-5}
	search.TTTS = ranking.TTTS{Bayes: bayes}
	search.Posterior = ranking.HighestPosterior{Bayes: bayes}
}
