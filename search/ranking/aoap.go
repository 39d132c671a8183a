package ranking

import (
	"math"

	"github.com/tengen-go/tengen/search"
)

// AOAP is the asymptotically optimal allocation policy, which looks one playout ahead (Zhang,
// Peng and Xu, §3, equations 3 to 5; Peng et al. 2018). With m, v and v⁺ of Bayes and
// b = argmax m it samples the move of the largest score:
//
//	b:     min over a≠b of (m_b−m_a)² / (v_b⁺ + v_a)
//	a ≠ b: the smaller of (m_b−m_a)² / (v_b + v_a⁺)
//	       and min over a'∉{a,b} of (m_b−m_a')² / (v_b + v_a')
//
// Ties, of m and of scores, go to the largest v/N, or are broken at random: taken from a random
// place on (search.Rule). The paper allows both.
type AOAP struct {
	Bayes
	// RandomTies breaks ties at random, instead of by the largest v/N. By the largest v/N it loses
	// more rounds of Gomoku than it wins, at random it wins more (docs/lab/aoap-2.2).
	RandomTies bool
}

// Needs implements search.Rule.
func (AOAP) Needs() search.Needs { return search.Needs{Squares: true} }

// Mean implements search.Rule: the mean of the playouts, not the posterior one.
func (AOAP) Mean(e *search.Edges, i int) float32 { return e.Outcome(i).Mean() }

// Select implements search.Rule.
//
// Since v⁺ < v, the first of the two values of an a ≠ b is at least (m_b−m_a)²/(v_b+v_a).
// Let c be the move where that is least. All moves but b and c then have the same score, this
// least value, and b and c have more: only their scores have to be worked out.
func (r AOAP) Select(e *search.Edges, rand *search.Rand) int {
	k := e.Len()
	if k == 1 {
		return 0
	}
	arms := r.look(e, true)
	start := rand.IntN(k)
	b := start
	for j, i := 1, start+1; j < k; j, i = j+1, i+1 {
		if i == k {
			i = 0
		}
		if m := arms[i].m; m > arms[b].m || m == arms[b].m && !r.RandomTies && arms[i].rarer(&arms[b]) {
			b = i
		}
	}
	top := arms[b]
	tau := 1 / (r.Deviation * r.Deviation)
	topAfter := after(tau, top.n, top.variance)
	c, least, second, ofB := -1, math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range arms {
		if i == b {
			continue
		}
		a := &arms[i]
		gap := top.m - a.m
		gap *= gap
		switch d := gap / (top.v + a.v); {
		case d < least:
			c, least, second = i, d, least
		case d < second:
			second = d
		}
		ofB = min(ofB, gap/(topAfter+a.v))
	}
	ofC := top.m - arms[c].m
	ofC = min(ofC*ofC/(top.v+after(tau, arms[c].n, arms[c].variance)), second)
	best := max(ofB, ofC)
	if ofB != ofC && best > least {
		if ofB > ofC {
			return b
		}
		return c
	}
	// A tie: of b and c, or of all moves with the least score.
	chosen := -1
	for j, i := 0, start; j < k; j, i = j+1, i+1 {
		if i == k {
			i = 0
		}
		score := least
		switch i {
		case b:
			score = ofB
		case c:
			score = ofC
		}
		if score == best && (chosen < 0 || !r.RandomTies && arms[i].rarer(&arms[chosen])) {
			chosen = i
		}
	}
	return chosen
}
