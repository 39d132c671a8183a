package search

import "math"

// AtLeast is the n0 rule. As long as a move of the node has had fewer than N0 playouts, it
// selects one of the moves with the fewest playouts, each as likely as the others. Then its Rule
// selects.
//
// Where several workers share the tree only finished playouts count towards N0. Workers that have
// to wait for the last of them give these moves a few more playouts.
//
// The paper (Zhang, Peng and Xu, §3) calls a node expandable while a child of it was visited
// less than n0 times, and plays out from the child that it takes then. A tree with
// Config.ExpandAt = N0−1 does the same: the first N0 playouts of a move begin right behind it,
// and no playout goes deeper before all siblings have had theirs. The paper first takes moves
// that were never tried. Then it takes a random one of the moves with fewer than n0, even if
// others have fewer still; that is Any. Once all moves have had their n0, the two are the same.
type AtLeast struct {
	Rule
	N0 int
	// Any selects among all moves that lack playouts once all have had one.
	Any bool
}

// Needs implements Rule: finished playouts, because one under way tells the Rule nothing yet.
func (a AtLeast) Needs() Needs {
	n := a.Rule.Needs()
	n.Finished = true
	return n
}

// Select implements Rule.
func (a AtLeast) Select(e *Edges, r *Rand) int {
	least, ties, last := math.MaxInt, 0, 0
	for i := range e.Len() {
		if e.Playouts(i) >= a.N0 {
			continue
		}
		n := a.had(e, i)
		if n < least {
			least, ties, last = n, 0, i
		}
		if n == least {
			ties++
		}
	}
	if ties == 0 {
		return a.Rule.Select(e, r)
	}
	nth := 0
	if ties > 1 {
		nth = r.IntN(ties)
	}
	for i := range e.Len() {
		if a.had(e, i) == least && e.Playouts(i) < a.N0 {
			if nth == 0 {
				return i
			}
			nth--
			last = i
		}
	}
	return last // others have been here since
}

// had is the number of playouts that a move goes by, those under way and virtual losses among them,
// so that workers part ways; with Any only whether there was one.
func (a AtLeast) had(e *Edges, i int) int {
	n := e.visits(i)
	if a.Any {
		return min(n, 1)
	}
	return n
}

// Validate implements validator.
func (a AtLeast) Validate() error { return validRule(a.Rule) }

// Chance implements chancer.
func (a AtLeast) Chance(player, mover int) bool { return chance(a.Rule, player, mover) }
