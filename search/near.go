package search

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tengen-go/tengen/search/near"
)

// Near is what the tree knows of its root and of positions up to so many moves from there, depth 1 for the root
// alone. Of the others it has those that at least one in 40 of its playouts go through. It belongs between searches.
// Without a node at the root it is empty.
func (t *Tree) Near(depth int) near.Position {
	t.gate.Lock()
	defer t.gate.Unlock()
	if t.root == none {
		return near.Position{}
	}
	return t.store.near(t.root, depth, max(int(t.store.visits[t.root])/(2*nearShare), 1))
}

// near is Tree.Near at a node.
func (s *store) near(node uint32, depth, least int) near.Position {
	first, end := s.first[node], s.first[node]+uint32(s.count[node])
	p := near.Position{Outcomes: append([]Stat(nil), s.outcomes[first:end]...)}
	for _, m := range s.moves[first:end] {
		p.Moves = append(p.Moves, int16(m))
	}
	if s.rave != nil {
		p.Rave = append(p.Rave, s.rave[first:end]...)
	}
	if s.values != nil {
		p.Values = append(p.Values, s.values[first:end]...)
	}
	if s.squares != nil {
		p.Squares = append(p.Squares, s.squares[first:end]...)
	}
	if s.experience != nil {
		for _, b := range s.experience[first:end] {
			p.Experience = append(p.Experience, uint16(b.visits()))
		}
	}
	for i := range end - first {
		child := s.childOf(first + i)
		if depth > 1 && child != none && child != claimed && s.outcomes[first+i].N() >= least {
			p.After = append(p.After, near.After{Index: int(i), Position: s.near(child, depth-1, least)})
		}
	}
	return p
}

// kept says which statistics the store tells.
func (s *store) kept() near.Kept {
	n := s.size.needs
	return near.Kept{Rave: n.Rave, Values: n.Values, Squares: n.Squares, Experience: s.size.experience}
}

// Adopt replaces what the tree knows near its root by p. The tree must be as it was when it said what it knew:
// p has the same positions with the same moves, or fewer positions. It belongs between searches.
func (t *Tree) Adopt(p near.Position) error {
	t.gate.Lock()
	defer t.gate.Unlock()
	if t.root == none {
		return errors.New("statistics of a position that was not searched")
	}
	if err := p.Check(t.store.kept()); err != nil {
		return err
	}
	if err := t.store.fits(p, t.root); err != nil {
		return err
	}
	t.store.adopt(p, t.root)
	return nil
}

// fits says what keeps a node from having the moves and the positions of p.
func (s *store) fits(p near.Position, node uint32) error {
	first, count := s.first[node], int(s.count[node])
	if len(p.Moves) != count {
		return fmt.Errorf("statistics of %d moves of a position with %d", len(p.Moves), count)
	}
	for i, m := range p.Moves {
		if has := s.moves[first+uint32(i)]; has != Move(m) {
			return fmt.Errorf("statistics of move %d where the position has move %d", m, has)
		}
	}
	for _, a := range p.After {
		child := s.childOf(first + uint32(a.Index))
		if child == none || child == claimed {
			return fmt.Errorf("statistics of a position that is not there, after move %d", p.Moves[a.Index])
		}
		if err := s.fits(a.Position, child); err != nil {
			return err
		}
	}
	return nil
}

// adopt writes statistics, which were checked, to a node and those behind it.
func (s *store) adopt(p near.Position, node uint32) {
	first := s.first[node]
	atomic.StoreUint32(&s.visits[node], uint32(p.Visits()))
	copy(s.outcomes[first:], p.Outcomes)
	if s.rave != nil {
		copy(s.rave[first:], p.Rave)
	}
	if s.values != nil {
		copy(s.values[first:], p.Values)
	}
	if s.squares != nil {
		copy(s.squares[first:], p.Squares)
	}
	for i := range p.Moves {
		edge := first + uint32(i)
		if s.experience != nil {
			s.experience[edge] = s.experience[edge].with(int(p.Experience[i]))
		}
		if s.finished != nil {
			s.finished[edge] = uint32(s.playouts(edge))
		}
	}
	for _, a := range p.After {
		s.adopt(a.Position, s.childOf(first+uint32(a.Index)))
	}
}
