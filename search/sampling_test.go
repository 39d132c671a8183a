package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/search/stat"
)

// sampled is a node with edges that had the given rewards, in steps of 1/1024.
func sampled(rewards ...[]int) *Edges {
	e := &Edges{Mean: 0.5}
	for i, rs := range rewards {
		e.Moves = append(e.Moves, Move(i))
		e.outcomes = append(e.outcomes, 0)
		e.squares = append(e.squares, 0)
		for _, r := range rs {
			reward := stat.One + Stat(r)
			e.outcomes[i] += reward
			e.squares[i] += stat.Squared(reward)
			e.Visits++
		}
	}
	return e
}

// played are so many wins, draws and losses as rewards.
func played(wins, draws, losses int) (rewards []int) {
	for k, n := range []int{losses, draws, wins} {
		for range n {
			rewards = append(rewards, 512*k)
		}
	}
	return rewards
}

// randomNode has 1 to 12 edges of games won, drawn and lost, some without any, some equal.
func randomNode(r *rand.Rand, least int) *Edges {
	rewards := make([][]int, 1+r.IntN(12))
	for i := range rewards {
		switch {
		case i > 0 && r.IntN(4) == 0:
			rewards[i] = rewards[r.IntN(i)]
		case r.IntN(4) == 0: // all alike
			rewards[i] = make([]int, least+r.IntN(20))
			for k, x := 0, 512*r.IntN(3); k < len(rewards[i]); k++ {
				rewards[i][k] = x
			}
		default:
			rewards[i] = played(least+r.IntN(10), r.IntN(3), r.IntN(30))
		}
	}
	return sampled(rewards...)
}

// The variance is that of Welford's running sums, and exactly 0 where all rewards are equal.
func TestVarianceIsWelfords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		rewards := make([]int, 1+r.IntN(2000))
		base, width := r.IntN(1000), 1+r.IntN(25)
		mean, m2 := 0.0, 0.0
		for i := range rewards {
			rewards[i] = base + r.IntN(width)
			x := float64(rewards[i]) / 1024
			d := x - mean
			mean += d / float64(i+1)
			m2 += d * (x - mean)
		}
		e := sampled(rewards)
		n, gotMean, variance := e.Moments(0)
		if n != float64(len(rewards)) || math.Abs(gotMean-mean) > 1e-12 || math.Abs(variance-m2/n) > 1e-13 {
			t.Fatalf("%d rewards: mean %v, variance %v, Welford has %v, %v", len(rewards), gotMean, variance, mean, m2/n)
		}
		if width == 1 && variance != 0 {
			t.Errorf("%d rewards of %d: variance %v", len(rewards), base, variance)
		}
	}
	// As many as there can be: 0.3 and 0.7 in turns, and all 1.
	const many = MaxVisits
	if got := stat.Spread(many, many/2*(300+700), many/2*(300*300+700*700)) / many / many; math.Abs(got-(200.0/1024)*(200.0/1024)) > 1e-15 {
		t.Errorf("variance %v of many", got)
	}
	if got := stat.Spread(many, many<<10, many<<20); got != 0 {
		t.Errorf("variance %v of many wins", got)
	}
	// One word of the two was read before somebody added.
	if got := stat.Spread(2, 2048, 1<<20); got != 0 {
		t.Errorf("variance %v of half an addition", got)
	}
}

// By hand, N = 16, ln N = 2.7726.
//
//	a: 10 visits, 6 won: σ² 0.24, V = 0.24 + sqrt(0.5545) > 1/4: 0.6 + sqrt(0.27726/4) = 0.8633
//	b: 6 draws: 0.5, σ² 0, V = sqrt(0.924) > 1/4: 0.5 + sqrt(0.4621/4) = 0.8399
//
// V counts when there are many visits, N = 1996, ln N = 7.599:
//
//	a: 1000 visits at 0.54, σ² 0.2484: V > 1/4: 0.54 + sqrt(0.0076/4) = 0.5836
//	b: 996 draws: V = sqrt(0.01526) = 0.1235: 0.5 + sqrt(0.00763·0.1235) = 0.5307
func TestUCB1TunedByHand(t *testing.T) {
	if got := always(t, UCB1Tuned{}, sampled(played(6, 0, 4), played(0, 6, 0))); got != 0 {
		t.Errorf("edge %d, want 0", got)
	}
	if got := always(t, UCB1Tuned{}, sampled(played(6, 0, 4), played(0, 6, 0), nil)); got != 2 {
		t.Errorf("edge %d before the one never tried", got)
	}
	if got := always(t, UCB1Tuned{}, sampled(played(540, 0, 460), played(0, 996, 0))); got != 0 {
		t.Errorf("edge %d, want 0", got)
	}
	// At equal means and visits the one that varies is of interest; to UCB1 both are.
	if got := always(t, UCB1Tuned{}, sampled(played(500, 0, 500), played(0, 1000, 0))); got != 0 {
		t.Errorf("edge %d, want the one that varies", got)
	}
}
