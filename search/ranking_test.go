package search

// The rules and the choice of search/ranking, with the constants of Zhang, Peng and Xu. That package imports
// this one, so ranking_external_test.go fills them in.
var (
	AOAP, OCBA, TTTS Rule
	AOAPRarer        Rule // breaks ties by the largest v/N, the others at random
	Posterior        Choice
)
