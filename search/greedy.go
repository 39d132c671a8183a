package search

// Greedy takes the best mean, without exploration:
//
//	argmax_a Q(s,a)
//
// with rewards from 0 to 1, and FirstPlay for Q of a move not tried yet. Ties are taken from a
// random place on (Rule).
type Greedy struct {
	byOutcomes
	// FirstPlay is the reward, 0 to 1, that a move not tried yet is taken to have: 1 tries
	// every move before one that has not always won comes again.
	FirstPlay float64
}

// Needs implements Rule.
func (Greedy) Needs() Needs { return Needs{} }

// Select implements Rule.
func (g Greedy) Select(e *Edges, r *Rand) int {
	best, top := 0, float32(-1)
	for k, i := e.Len(), r.IntN(e.Len()); k > 0; k, i = k-1, i+1 {
		if i == e.Len() {
			i = 0
		}
		score := float32(g.FirstPlay)
		if q := e.Outcome(i); q.N() > 0 {
			score = q.Mean()
		}
		if score > top {
			best, top = i, score
		}
	}
	return best
}
