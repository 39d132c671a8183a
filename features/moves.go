package features

import (
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// move is a move and what it touches.
type move struct {
	point    board.Point
	empty    int            // empty neighbours
	own      [4]board.Point // heads of the own chains that it joins
	taken    [4]board.Point // heads of the chains that it captures
	nOwn     int
	nTaken   int
	places   int // neighbours where a stone is taken
	captured int // stones taken
	size     int // stones of the new chain
}

// liberties are the liberties of a chain that has few: at most steps.
type liberties struct {
	stamp uint32 // of the last move that asked for them
	n     uint8
	at    [steps]board.Point
}

// moves writes the planes of every legal move: capture size, self-atari size,
// liberties after, sensibleness. Most moves are settled by what stands next to
// them; the rest ask for the liberties of chains.
func (e *Extractor) moves(dst []float32, stride int, pos *board.Position) {
	player, ko := pos.ToMove(), pos.Ko()
	e.first = e.stamp + 1
	for i := range pos.EmptyCount() {
		p := pos.EmptyAt(i)
		row := e.row(dst, stride, p)[:PolicyPlanes]
		own, opponents := pos.Sides(p, player), pos.Sides(p, player.Opponent())
		m := move{point: p, empty: bits.OnesCount8(pos.Sides(p, board.Empty)), size: 1}
		after := m.empty
		if own|opponents != 0 {
			if p == ko {
				continue
			}
			m.look(pos, own, opponents)
			if after = e.after(pos, &m); after == 0 {
				continue // suicide
			}
			if after == 1 {
				row[SelfAtariSize+min(m.size, steps)-1] = 1
			}
		}
		row[CaptureSize+min(m.captured, steps-1)] = 1
		row[LibertiesAfter+min(after, steps)-1] = 1
		if m.empty > 0 || opponents != 0 || !pos.OwnEye(p, player) {
			row[Sensible] = 1
		}
	}
}

// look finds the chains next to the move, which has neighbours in the directions
// given.
func (m *move) look(pos *board.Position, own, opponents uint8) {
	around := m.point.Neighbours()
	for d := own; d != 0; d &= d - 1 {
		head := pos.Head(around[bits.TrailingZeros8(d)&3])
		if !among(head, &m.own, m.nOwn) {
			m.own[m.nOwn&3] = head
			m.nOwn++
			m.size += pos.ChainSize(head)
		}
	}
	for d := opponents; d != 0; d &= d - 1 {
		head := pos.Head(around[bits.TrailingZeros8(d)&3])
		if pos.Liberties(head) != 1 {
			continue
		}
		m.places++
		if !among(head, &m.taken, m.nTaken) {
			m.taken[m.nTaken&3] = head
			m.nTaken++
			m.captured += pos.ChainSize(head)
		}
	}
}

// among says whether head is one of the first n.
func among(head board.Point, heads *[4]board.Point, n int) bool {
	for _, h := range heads[:n] {
		if h == head {
			return true
		}
	}
	return false
}

// after is the number of liberties, steps standing for more, of the chain that the
// move makes: the empty points next to it, the liberties of the chains it joins, and
// what it takes of the stones next to either.
func (e *Extractor) after(pos *board.Position, m *move) int {
	if m.nOwn == 0 {
		return m.empty + m.places
	}
	for _, head := range m.own[:m.nOwn] {
		if pos.Liberties(head) > steps {
			return steps // the move takes one
		}
	}
	if m.nOwn == 1 && m.nTaken == 0 {
		return pos.Liberties(m.own[0]) - 1 + pos.NewLiberties(m.point, m.own[0])
	}
	return e.joined(pos, m)
}

// joined is after for a move that joins several chains of few liberties, or also
// captures some.
func (e *Extractor) joined(pos *board.Position, m *move) int {
	e.stamp++
	if e.stamp == 0 { // wrapped round: old marks could be taken for new ones
		clear(e.seen[:])
		clear(e.listed[:])
		e.stamp, e.first = 1, 1
	}
	n := 0
	e.seen[m.point&gridMask] = e.stamp
	if m.empty > 0 {
		for _, q := range m.point.Neighbours() {
			if pos.At(q) == board.Empty {
				e.seen[q&gridMask] = e.stamp
				n++
			}
		}
	}
	for _, head := range m.own[:m.nOwn] {
		list := e.list(pos, head)
		for _, q := range list.at[:list.n] {
			if e.seen[q&gridMask] != e.stamp {
				e.seen[q&gridMask] = e.stamp
				n++
			}
		}
	}
	for _, head := range m.taken[:m.nTaken] {
		for s := head; n < steps; {
			if m.joins(pos, s) {
				n++
			}
			if s = pos.Next(s); s == head {
				break
			}
		}
	}
	return n
}

// list is the list of a chain's liberties, made once for each position.
func (e *Extractor) list(pos *board.Position, head board.Point) *liberties {
	l := &e.listed[head&gridMask]
	if l.stamp-e.first > e.stamp-e.first { // older than the position
		l.n = uint8(len(pos.LibertyPoints(head, l.at[:0])))
	}
	l.stamp = e.stamp
	return l
}

// joins says whether the place s is next to the new chain.
func (m *move) joins(pos *board.Position, s board.Point) bool {
	for _, q := range s.Neighbours() {
		if q == m.point {
			return true
		}
		if head := pos.Head(q); among(head, &m.own, m.nOwn) {
			return true
		}
	}
	return false
}
