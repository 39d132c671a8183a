package search

// Flat tries all moves equally often: Monte-Carlo without a tree, if the tree is kept from
// growing (Config.ExpandAt) and the move with the best mean is played (HighestMean):
//
//	argmin_a N(s,a)
//
// Ties are taken from a random place on (Rule).
type Flat struct{ byOutcomes }

// Needs implements Rule.
func (Flat) Needs() Needs { return Needs{} }

// Select implements Rule.
func (Flat) Select(e *Edges, r *Rand) int {
	best, least := 0, -1
	for k, i := e.Len(), r.IntN(e.Len()); k > 0; k, i = k-1, i+1 {
		if i == e.Len() {
			i = 0
		}
		if n := e.Outcome(i).N(); least < 0 || n < least {
			best, least = i, n
		}
	}
	return best
}
