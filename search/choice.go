package search

import (
	"math"
	"math/bits"
)

// Choice chooses the move to play when the search is over. Where moves tie, chance decides.
type Choice interface {
	// Choose is the index of the move to play among the root's moves, at least one. chance,
	// 64 random bits as of Tree.Chance, takes one of the moves that tie, each as likely as
	// the others; 0 takes the first.
	Choose(moves []MoveStat, chance uint64) int
	// Decided says whether so many more playouts cannot change the choice.
	Decided(moves []MoveStat, left int) bool
}

// MostVisits chooses the move with the most visits, the better mean among equals. It is
// what Silver et al. 2016 play by, and Gelly and Silver 2011.
type MostVisits struct{}

// Choose implements Choice.
func (MostVisits) Choose(moves []MoveStat, chance uint64) int {
	return Highest(moves, chance, func(m *MoveStat) (float64, float64) { return float64(m.Visits), m.Mean })
}

// Decided implements Choice.
func (c MostVisits) Decided(moves []MoveStat, left int) bool {
	first := c.Choose(moves, 0)
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
func (HighestMean) Choose(moves []MoveStat, chance uint64) int {
	return Highest(moves, chance, func(m *MoveStat) (float64, float64) {
		if m.Visits == 0 {
			return math.Inf(-1), 0
		}
		return m.Mean, float64(m.Visits)
	})
}

// Decided implements Choice: a mean can always change.
func (HighestMean) Decided(moves []MoveStat, left int) bool { return left <= 0 || len(moves) == 1 }

// HighestLCB chooses the move with the highest lower end of the mean's confidence interval,
// among equals the move with more visits.
type HighestLCB struct{}

// Choose implements Choice.
func (HighestLCB) Choose(moves []MoveStat, chance uint64) int {
	return Highest(moves, chance, func(m *MoveStat) (float64, float64) { return m.LCB, float64(m.Visits) })
}

// Decided implements Choice.
func (HighestLCB) Decided(moves []MoveStat, left int) bool { return left <= 0 || len(moves) == 1 }

// Highest is the index of the move of the highest first score, of the highest second score among
// equals. Where both are equal, chance takes one, as in Choice. A Choice of your own may be made of it.
func Highest(moves []MoveStat, chance uint64, score func(m *MoveStat) (first, second float64)) int {
	at, ties := 0, 1
	top, next := score(&moves[0])
	for i := 1; i < len(moves); i++ {
		switch first, second := score(&moves[i]); {
		case first > top || first == top && second > next:
			at, ties, top, next = i, 1, first, second
		case first == top && second == next:
			ties++
		}
	}
	nth, _ := bits.Mul64(chance, uint64(ties))
	for i := at; nth > 0; {
		i++
		if first, second := score(&moves[i]); first == top && second == next {
			at, nth = i, nth-1
		}
	}
	return at
}
