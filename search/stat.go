package search

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// Stat is a number of visits and the sum of their rewards in one word. So one atomic addition
// updates both, and one load reads a pair that belongs together. A reward is from 0 (lost) to 1
// (won) for the player to move. It is kept in steps of 1/1024, so a sum of rewards never borrows
// from the count above it.
type Stat uint64

const (
	rewardBits = 10
	sumBits    = 37
	countBits  = 64 - sumBits

	// MaxVisits is the number of visits at which every search ends: a Stat could not count
	// much further.
	MaxVisits = 1<<countBits - 1<<20

	oneVisit Stat = 1 << sumBits
	sumMask  Stat = oneVisit - 1
)

// visited is the Stat of so many visits of a mean reward.
func visited(n int, mean float32) Stat {
	sum := math.Round(float64(n) * float64(mean) * (1 << rewardBits))
	return Stat(n)<<sumBits + Stat(sum)
}

// N is the number of visits.
func (s Stat) N() int { return int(s >> sumBits) }

// Sum is the sum of the rewards.
func (s Stat) Sum() float32 { return float32(s&sumMask) * (1.0 / (1 << rewardBits)) }

// Mean is the mean reward, from 0 to 1; NaN without visits.
func (s Stat) Mean() float32 { return s.Sum() / float32(s>>sumBits) }

// reward is one visit with the outcome value, −1 to 1 for player 0, as the given player sees
// it.
func reward(value float32, player int) Stat {
	if player != 0 {
		value = -value
	}
	return oneVisit + Stat((1+value)*(1<<(rewardBits-1))+0.5)
}

// squared is the square of the reward of one visit, in steps of 1/1024².
func squared(r Stat) uint64 {
	x := uint64(r & sumMask)
	return x * x
}

// spread is n²·σ² of n rewards with the given sum and sum of squares, in steps of 1/1024 and
// of its square. The difference n·Σx² − (Σx)² is exact, whatever its size. It is 0 where
// somebody else added to one of the sums only.
func spread(n, sum, squares uint64) float64 {
	if n < 1<<((64-2*rewardBits)/2) { // n·squares, at most n²·2²⁰, and it fits
		a, b := n*squares, sum*sum
		if a < b {
			return 0
		}
		return float64(a-b) * (1.0 / (1 << (2 * rewardBits)))
	}
	aHigh, a := bits.Mul64(n, squares)
	bHigh, b := bits.Mul64(sum, sum)
	low, borrow := bits.Sub64(a, b, 0)
	high, borrow := bits.Sub64(aHigh, bHigh, borrow)
	if borrow != 0 {
		return 0
	}
	return (float64(high)*(1<<64) + float64(low)) * (1.0 / (1 << (2 * rewardBits)))
}

func (s *Stat) load() Stat { return Stat(atomic.LoadUint64((*uint64)(s))) }

func (s *Stat) add(d Stat) { atomic.AddUint64((*uint64)(s), uint64(d)) }
