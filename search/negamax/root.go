package negamax

import (
	"slices"

	"github.com/tengen-go/tengen/search"
)

// rootMove is a move of the root with what the last iteration that reached it found.
type rootMove struct {
	move search.Move
	line []search.Move
}

// plant lists the root's moves in an order of chance.
func (n *Searcher) plant() error {
	p := &n.plies[0]
	if _, over := p.state.Over(); over {
		return search.ErrOver
	}
	p.moves = p.state.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return search.ErrOver
	}
	for len(n.root) < len(p.moves) {
		n.root = append(n.root, rootMove{})
	}
	n.root = n.root[:len(p.moves)]
	for i, m := range p.moves {
		r := &n.root[i]
		r.move, r.line = m, append(r.line[:0], m)
	}
	for i := len(n.root) - 1; i > 0; i-- {
		j := n.rand.IntN(i + 1)
		n.root[i], n.root[j] = n.root[j], n.root[i]
	}
	return nil
}

// deepen reads one ply deeper until the budget ends. An iteration that was broken off counts
// for the moves that it read: the first is the best of the one before, and what replaced it is
// better.
func (n *Searcher) deepen() Reading {
	r := Reading{Move: n.root[0].move}
	n.line = append(n.line[:0], r.Move)
	limit := n.budget.Depth
	if limit == 0 {
		limit = MaxDepth
	}
	for depth := 1; depth <= limit; depth++ {
		value, proven, done := n.iterate(depth)
		best := &n.root[0]
		if done < len(n.root) && value < 1 { // broken off
			switch {
			case done == 0:
			case value > -1:
				r.Move, n.line = best.move, append(n.line[:0], best.line...)
				if depth == 1 || float64(value) > r.Value {
					r.Value = float64(value) // else what was not read may be as good as before
				}
			default: // all that was read loses
				r.Move = n.root[done].move
				n.line = append(n.line[:0], r.Move)
			}
			break
		}
		if depth == 1 || value > -1 {
			// Where everything loses, the move that held out longest stays.
			r.Move, n.line = best.move, append(n.line[:0], best.line...)
		}
		r.Value, r.Depth, r.Proven = float64(value), depth, proven
		if proven || n.budget.Settled && len(n.root) == 1 {
			break
		}
	}
	n.line = n.extend(n.line, r.Depth)
	if !r.Proven {
		n.recall(&r)
	}
	r.Line = slices.Clone(n.line)
	return r
}

// iterate reads the root's moves so deep, the best first, and moves each better one to the
// front. done is how many it read before the budget ended.
func (n *Searcher) iterate(depth int) (value float32, proven bool, done int) {
	p := &n.plies[0]
	n.nodes.Add(1)
	value = -2
	proof := 0
	for i := range n.root {
		m := n.root[i]
		child := n.ply(1)
		child.state.Set(p.state)
		child.state.Play(m.move)
		v, below := n.node(1, depth-1, -2, -max(value, -1))
		if n.end {
			return value, false, done
		}
		v = -v
		done++
		proof = both(proof, above(below))
		if v > value {
			value = v
			n.root[i].line = append(append(n.root[i].line[:0], m.move), n.plies[1].line...)
			front := n.root[i]
			copy(n.root[1:i+1], n.root[:i])
			n.root[0] = front
			if v >= 1 {
				proof = above(below)
				break
			}
		}
	}
	n.table.keep(p.state.Hash(), value, exactly, depth, proof, n.root[0].move)
	return value, proof != unproven, done
}

// recall makes what the table knows of the root's moves decide where the reading did not reach so
// far: a move that wins is played, the nearest win if there are several; one that loses is not as
// long as there are others, and if there are not, the farthest loss is.
func (n *Searcher) recall(r *Reading) {
	s := n.ply(1).state
	escape, latest := search.NoMove, -1
	win, nearest := search.NoMove, 0
	avoid := false
	for i := range n.root {
		m := n.root[i].move
		s.Set(n.plies[0].state)
		s.Play(m)
		e := n.table.find(s.Hash())
		switch {
		case e == nil || !e.proven() || e.value > -1 && e.value < 1:
			if latest <= endless {
				escape, latest = m, endless+1 // the first of these is the best that was read
			}
		case e.value <= -1:
			if win == search.NoMove || int(e.depth) < nearest {
				win, nearest = m, int(e.depth)
			}
		default:
			avoid = avoid || m == r.Move
			if int(e.depth) > latest {
				escape, latest = m, int(e.depth)
			}
		}
	}
	switch {
	case win != search.NoMove:
		r.Move, r.Value, r.Proven = win, 1, true
		n.line = n.extend(append(n.line[:0], win), nearest+1)
	case latest <= endless:
		r.Move, r.Value, r.Proven = escape, -1, true
		n.line = n.extend(append(n.line[:0], escape), latest+1)
	case avoid:
		r.Move = escape
		n.line = append(n.line[:0], escape)
	}
}

// extend goes on with a line where a value of the table cut it short.
func (n *Searcher) extend(line []search.Move, depth int) []search.Move {
	s := n.ply(1).state
	s.Set(n.plies[0].state)
	for k := 0; ; k++ {
		if k == len(line) {
			e := n.table.find(s.Hash())
			if k >= depth || e == nil || e.bound() != exactly || e.move == search.NoMove {
				return line
			}
			line = append(line, e.move)
		}
		if _, over := s.Over(); over || !s.Legal(line[k]) {
			return line[:k]
		}
		s.Play(line[k])
	}
}
