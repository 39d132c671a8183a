package ranking

import (
	"testing"

	"github.com/tengen-go/tengen/search"
)

// By hand, Q⁰ = 1, σ⁰ = 0.1 (1/σ⁰² = 100), values as rewards 0 to 1:
//
//	a: 400 playouts, 0.6, variance 0.24: 1666.7 → m = (100 + 1000)/1766.7  = 0.6226
//	b: 20 playouts, 0.5, variance 0.25:  80     → m = (100 + 40)/180       = 0.7778
//	c: none, which would have m = 1
func TestHighestPosteriorByHand(t *testing.T) {
	moves := []search.MoveStat{{Visits: 400, Outcome: 0.2, Variance: 0.24}, {Visits: 20, Outcome: 0, Variance: 0.25}, {}}
	if got := (HighestPosterior{Bayes{Mean: 1, Deviation: 0.1, Epsilon: 1e-5}}).Choose(moves, 0); got != 1 {
		t.Errorf("move %d under a strong prior, want 1", got)
	}
	c := HighestPosterior{NewBayes()}
	if got := c.Choose(moves, 0); got != 0 {
		t.Errorf("move %d under the paper's prior, want 0", got)
	}
	if c.Decided(moves, 1) || !c.Decided(moves, 0) || !c.Decided(moves[:1], 1) {
		t.Error("decided, or not")
	}
	// Nineteen hundred more of b's, all virtual: 8000 → m = (100 + 4000)/8100 = 0.5062
	moves[1].Experience = 1980
	if got := (HighestPosterior{Bayes{Mean: 1, Deviation: 0.1, Epsilon: 1e-5}}).Choose(moves, 0); got != 0 {
		t.Errorf("move %d where b has virtual experience, want 0", got)
	}
	even := []search.MoveStat{{Visits: 5, Outcome: 1}, {Visits: 9, Outcome: 1}}
	if got := (HighestPosterior{Bayes{Mean: 1, Deviation: 1, Epsilon: 1}}).Choose(even, 0); got != 1 {
		t.Errorf("move %d of equals, want the more visited", got)
	}
}
