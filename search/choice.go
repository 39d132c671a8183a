package search

import "math"

// Choice chooses the move to play when the search is over.
type Choice interface {
	// Choose is the index of the move to play among those of the root, at least one.
	Choose(moves []MoveStat) int
	// Decided says whether so many more playouts cannot change the choice.
	Decided(moves []MoveStat, left int) bool
}

// MostVisits chooses the move with the most visits, the better mean among equals. It is
// what Silver et al. 2016 play by, and Gelly and Silver 2011.
type MostVisits struct{}

// Choose implements Choice.
func (MostVisits) Choose(moves []MoveStat) int {
	return best(moves, func(a, b *MoveStat) bool {
		return a.Visits > b.Visits || a.Visits == b.Visits && a.Mean > b.Mean
	})
}

// Decided implements Choice.
func (c MostVisits) Decided(moves []MoveStat, left int) bool {
	first := c.Choose(moves)
	for i := range moves {
		if i != first && moves[i].Visits+left >= moves[first].Visits {
			return false
		}
	}
	return true
}

// HighestMean chooses the visited move with the best mean, the one with more visits among
// equals.
type HighestMean struct{}

// Choose implements Choice.
func (HighestMean) Choose(moves []MoveStat) int {
	return best(moves, func(a, b *MoveStat) bool {
		if (a.Visits > 0) != (b.Visits > 0) {
			return a.Visits > 0
		}
		return a.Mean > b.Mean || a.Mean == b.Mean && a.Visits > b.Visits
	})
}

// Decided implements Choice: a mean can always change.
func (HighestMean) Decided(moves []MoveStat, left int) bool { return left <= 0 || len(moves) == 1 }

// HighestLCB chooses the move whose mean is best at the lower end of its confidence
// interval.
type HighestLCB struct{}

// Choose implements Choice.
func (HighestLCB) Choose(moves []MoveStat) int {
	return best(moves, func(a, b *MoveStat) bool {
		return a.LCB > b.LCB || a.LCB == b.LCB && a.Visits > b.Visits
	})
}

// Decided implements Choice.
func (HighestLCB) Decided(moves []MoveStat, left int) bool { return left <= 0 || len(moves) == 1 }

// HighestPosterior chooses the visited move with the highest posterior mean, the one with more
// visits among equals (Zhang, Peng and Xu, §3). It wants variances: of the rule, or by
// Config.Variances.
type HighestPosterior struct{ Bayes }

// Choose implements Choice.
func (h HighestPosterior) Choose(moves []MoveStat) int {
	at, top := 0, math.Inf(-1)
	for i := range moves {
		m := &moves[i]
		if m.Visits == 0 {
			continue
		}
		mean, _, _ := h.Posterior(m.Visits, (m.Outcome+1)/2, m.Variance)
		if mean > top || mean == top && m.Visits > moves[at].Visits {
			at, top = i, mean
		}
	}
	return at
}

// Decided implements Choice: a mean can always change.
func (HighestPosterior) Decided(moves []MoveStat, left int) bool {
	return left <= 0 || len(moves) == 1
}

func best(moves []MoveStat, better func(a, b *MoveStat) bool) int {
	at := 0
	for i := range moves {
		if better(&moves[i], &moves[at]) {
			at = i
		}
	}
	return at
}
