package search

import (
	"math"

	"github.com/tengen-go/tengen/search/stat"
)

// expand makes a node of the worker's position, which the path has led to. It is none if
// somebody else does, if there are no moves, or if there is no room.
func (w *worker) expand(root bool) (uint32, error) {
	t, s := w.tree, w.tree.store
	edge := uint32(0)
	if !root {
		edge = w.path[len(w.path)-1].edge
		if !s.claim(edge) {
			return none, nil
		}
	}
	hash := w.state.Hash()
	if s.table != nil && !root {
		if node := s.find(hash); node != none {
			s.setChild(edge, node)
			return none, nil
		}
	}
	w.moves = w.state.Moves(w.moves[:0])
	if t.allow != nil {
		kept := w.moves[:0]
		for _, m := range w.moves {
			if t.allow(w.state.Player(), len(w.path), m) {
				kept = append(kept, m)
			}
		}
		w.moves = kept
	}
	node := none
	if len(w.moves) > 0 {
		node = s.take(w.moves, hash)
		w.full = node == none
		if !root && !w.full {
			last := w.path[len(w.path)-1]
			s.above[node], s.by[node] = last.node, uint16(edge-s.first[last.node])
		}
	}
	var err error
	if node != none {
		err = w.furnish(node, root)
	}
	if !root && (node == none || err != nil) {
		s.setChild(edge, none)
	}
	if err != nil {
		if node != none {
			s.above[node] = none // a later try makes another node for the edge
		}
		return none, err
	}
	if node != none && s.table != nil {
		s.enter(node)
	}
	return node, nil
}

// maxExperience is the most virtual visits that are kept.
const maxExperience = 60_000

// furnish gives a new node its priors and its virtual experience.
func (w *worker) furnish(node uint32, root bool) error {
	s, v := w.tree.store, &w.visit
	first, n := int(s.first[node]), len(w.moves)
	v.State, v.Moves, v.Root, v.Trace, v.Priors = w.state, w.moves, root, nil, nil
	if w.heuristic != nil {
		about := w.experience[:n]
		clear(about)
		w.heuristic.Experience(v, about)
		visits := uint32(0)
		for i, x := range about {
			k := uint16(min(x.Visits, maxExperience))
			s.outcomes[first+i] = stat.Of(int(k), x.Mean)
			s.experience[first+i] = believed(k, x.Mean)
			if s.squares != nil { // as of rewards 0 and 1
				s.squares[first+i] = uint64(s.outcomes[first+i]&stat.SumMask) << stat.RewardBits
			}
			visits += uint32(k)
			if s.rave != nil {
				s.rave[first+i] = stat.Of(int(min(x.RaveVisits, maxExperience)), x.RaveMean)
			}
		}
		s.visits[node] = visits
	}
	if w.priors != nil {
		v.Priors = w.priors[:n]
		for i := range v.Priors {
			v.Priors[i] = 1 / float32(n)
		}
	}
	w.joining = node
	err := w.leaf.Expand(v)
	if w.joining != none {
		w.writePriors()
	}
	return err
}

// writePriors stores what Expand has written so far.
func (w *worker) writePriors() {
	s := w.tree.store
	for i, p := range w.visit.Priors {
		s.priors[int(s.first[w.joining])+i] = math.Float32bits(p)
	}
	w.joining = none
}

// askValue is Visit.AskValue.
func (w *worker) askValue() *Ticket {
	t := w.tree
	if t.store.values == nil || len(w.path) == 0 || !t.store.ask(w.path[len(w.path)-1].edge) {
		return nil
	}
	k := t.tickets.get(t)
	k.path = append(k.path, w.path...)
	return k
}

// askPriors is Visit.AskPriors. From here on the priors are the ticket's.
func (w *worker) askPriors() *Ticket {
	t := w.tree
	if t.store.priors == nil || w.joining == none {
		return nil
	}
	k := t.tickets.get(t)
	k.node = w.joining
	w.writePriors()
	return k
}
