package papers

import (
	"math"
	"math/rand/v2"
)

// arms are the means of a bandit with rewards of 0 or 1. Times are plays of one arm, K of
// them; Δ_i is what a play of arm i loses against the best.
type arms []float64

func (a arms) best() float64 {
	best := a[0]
	for _, p := range a {
		best = max(best, p)
	}
	return best
}

// gaps are the Δ_i of the arms that are not the best.
func (a arms) gaps() (gaps []float64) {
	best := a.best()
	for _, p := range a {
		if p < best {
			gaps = append(gaps, best-p)
		}
	}
	return gaps
}

// bound is what the regret of UCB1 after n plays cannot exceed (Auer, Cesa-Bianchi and Fischer
// 2002, theorem 1): 8·Σ ln n/Δ_i + (1 + π²/3)·Σ Δ_i.
func (a arms) bound(n float64) float64 {
	sum := 0.0
	for _, d := range a.gaps() {
		sum += 8*math.Log(n)/d + (1+math.Pi*math.Pi/3)*d
	}
	return sum
}

// leastGrowth is what the regret of any policy that is good on all bandits grows by for every
// unit of ln n, in the end: Σ Δ_i/KL(p_i, p*) (Lai and Robbins 1985).
func (a arms) leastGrowth() float64 {
	best, sum := a.best(), 0.0
	for _, p := range a {
		if p < best {
			sum += (best - p) / (p*math.Log(p/best) + (1-p)*math.Log((1-p)/(1-best)))
		}
	}
	return sum
}

// expected is about what the regret of UCB1 is after n plays: all its bounds are then equal, so an
// arm that is Δ worse than the best has been played as often as
//
//	n_i = 2·ln n / (Δ_i + sqrt(2·ln n/n_*))²
//
// with n_* the plays of the best, which are all others. That tends to 2·ln n/Δ_i² as n_* grows.
func (a arms) expected(n float64) float64 {
	others := func(best float64) (plays, regret float64) {
		for _, d := range a.gaps() {
			width := d + math.Sqrt(2*math.Log(n)/best)
			k := 2 * math.Log(n) / (width * width)
			plays, regret = plays+k, regret+k*d
		}
		return plays, regret
	}
	low, high := 0.0, n
	for range 100 {
		if middle := (low + high) / 2; middle <= low || middle >= high {
			break
		} else if plays, _ := others(middle); plays+middle < n {
			low = middle
		} else {
			high = middle
		}
	}
	_, regret := others(high)
	return regret
}

// limit is what the growth of UCB1's regret for each unit of ln n tends to: 2·Σ 1/Δ.
func (a arms) limit() (limit float64) {
	for _, d := range a.gaps() {
		limit += 2 / d
	}
	return limit
}

// settled is the power of ten of plays from which on the growth of expected over a decade is at most
// the given part above its limit.
func (a arms) settled(part float64) int {
	power := 15 // beyond it nobody plays
	for ; power > 2; power-- {
		n := math.Pow(10, float64(power))
		if growth := (a.expected(n) - a.expected(n/10)) / math.Ln10; math.Abs(growth/a.limit()-1) > part {
			break
		}
	}
	return power
}

// counts are what a policy has seen of each arm.
type counts struct {
	plays []float64 // n_i
	sums  []float64 // rewards of arm i, which are also their squares
	means []float64
	roots []float64 // 1/sqrt(n_i)
}

func newCounts(k int) *counts {
	return &counts{make([]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)}
}

func (c *counts) add(arm int, reward float64) {
	c.plays[arm]++
	c.sums[arm] += reward
	c.means[arm] = c.sums[arm] / c.plays[arm]
	c.roots[arm] = 1 / math.Sqrt(c.plays[arm])
}

// policy chooses an arm after n plays, every arm having been played once; of equals the first
// from a random one on.
type policy func(c *counts, n int, rng *rand.Rand) int

// largest is the index of the largest score, beginning at a random one.
func largest(k int, rng *rand.Rand, score func(i int) float64) int {
	best, top := 0, math.Inf(-1)
	for left, i := k, rng.IntN(k); left > 0; left, i = left-1, i+1 {
		if i == k {
			i = 0
		}
		if s := score(i); s > top {
			best, top = i, s
		}
	}
	return best
}

// ucb1 takes argmax x̄_i + sqrt(2·ln n/n_i), as Figure 1 of Auer et al.
func ucb1(c *counts, n int, rng *rand.Rand) int {
	width := math.Sqrt(2 * math.Log(float64(n)))
	return largest(len(c.plays), rng, func(i int) float64 { return c.means[i] + width*c.roots[i] })
}

// ucb1Tuned takes argmax x̄_i + sqrt(ln n/n_i·min(1/4, V_i)) with V_i the variance of the
// rewards of arm i plus sqrt(2·ln n/n_i), as their §4.
func ucb1Tuned(c *counts, n int, rng *rand.Rand) int {
	log := math.Log(float64(n))
	return largest(len(c.plays), rng, func(i int) float64 {
		share := log * c.roots[i] * c.roots[i]
		variance := c.means[i] * (1 - c.means[i])
		return c.means[i] + math.Sqrt(share*min(0.25, variance+math.Sqrt(2*share)))
	})
}

// greedy takes any arm with chance epsilon(n) and the best mean otherwise.
func greedy(epsilon func(n int) float64) policy {
	return func(c *counts, n int, rng *rand.Rand) int {
		if rng.Float64() < epsilon(n) {
			return rng.IntN(len(c.plays))
		}
		return largest(len(c.plays), rng, func(i int) float64 { return c.means[i] })
	}
}

// uniform takes one arm after the other, again and again: flat Monte-Carlo.
func uniform(c *counts, n int, _ *rand.Rand) int { return n % len(c.plays) }

// play lets a policy choose until the last of the times, which rise. At each of them it calls seen
// with the regret so far: Σ Δ of the arms played. Its mean is the mean of the lost rewards, and its
// variance is smaller than theirs.
func (a arms) play(choose policy, rng *rand.Rand, times []int, seen func(i int, regret float64)) {
	c := newCounts(len(a))
	best, regret := a.best(), 0.0
	next := 0
	for n := 0; next < len(times); n++ {
		arm := n
		if n >= len(a) {
			arm = choose(c, n, rng)
		}
		reward := 0.0
		if rng.Float64() < a[arm] {
			reward = 1
		}
		c.add(arm, reward)
		regret += best - a[arm]
		if n+1 == times[next] {
			seen(next, regret)
			next++
		}
	}
}
