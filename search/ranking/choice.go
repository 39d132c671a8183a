package ranking

import (
	"math"

	"github.com/tengen-go/tengen/search"
)

// HighestPosterior chooses the visited move with the highest posterior mean, the one with more
// visits among equals (Zhang, Peng and Xu, §3). It wants variances: of the rule, or by
// Config.Variances of the tree.
type HighestPosterior struct{ Bayes }

// Choose implements search.Choice.
func (h HighestPosterior) Choose(moves []search.MoveStat, chance uint64) int {
	return search.Highest(moves, chance, func(m *search.MoveStat) (float64, float64) {
		if m.Visits == 0 {
			return math.Inf(-1), 0
		}
		mean, _, _ := h.Posterior(m.Visits+m.Experience, (m.Outcome+1)/2, m.Variance)
		return mean, float64(m.Visits)
	})
}

// Decided implements search.Choice: a mean can always change.
func (HighestPosterior) Decided(moves []search.MoveStat, left int) bool {
	return left <= 0 || len(moves) == 1
}
