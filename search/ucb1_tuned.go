package search

import "math"

// UCB1Tuned is UCB1 with the width of its bounds taken from the variance of each move's
// rewards (Auer, Cesa-Bianchi and Fischer 2002, §4):
//
//	argmax_a Q̄_a + sqrt(ln N / N_a · min(1/4, V_a)),   V_a = σ̂_a² + sqrt(2·ln N / N_a)
//
// Rewards are from 0 to 1, so their variance is at most 1/4. Each move is tried once first. Untried
// moves and ties are taken from a random place on (Rule).
type UCB1Tuned struct{ byOutcomes }

// Needs implements Rule.
func (UCB1Tuned) Needs() Needs { return Needs{Squares: true} }

// Select implements Rule.
func (UCB1Tuned) Select(e *Edges, r *Rand) int {
	best, top := 0, math.Inf(-1)
	log := math.Log(float64(max(e.Visits, 1)))
	for k, i := e.Len(), r.IntN(e.Len()); k > 0; k, i = k-1, i+1 {
		if i == e.Len() {
			i = 0
		}
		n, mean, variance := e.Moments(i)
		if n == 0 {
			return i
		}
		share := log / n
		if score := mean + math.Sqrt(share*min(0.25, variance+math.Sqrt(2*share))); score > top {
			best, top = i, score
		}
	}
	return best
}
