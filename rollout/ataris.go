package rollout

import (
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// ataris knows the chains in atari while a game goes on. A chain comes into atari only by a
// move next to it or by its own move. So each move is reported, and only its surroundings are
// looked at. Which chains have left atari is found out on request.
type ataris struct {
	n      [3]int
	stones [3][2 * cells]board.Point // by colour, a stone of each chain
}

// reset finds the chains in atari of a position.
func (a *ataris) reset(pos *board.Position) {
	a.n = [3]int{}
	size := pos.Size()
	for y := range size {
		p := board.XY(0, y)
		for range size {
			if pos.Head(p) == p && pos.Liberties(p) == 1 {
				a.add(pos.At(p), p)
			}
			p++
		}
	}
}

func (a *ataris) add(c board.Color, p board.Point) {
	a.stones[c&3%3][a.n[c&3%3]] = p
	a.n[c&3%3]++
}

// played notes the move at p, just played.
func (a *ataris) played(pos *board.Position, p board.Point) {
	c := pos.At(p)
	if pos.Liberties(p) == 1 {
		a.add(c, p)
		a.room(pos, c)
	}
	foe := c.Opponent()
	sides := pos.Sides(p, foe)
	if sides == 0 {
		return
	}
	for d := sides; d != 0; d &= d - 1 {
		if q := p.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(q) == 1 {
			a.add(foe, q)
		}
	}
	a.room(pos, foe)
}

// room sees to it that the next move finds room.
func (a *ataris) room(pos *board.Position, c board.Color) {
	if a.n[c&3%3] > len(a.stones[0])-4 {
		a.of(pos, c)
	}
}

// of is a stone of each chain of c in atari.
func (a *ataris) of(pos *board.Position, c board.Color) []board.Point {
	stones := a.stones[c&3%3][:a.n[c&3%3]]
	n := 0
next:
	for _, p := range stones {
		if pos.At(p) != c || pos.Liberties(p) != 1 {
			continue
		}
		head := pos.Head(p)
		for _, q := range stones[:n] {
			if q == head {
				continue next
			}
		}
		stones[n] = head
		n++
	}
	a.n[c&3%3] = n
	return stones[:n]
}

// takes adds the moves that capture something, each once.
func (a *ataris) takes(moves []board.Point, pos *board.Position) []board.Point {
	own := pos.ToMove()
	for _, q := range a.of(pos, own.Opponent()) {
		if p := pos.Liberty(q); pos.Legal(p, own) {
			moves = appendNew(moves, p)
		}
	}
	return moves
}

// appendSaves adds the moves that save the chain at q, which is in atari, and are not yet
// among moves: its liberty, if two are there after a stone on it, and captures of chains
// next to it.
func appendSaves(moves []board.Point, pos *board.Position, q board.Point, own board.Color) []board.Point {
	liberty := pos.Liberty(q)
	if pos.Legal(liberty, own) && !selfAtari(pos, liberty, own) {
		moves = appendNew(moves, liberty)
	}
	return appendTakes(moves, pos, q, own)
}

// appendTakes adds the captures of chains next to the chain at q.
func appendTakes(moves []board.Point, pos *board.Position, q board.Point, own board.Color) []board.Point {
	head := pos.Head(q)
	for s := head; ; {
		for d := pos.Sides(s, own.Opponent()); d != 0; d &= d - 1 {
			if foe := s.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(foe) == 1 {
				if p := pos.Liberty(foe); pos.Legal(p, own) {
					moves = appendNew(moves, p)
				}
			}
		}
		if s = pos.Next(s); s == head {
			return moves
		}
	}
}
