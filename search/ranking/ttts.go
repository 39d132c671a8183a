package ranking

import (
	"math"

	"github.com/tengen-go/tengen/search"
)

// TTTS is top-two Thompson sampling (Russo 2020; Zhang, Peng and Xu, §4). It draws a mean for
// every move from its posterior N(m, v) of Bayes and takes the best move. Then it draws again
// until another move is best, and samples one of the two, each with probability 1/2. After 10 draws
// with the same best move, the other is the second move of the first draw.
type TTTS struct{ Bayes }

// redraws is how often TTTS tries for another best move.
const redraws = 10

// Needs implements search.Rule.
func (TTTS) Needs() search.Needs { return search.Needs{Squares: true} }

// Mean implements search.Rule: the mean of the playouts, not the posterior one.
func (TTTS) Mean(e *search.Edges, i int) float32 { return e.Outcome(i).Mean() }

// Select implements search.Rule.
func (r TTTS) Select(e *search.Edges, rand *search.Rand) int {
	if e.Len() == 1 {
		return 0
	}
	arms := r.look(e, true)
	for i := range arms {
		arms[i].v = math.Sqrt(arms[i].v)
	}
	// The coin comes first: half of the time the second move is not wanted.
	second := rand.Uint64()>>63 != 0
	best, runnerUp := -1, -1
	top, next := math.Inf(-1), math.Inf(-1)
	for i := range arms {
		x := arms[i].m + arms[i].v*rand.Normal()
		switch {
		case x > top:
			best, runnerUp, top, next = i, best, x, top
		case x > next:
			runnerUp, next = i, x
		}
	}
	if !second {
		return best
	}
	for range redraws {
		if i := redraw(arms, best, rand); i != best {
			return i
		}
	}
	return runnerUp
}

// farOff is so many standard deviations that no draw is expected to be as far off in the
// life of a program: beyond it lie 1e-19 of all.
const farOff = 9

// redraw is the best move of one draw. The arms' v are standard deviations. It begins with the
// likeliest move and makes no draws for moves that cannot reach it.
func redraw(arms []arm, first int, rand *search.Rand) int {
	best, top := first, arms[first].m+arms[first].v*rand.Normal()
	for i := range arms {
		if i == first || arms[i].m+farOff*arms[i].v < top {
			continue
		}
		if x := arms[i].m + arms[i].v*rand.Normal(); x > top {
			best, top = i, x
		}
	}
	return best
}
