package stat

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
	// RewardBits are the bits of a reward: it is a number of 1/1024.
	RewardBits = 10
	// SumBits are the bits of the sum of rewards, the lower ones. The others count visits.
	SumBits   = 37
	countBits = 64 - SumBits

	// MaxVisits is the number of visits at which every search ends: a Stat could not count
	// much further.
	MaxVisits = 1<<countBits - 1<<20

	// One is one visit without a reward.
	One Stat = 1 << SumBits
	// SumMask are the bits of the sum.
	SumMask = One - 1
)

// Of is the Stat of so many visits of a mean reward.
func Of(n int, mean float32) Stat {
	sum := math.Round(float64(n) * float64(mean) * (1 << RewardBits))
	return Stat(n)<<SumBits + Stat(sum)
}

// N is the number of visits.
func (s Stat) N() int { return int(s >> SumBits) }

// Sum is the sum of the rewards.
func (s Stat) Sum() float32 { return float32(s&SumMask) * (1.0 / (1 << RewardBits)) }

// Mean is the mean reward, from 0 to 1; NaN without visits.
func (s Stat) Mean() float32 { return s.Sum() / float32(s>>SumBits) }

// Reward is one visit with the outcome value, −1 to 1 for player 0, as the given player sees
// it.
func Reward(value float32, player int) Stat {
	if player != 0 {
		value = -value
	}
	return One + Stat((1+value)*(1<<(RewardBits-1))+0.5)
}

// Squared is the square of the reward of one visit, in steps of 1/1024².
func Squared(r Stat) uint64 {
	x := uint64(r & SumMask)
	return x * x
}

// Spread is n²·σ² of n rewards with the given sum and sum of squares, in steps of 1/1024 and
// of its square. The difference n·Σx² − (Σx)² is exact, whatever its size. It is 0 where
// somebody else added to one of the sums only.
func Spread(n, sum, squares uint64) float64 {
	if n < 1<<((64-2*RewardBits)/2) { // n·squares, at most n²·2²⁰, and it fits
		a, b := n*squares, sum*sum
		if a < b {
			return 0
		}
		return float64(a-b) * (1.0 / (1 << (2 * RewardBits)))
	}
	aHigh, a := bits.Mul64(n, squares)
	bHigh, b := bits.Mul64(sum, sum)
	low, borrow := bits.Sub64(a, b, 0)
	high, borrow := bits.Sub64(aHigh, bHigh, borrow)
	if borrow != 0 {
		return 0
	}
	return (float64(high)*(1<<64) + float64(low)) * (1.0 / (1 << (2 * RewardBits)))
}

// Load is s, read at once.
func (s *Stat) Load() Stat { return Stat(atomic.LoadUint64((*uint64)(s))) }

// Add adds visits and rewards at once.
func (s *Stat) Add(d Stat) { atomic.AddUint64((*uint64)(s), uint64(d)) }

// ShareOf is the k-th of so many shares in n visits with a sum of rewards: they add up to
// the whole, and no reward of a share is above 1.
func ShareOf(sum uint64, n, k, of int) Stat { return ShareAt(sum, n, n*k/of, n*(k+1)/of) }

// ShareAt is the share of the visits from low to high of n.
func ShareAt(sum uint64, n, low, high int) Stat {
	if n == 0 {
		return 0
	}
	return Stat(high-low)<<SumBits + Stat(Proportion(sum, high, n)-Proportion(sum, low, n))
}

// Proportion is a·part/whole, rounded down.
func Proportion(a uint64, part, whole int) uint64 {
	high, low := bits.Mul64(a, uint64(part))
	q, _ := bits.Div64(high, low, uint64(whole))
	return q
}
