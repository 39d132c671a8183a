package search

import (
	"math"
	"sync/atomic"

	"github.com/tengen-go/tengen/search/stat"
)

// Rule chooses the edge by which a playout leaves a node: what UCT, RAVE and PUCT differ
// in. One Rule serves all workers and keeps nothing between calls.
//
// Some rules score edges. Where edges tie, or several were never tried, these rules begin at a
// random edge, go on in order and round, and take the first of them that they meet. That is random,
// but uniform only if the gaps between these edges are equal: of n edges, an edge after g others
// that are not among them is taken with probability (g+1)/n.
//
// This costs one draw a selection and no memory, and it is enough. Each of the edges is taken with
// probability 1/n or more, so none starves. Edges that tie are worth the same to the rule, and mostly
// their next visits make them differ. Of untried edges only the order is not uniform. AtLeast,
// AtRandom and every Choice are uniform among equals.
type Rule interface {
	// Needs says which statistics the tree has to keep for the rule.
	Needs() Needs
	// Select is the index of the chosen edge. Among equals any may be taken; chance comes
	// from r.
	Select(e *Edges, r *Rand) int
	// Mean is the mean reward of edge i as the rule understands it, from 0 to 1 for the
	// player to move at the node. It is asked of visited edges only.
	Mean(e *Edges, i int) float32
}

// validator is a Rule that may be set to what it cannot work with: New refuses it then.
type validator interface{ Validate() error }

// validRule asks it.
func validRule(r Rule) error {
	if v, ok := r.(validator); ok {
		return v.Validate()
	}
	return nil
}

// Needs are the statistics that cost memory or time and are kept only for rules that use
// them.
type Needs struct {
	Priors  bool // P(s,a)
	Values  bool // N_v and W_v, evaluations apart from playouts
	Rave    bool // Ñ and Q̃, all moves as first
	Squares bool // sums of squared rewards, for variances
	Mean    bool // Edges.Mean
	// Owners counts who owns which place when playouts end (Edges.Criticality). The Leaf must play to the end.
	// The State must have Owners(owners []uint8), which writes who owns the place of each move: 1 for player
	// 0, 2 for player 1, 0 for nobody.
	Owners bool
	// Finished keeps finished playouts apart from playouts under way (Edges.Playouts). They differ
	// where several workers share a tree: virtual losses are visits.
	Finished bool
}

// Stat is a number of visits with the sum of their rewards.
type Stat = stat.Stat

// MaxVisits is the number of visits of the root at which every search ends.
const MaxVisits = stat.MaxVisits

// Edges are the moves of one node with their statistics, while a rule looks at them. Other
// workers may change them between two looks.
type Edges struct {
	// Player is to move at the node.
	Player int
	// Depth is the number of moves from the root.
	Depth int
	// Ply is the number of moves from the beginning of the game if the state counts them, else Depth.
	Ply int
	// Visits is N(s), the sum of N_r over the edges, virtual losses and virtual experience
	// included.
	Visits int
	// Mean is the mean reward of the node for Player if the rule needs it; 0.5 if nothing is
	// known.
	Mean float32
	// Moves are the moves of the edges.
	Moves []Move

	outcomes, values, rave []Stat
	owned                  []Stat
	ended                  Stat
	squares                []uint64
	priors                 []uint32
	experience             []belief
	finished               []uint32

	scratch []any // of rules, a *[]T each; the caller's own
}

// Len is the number of edges, at least 1.
func (e *Edges) Len() int { return len(e.outcomes) }

// Outcome is N_r and W_r of edge i: visits and the rewards of their playouts.
func (e *Edges) Outcome(i int) Stat { return e.outcomes[i].Load() }

// Value is N_v and W_v of edge i.
func (e *Edges) Value(i int) Stat { return e.values[i].Load() }

// Rave is Ñ and W̃ of edge i.
func (e *Edges) Rave(i int) Stat { return e.rave[i].Load() }

// Variance is the variance of the rewards of edge i (their mean squared distance from their
// mean), 0 to 0.25. The sums behind it are exact, so equal rewards have a variance of exactly
// 0. Virtual experience varies as rewards of 0 and 1 do.
func (e *Edges) Variance(i int) float64 {
	_, _, variance := e.Moments(i)
	return variance
}

// Moments are visits, mean and variance of the rewards of edge i, by one look at them; 0 without visits.
func (e *Edges) Moments(i int) (n, mean, variance float64) {
	q := e.outcomes[i].Load()
	count, sum := uint64(q>>stat.SumBits), uint64(q&stat.SumMask)
	if count == 0 {
		return 0, 0, 0
	}
	n = float64(count)
	over := 1 / n
	mean = float64(sum) * over * (1.0 / (1 << stat.RewardBits))
	return n, mean, stat.Spread(count, sum, atomic.LoadUint64(&e.squares[i])) * over * over
}

// Scratch is room for a rule to work in while it selects: n values of a type, with whatever an earlier
// call left in them. A later call with the same type gives the same values. It allocates only if it
// was never asked for as many.
func Scratch[T any](e *Edges, n int) []T {
	for _, kept := range e.scratch {
		if s, ok := kept.(*[]T); ok {
			if cap(*s) < n {
				*s = make([]T, n)
			}
			return (*s)[:n]
		}
	}
	s := make([]T, n)
	e.scratch = append(e.scratch, &s)
	return s
}

// Prior is P(s,a) of edge i.
func (e *Edges) Prior(i int) float32 {
	return math.Float32frombits(atomic.LoadUint32(&e.priors[i]))
}

// Playouts is how many playouts took edge i: its visits less virtual experience. Those under way
// count as their virtual losses, or not at all if the rule needs Finished or the back-up is by maximum.
func (e *Edges) Playouts(i int) int {
	if e.finished != nil {
		return int(atomic.LoadUint32(&e.finished[i]))
	}
	return e.visits(i)
}

// visits are the visits of edge i without virtual experience, but with virtual losses.
func (e *Edges) visits(i int) int {
	return e.Outcome(i).N() - e.virtual(i)
}

// virtual is how many of the visits of edge i are a heuristic's.
func (e *Edges) virtual(i int) int { return e.experienced(i).visits() }

// experienced is the virtual experience of edge i.
func (e *Edges) experienced(i int) belief {
	if e.experience == nil {
		return 0
	}
	return e.experience[i]
}
