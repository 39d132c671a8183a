package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// By hand, with a prior so wide that m = Q̄ and v = σ̂²/N:
//
//	a: 8 of 16 won: m 0.5,  v 1/64, v⁺ 1/68
//	b: 4 of 16:     m 0.25, v 3/256
//	c: 3 of 4:      m 0.75, v 3/64, v⁺ 3/80
//
// c is best. Pairs: a 0.0625/(3/64+1/64) = 1, b 0.25/(3/64+3/256) = 4.267. Scores: c, of a:
// 0.0625/(3/80+1/64) = 1.176; a, of itself: 0.0625/(3/64+1/68) = 1.015; b, of a: 1.
//
// With 8 more visits of c, 6 of them won, v is 1/64 and v⁺ 3/208: a's pair is 2, c scores
// 0.0625/(3/208+1/64) = 2.080 and a 0.0625/(1/64+1/68) = 2.061. With c at 18 of 24, v is 1/128
// and v⁺ 0.1875/25: c 2.703, a 0.0625/(1/128+1/68) = 2.776.
func TestAOAPByHand(t *testing.T) {
	rule := AOAP{Bayes: Bayes{Deviation: 1e6, Epsilon: 1e-5}}
	for _, c := range []struct{ won, of, want int }{{3, 4, 2}, {9, 12, 2}, {18, 24, 0}} {
		e := sampled(played(8, 0, 8), played(4, 0, 12), played(c.won, 0, c.of-c.won))
		if got := always(t, rule, e); got != c.want {
			t.Errorf("c %d of %d: edge %d, want %d", c.won, c.of, got, c.want)
		}
	}
	// All alike: the least tried has the largest v/N. At random it is any.
	rule.Deviation = 1e200
	tied := sampled(played(5, 0, 5), played(4, 0, 4), played(6, 0, 6))
	for _, c := range []struct {
		random bool
		want   int
	}{{false, 1}, {true, 3}} {
		rule.RandomTies = c.random
		seen := map[int]bool{}
		for seed := range uint64(40) {
			r := wyrand.New(seed)
			seen[rule.Select(tied, &r)] = true
		}
		if len(seen) != c.want || !seen[1] {
			t.Errorf("ties, at random %v: edges %v", c.random, seen)
		}
	}
}

// scoresOfAOAP are equations (3) and (4) as they stand, for a given best move.
func scoresOfAOAP(b Bayes, e *search.Edges, best int) []float64 {
	k := e.Len()
	m, v, vp := make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range k {
		n, mean, variance := e.Moments(i)
		m[i], v[i], vp[i] = b.Posterior(int(n), mean, variance)
	}
	pair := func(a int, vBest, vA float64) float64 { return (m[best] - m[a]) * (m[best] - m[a]) / (vBest + vA) }
	scores := make([]float64, k)
	for i := range scores {
		scores[i] = math.Inf(1)
		for a := range k {
			switch {
			case a == best:
			case i == best:
				scores[i] = min(scores[i], pair(a, vp[best], v[a]))
			case i == a:
				scores[i] = min(scores[i], pair(a, v[best], vp[a]))
			default:
				scores[i] = min(scores[i], pair(a, v[best], v[a]))
			}
		}
	}
	return scores
}

// What AOAP selects has the largest score, on random nodes with ties, zero variances and moves
// without visits; of equals it has the largest v/N, or is any of them.
func TestAOAPIsItsEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	b := NewBayes()
	posterior := func(e *search.Edges, i int) (m, v, n float64) {
		n, mean, variance := e.Moments(i)
		m, v, _ = b.Posterior(int(n), mean, variance)
		return m, v, n
	}
	// among are the first of some by value, and of these by v/N.
	among := func(e *search.Edges, value func(i int) float64) map[int]bool {
		top, rare := math.Inf(-1), math.Inf(-1)
		for i := range e.Len() {
			top = max(top, value(i))
		}
		for i := range e.Len() {
			if _, v, n := posterior(e, i); value(i) == top {
				rare = max(rare, v/n)
			}
		}
		set := map[int]bool{}
		for i := range e.Len() {
			if _, v, n := posterior(e, i); value(i) == top && (v/n == rare || math.Abs(v/n-rare) < 1e-12*rare) {
				set[i] = true
			}
		}
		return set
	}
	// all are all that are first by value.
	all := func(e *search.Edges, value func(i int) float64) map[int]bool {
		set := map[int]bool{0: true}
		for i := 1; i < e.Len(); i++ {
			for top := range set {
				if value(i) > value(top) {
					clear(set)
				}
				if value(i) >= value(top) {
					set[i] = true
				}
				break // they are equal
			}
		}
		return set
	}
	for n := range 10000 {
		e := randomNode(r, r.IntN(3))
		random, first := n%2 == 1, among
		if random {
			first = all
		}
		right := map[int]bool{}
		for best := range first(e, func(i int) float64 { m, _, _ := posterior(e, i); return m }) {
			scores := scoresOfAOAP(b, e, best)
			for i := range first(e, func(i int) float64 { return scores[i] }) {
				right[i] = true
			}
		}
		seen := map[int]bool{}
		rand := wyrand.New(r.Uint64())
		for range 1 + n%2*4*e.Len() {
			got := (AOAP{Bayes: b, RandomTies: random}).Select(e, &rand)
			if !right[got] {
				t.Fatalf("random ties %v: edge %d of %d, want one of %v", random, got, e.Len(), right)
			}
			seen[got] = true
		}
		if random && len(right) > 1 && len(seen) == 1 && e.Len() > 8 {
			t.Fatalf("of the equals %v only %v was taken", right, seen)
		}
	}
}
