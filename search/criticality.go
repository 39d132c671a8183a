package search

import "github.com/tengen-go/tengen/search/stat"

// ownable is a State whose moves are places that a player owns when the game is over: points of a board.
type ownable interface {
	// Owners writes who owns the place of each move to owners, which is Range long: 1 for player 0, 2 for
	// player 1, 0 for nobody.
	Owners(owners []uint8)
}

// Criticality is how much it matters for winning who owns the place of edge i (Coulom 2009; Pellegrino, Hubbard,
// Galbraith, Potter and Chen 2009). It is four times the covariance of two things over the playouts through the
// node: that the player to move owns the place in the end, and that this player wins. So it is 1 if the owner of the
// place always wins and both do as often, 0 if it makes no difference, and negative if the owner rather loses. It
// is the same for both players. 0 if the rule does not need owners.
func (e *Edges) Criticality(i int) float32 {
	n := float32(e.ended.N())
	if e.owned == nil || n == 0 {
		return 0
	}
	o := e.owned[i].Load()
	return 4 * (o.Sum() - float32(o.N())*e.ended.Sum()/n) / n
}

// sureCriticality is the number of playouts at which a criticality counts half: the error of a covariance is
// about 1/√n.
const sureCriticality = 50

// trust is the weight of a criticality at the node: less after few playouts.
func (e *Edges) trust(weight float64) float32 {
	n := float32(e.ended.N())
	return float32(weight) * n / (n + sureCriticality)
}

// seeOwners notes who owns what where a playout has ended.
func (w *worker) seeOwners(s State) {
	if w.owners != nil {
		s.(ownable).Owners(w.owners)
	}
}

// countOwners adds the outcome to the node, and to its moves at places that the player owns.
func (w *worker) countOwners(node uint32, player int, value float32) {
	s := w.tree.store
	if s.owned == nil {
		return
	}
	first := s.first[node]
	end := first + uint32(s.count[node])
	r, mine := stat.Reward(value, player), uint8(player+1)
	s.ended[node].Add(r)
	owned := s.owned[first:end]
	for i, m := range s.moves[first:end] {
		if w.owners[m] == mine {
			owned[i].Add(r)
		}
	}
}
