package search

import (
	"math"
	"sync/atomic"
)

// Stat is a number of visits and the sum of their rewards in one word, so that one atomic
// addition updates both and one load reads a pair that belongs together. A reward is from 0
// (lost) to 1 (won) for the player who moves; it is kept in steps of 1/1024, so a sum of
// rewards never borrows from the count above it.
type Stat uint64

const (
	rewardBits = 10
	sumBits    = 37
	countBits  = 64 - sumBits

	// MaxVisits is the number of visits at which a search ends by itself: a Stat could not
	// count much further.
	MaxVisits = 1<<countBits - 1<<20

	oneVisit Stat = 1 << sumBits
	sumMask  Stat = oneVisit - 1
)

// Visited is the Stat of so many visits of a mean reward.
func Visited(n int, mean float32) Stat {
	sum := math.Round(float64(n) * float64(mean) * (1 << rewardBits))
	return Stat(n)<<sumBits + Stat(sum)
}

// N is the number of visits.
func (s Stat) N() int { return int(s >> sumBits) }

// Sum is the sum of the rewards.
func (s Stat) Sum() float32 { return float32(s&sumMask) * (1.0 / (1 << rewardBits)) }

// Mean is the mean reward, from 0 to 1; NaN without visits.
func (s Stat) Mean() float32 { return s.Sum() / float32(s>>sumBits) }

// reward is one visit whose outcome is value, −1 to 1 for player 0, as the given player
// sees it.
func reward(value float32, player int) Stat {
	if player != 0 {
		value = -value
	}
	return oneVisit + Stat((1+value)*(1<<(rewardBits-1))+0.5)
}

// squared is one visit whose reward is the square of r's.
func squared(r Stat) Stat {
	x := r & sumMask
	return oneVisit + (x*x+1<<(rewardBits-1))>>rewardBits
}

func (s *Stat) load() Stat { return Stat(atomic.LoadUint64((*uint64)(s))) }

func (s *Stat) add(d Stat) { atomic.AddUint64((*uint64)(s), uint64(d)) }
