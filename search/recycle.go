package search

import (
	"math"
	"math/bits"
)

// recycle makes room: it waits until no playout is under way and no ticket is open, and
// drops what the root does not reach any more. If more than half of the store would remain,
// the subtrees behind the least visited moves go too: those behind moves with fewer than 2ᵏ
// playouts, for the least k that leaves half. Visits and outcomes stay with the moves that
// led there, so the search goes on as if the subtrees had not been read yet.
//
// Nodes and edges slide down in their order, within the arrays: it takes no memory.
//
// times is how often the store had been recycled when the caller found it full; if it was
// recycled since, nothing is to be done.
func (t *Tree) recycle(times int) {
	t.gate.Lock()
	defer t.gate.Unlock()
	s := t.store
	if t.recycled != times || t.stop.Load() {
		return // a search that ends need not wait; the next one will find the store full
	}
	t.recycled++
	t.settle()
	s.weigh(t.root)
	t.root = s.compact(t.root, s.least())
}

// weigh sets each node's weight: 0 out of reach, else one more than the binary logarithm of
// the playouts of the least visited move on the way from the root; with transpositions on the
// most visited way.
func (s *store) weigh(root uint32) {
	n := uint32(s.used.Load() >> 32)
	clear(s.weight[:n])
	s.weight[root] = math.MaxUint8
	if s.table != nil {
		s.weighShared(n)
		return
	}
	// Children are younger than their parents.
	for node := root + 1; node < n; node++ {
		if w := s.weight[s.above[node]]; w > 0 {
			s.weight[node] = min(w, s.weightOf(s.first[s.above[node]]+uint32(s.by[node])))
		}
	}
}

// weighShared is weigh where a node may have several parents, and older children.
func (s *store) weighShared(n uint32) {
	for again := true; again; {
		again = false
		for node := uint32(1); node < n; node++ {
			if s.weight[node] == 0 {
				continue
			}
			first := s.first[node]
			for i := first; i < first+uint32(s.count[node]); i++ {
				child := s.childOf(i)
				if child == none {
					continue
				}
				w := min(s.weight[node], s.weightOf(i))
				if w > s.weight[child] {
					s.weight[child] = w
					again = again || child < node
				}
			}
		}
	}
}

// weightOf is one more than the binary logarithm of the edge's playouts.
func (s *store) weightOf(edge uint32) uint8 {
	return uint8(1 + bits.Len64(uint64(s.playouts(edge))))
}

// playouts is how many playouts took the edge.
func (s *store) playouts(edge uint32) int {
	n := s.outcomes[edge].N()
	if s.experience != nil {
		n -= s.experience[edge].visits()
	}
	return n
}

// least is the smallest weight of a node that may stay.
func (s *store) least() uint8 {
	var nodes, edges [math.MaxUint8 + 1]int
	for node := range s.used.Load() >> 32 {
		w := s.weight[node]
		nodes[w]++
		edges[w] += int(s.count[node])
	}
	n, m := 0, 0
	for w := math.MaxUint8; w > 0; w-- {
		n, m = n+nodes[w], m+edges[w]
		if w < math.MaxUint8 && (n > len(s.hash)/2 || m > len(s.moves)/2) {
			return uint8(w + 1)
		}
	}
	return 1
}

// compact keeps the nodes of at least the given weight and returns the root's new place.
func (s *store) compact(root uint32, least uint8) uint32 {
	n := uint32(s.used.Load() >> 32)
	kept := uint32(1)
	s.to[none] = none
	for node := uint32(1); node < n; node++ {
		s.to[node] = none
		if s.weight[node] >= least {
			s.to[node] = kept
			kept++
		}
	}
	if s.table == nil {
		for node := uint32(1); node < n; node++ {
			if a := s.above[node]; s.to[a] != none {
				s.relink(s.first[a] + uint32(s.by[node]))
			}
		}
	}
	edge := uint32(1)
	for from := uint32(1); from < n; from++ {
		node := s.to[from]
		if node == none {
			continue
		}
		first, count := s.first[from], uint32(s.count[from])
		s.slide(edge, first, count)
		s.hash[node], s.visits[node], s.count[node] = s.hash[from], s.visits[from], s.count[from]
		s.above[node], s.by[node] = s.to[s.above[from]], s.by[from]
		s.first[node] = edge
		if s.ended != nil {
			s.ended[node] = s.ended[from]
		}
		edge += count
	}
	s.used.Store(uint64(kept)<<32 | uint64(edge))
	if s.table != nil {
		for i := uint32(1); i < edge; i++ {
			s.relink(i)
		}
		clear(s.table)
		for i := uint32(1); i < kept; i++ {
			s.enter(i)
		}
	}
	return s.to[root]
}

// relink turns the edge's child from its old place to its new one.
func (s *store) relink(edge uint32) {
	c := s.child[edge]
	s.child[edge] = c&asked | s.to[c&^asked]
}

// slide moves edges down.
func (s *store) slide(to, from, count uint32) {
	if to == from {
		return
	}
	copy(s.moves[to:to+count], s.moves[from:from+count])
	copy(s.child[to:to+count], s.child[from:from+count])
	copy(s.outcomes[to:to+count], s.outcomes[from:from+count])
	if s.values != nil {
		copy(s.values[to:to+count], s.values[from:from+count])
	}
	if s.rave != nil {
		copy(s.rave[to:to+count], s.rave[from:from+count])
	}
	if s.owned != nil {
		copy(s.owned[to:to+count], s.owned[from:from+count])
	}
	if s.squares != nil {
		copy(s.squares[to:to+count], s.squares[from:from+count])
	}
	if s.priors != nil {
		copy(s.priors[to:to+count], s.priors[from:from+count])
	}
	if s.experience != nil {
		copy(s.experience[to:to+count], s.experience[from:from+count])
	}
	if s.finished != nil {
		copy(s.finished[to:to+count], s.finished[from:from+count])
	}
}
