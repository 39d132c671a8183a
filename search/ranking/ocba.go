package ranking

import (
	"math"

	"github.com/tengen-go/tengen/search"
)

// OCBA is the optimal computing budget allocation, made sequential: it samples the move that
// starves most (Chen and Lee 2011; Li, Fu and Xu 2021; Zhang, Peng and Xu, §4). With
// b = argmax Q̄, δ_a = Q̄_b − Q̄_a and T = Σ N + 1 the ideal shares are
//
//	Ñ_a / Ñ_a' = ((σ_a/δ_a) / (σ_a'/δ_a'))²      for a, a' ≠ b
//	Ñ_b = σ_b · sqrt(Σ over a≠b of Ñ_a²/σ_a²),   Σ Ñ = T
//
// and the move is argmax Ñ_a − N_a. A gap δ smaller than Epsilon counts as Epsilon and a
// variance of 0 as Epsilon too, so that moves as good as b share nearly everything with it.
// A move without visits comes first. Untried moves and ties, of Q̄ and of what is starved of,
// are taken from a random place on (search.Rule).
type OCBA struct {
	// Epsilon is ε, more than 0; 1e-5 in the paper, which says it of variances.
	Epsilon float64
	// Sample is as in Bayes.
	Sample bool
}

// Validate refuses an epsilon that no variance can be.
func (r OCBA) Validate() error { return validEpsilon(r.Epsilon) }

// Needs implements search.Rule.
func (OCBA) Needs() search.Needs { return search.Needs{Squares: true} }

// Mean implements search.Rule.
func (OCBA) Mean(e *search.Edges, i int) float32 { return e.Outcome(i).Mean() }

// Select implements search.Rule.
func (r OCBA) Select(e *search.Edges, rand *search.Rand) int {
	k := e.Len()
	if k == 1 {
		return 0
	}
	bayes := Bayes{Epsilon: r.Epsilon, Sample: r.Sample}
	arms := bayes.look(e, false)
	start := rand.IntN(k)
	b, total := start, 1.0
	for j, i := 0, start; j < k; j, i = j+1, i+1 {
		if i == k {
			i = 0
		}
		if arms[i].n == 0 {
			return i
		}
		total += arms[i].n
		if arms[i].mean > arms[b].mean {
			b = i
		}
	}
	// Shares in any unit, kept in m: σ²/δ², and Ñ²/σ² = σ²/δ⁴ under the root.
	top := arms[b]
	sum, root := 0.0, 0.0
	for i := range arms {
		if i == b {
			continue
		}
		a := &arms[i]
		gap := max(top.mean-a.mean, r.Epsilon)
		over := 1 / (gap * gap)
		a.m = a.variance * over
		sum += a.m
		root += a.m * over
	}
	arms[b].m = math.Sqrt(top.variance * root)
	unit := total / (sum + arms[b].m)
	best, most := start, math.Inf(-1)
	for j, i := 0, start; j < k; j, i = j+1, i+1 {
		if i == k {
			i = 0
		}
		if starves := arms[i].m*unit - arms[i].n; starves > most {
			best, most = i, starves
		}
	}
	return best
}
