package search

import (
	"math"
	"sync/atomic"
)

// Rule chooses the edge by which a playout leaves a node: what UCT, RAVE and PUCT differ
// in. One Rule serves all workers and keeps nothing between calls.
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

// Needs are the statistics that cost memory or time and are kept only for rules that use
// them.
type Needs struct {
	Priors  bool // P(s,a)
	Values  bool // N_v and W_v, evaluations apart from playouts
	Rave    bool // Ñ and Q̃, all moves as first
	Squares bool // sums of squared rewards, for variances
	Mean    bool // Edges.Mean
}

// Edges are the moves of one node with their statistics, while a rule looks at them. Other
// workers may change them between two looks.
type Edges struct {
	// Player is to move at the node.
	Player int
	// Depth is the number of moves from the root.
	Depth int
	// Visits is N(s), the sum of N_r over the edges, virtual losses and virtual experience
	// included.
	Visits int
	// Mean is the mean reward of the node for Player if the rule needs it; 0.5 if nothing is
	// known.
	Mean float32
	// Moves are the moves of the edges.
	Moves []Move

	outcomes, values, rave, squares []Stat
	priors                          []uint32
	experience                      []uint16
}

// Len is the number of edges, at least 1.
func (e *Edges) Len() int { return len(e.outcomes) }

// Outcome is N_r and W_r of edge i: visits and the rewards of their playouts.
func (e *Edges) Outcome(i int) Stat { return e.outcomes[i].load() }

// Value is N_v and W_v of edge i.
func (e *Edges) Value(i int) Stat { return e.values[i].load() }

// Rave is Ñ and W̃ of edge i.
func (e *Edges) Rave(i int) Stat { return e.rave[i].load() }

// Squares is like Outcome with the squares of the rewards.
func (e *Edges) Squares(i int) Stat { return e.squares[i].load() }

// Prior is P(s,a) of edge i.
func (e *Edges) Prior(i int) float32 {
	return math.Float32frombits(atomic.LoadUint32(&e.priors[i]))
}

// Playouts is how many playouts took edge i: its visits less virtual experience.
func (e *Edges) Playouts(i int) int {
	n := e.Outcome(i).N()
	if e.experience != nil {
		n -= int(e.experience[i])
	}
	return n
}
