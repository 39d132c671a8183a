package rollout

import (
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// tracker keeps the cells and the square of every point while moves are played, and notes
// which squares changed. It looks only at what a move touches: its stone, what it captures,
// and the chains with liberties that passed from one class to another.
type tracker struct {
	grid    grid
	squares [cells]square
	changed []board.Point // each once
	noted   [cells]bool
	taken   []board.Point // scratch
}

// start takes a position over; every point counts as changed.
func (t *tracker) start(pos *board.Position) {
	t.forget()
	t.grid.read(pos)
	size := pos.Size()
	for y := range size {
		p := board.XY(0, y)
		for range size {
			t.squares[p] = t.grid.square(p)
			t.note(p)
			p++
		}
	}
}

// forget makes changed empty.
func (t *tracker) forget() {
	for _, p := range t.changed {
		t.noted[p] = false
	}
	t.changed = t.changed[:0]
}

func (t *tracker) note(p board.Point) {
	if !t.noted[p] {
		t.noted[p] = true
		t.changed = append(t.changed, p)
	}
}

// play plays a legal move for the side to move, in the position and here.
func (t *tracker) play(pos *board.Position, p board.Point) {
	if p == board.Pass {
		pos.Play(p, pos.ToMove())
		return
	}
	c := pos.ToMove()
	around := p.Neighbours()
	foes := pos.Sides(p, c.Opponent())
	t.taken = t.taken[:0]
	for d := foes; d != 0; d &= d - 1 {
		head := pos.Head(around[bits.TrailingZeros8(d)&3])
		if pos.Liberties(head) != 1 {
			continue
		}
		known := false
		for _, s := range t.taken {
			known = known || s == head
		}
		for s := head; !known; {
			t.taken = append(t.taken, s)
			s = pos.Next(s)
			known = s == head
		}
	}
	pos.Play(p, c)
	t.set(p, cellOf(pos, p))
	for _, q := range t.taken {
		t.set(q, cellEmpty)
	}
	for _, q := range around {
		t.refresh(pos, q)
	}
	for _, s := range t.taken {
		for _, q := range s.Neighbours() {
			t.refresh(pos, q)
		}
	}
}

// refresh looks at the liberties of the stone at q, if there is one.
func (t *tracker) refresh(pos *board.Position, q board.Point) {
	if t.grid[q]&3 == 0 {
		return // empty or wall
	}
	now := cellOf(pos, q)
	if now == t.grid[q] {
		return
	}
	for s := q; ; {
		if t.grid[s] != now {
			t.set(s, now)
		}
		if s = pos.Next(s); s == q {
			return
		}
	}
}

// set changes what stands at p.
func (t *tracker) set(p board.Point, now cell) {
	difference := square(t.grid[p] ^ now)
	t.grid[p] = now
	t.note(p)
	// From a point to the north of p, p lies to the south: four cells on.
	for i, d := range ring {
		q := p + d
		t.squares[q] ^= difference << (uint(i+squareCells/2) % squareCells * cellBits)
		if t.grid[q] == cellEmpty {
			t.note(q)
		}
	}
}
