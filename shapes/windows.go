package shapes

import "github.com/tengen-go/tengen/board"

// Windows follow a position: what stands in every window, kept up to date from move to move.
// They hold scratch and are for one goroutine; no method allocates.
type Windows struct {
	layout *layout
	points []uint8  // what stands at each point, by row-major index: a board.Color
	codes  []uint16 // of every window
	toMove board.Color

	before  []uint16 // codes while stones are tried out; see Values.after
	touched []int32
	seen    []bool
	taken   []board.Point
}

// NewWindows is the empty board, Black to move. The size is one of board.CheckSize.
func NewWindows(size int) *Windows {
	l := layoutOf(size)
	return &Windows{
		layout: l, points: make([]uint8, size*size), codes: make([]uint16, len(l.windows)), toMove: board.Black,
		before:  make([]uint16, len(l.windows)),
		touched: make([]int32, 0, len(l.windows)),
		seen:    make([]bool, len(l.windows)),
		taken:   make([]board.Point, 0, size*size),
	}
}

// Count is the number of windows.
func (g *Windows) Count() int { return len(g.codes) }

// Set looks at a position afresh.
func (g *Windows) Set(pos *board.Position) {
	for i := range g.points {
		if c := uint8(pos.At(board.FromIndex(i, g.layout.size))); c != g.points[i] {
			g.put(i, c)
		}
	}
	g.toMove = pos.ToMove()
}

// Play follows the side to move's next move. pos is the position before it, which has to be
// the one that g is of; the move is legal and no suicide.
func (g *Windows) Play(pos *board.Position, p board.Point) {
	c := pos.ToMove()
	if p != board.Pass {
		g.put(p.Index(g.layout.size), uint8(c))
		for _, q := range g.captures(pos, p, c) {
			g.put(q.Index(g.layout.size), uint8(board.Empty))
		}
	}
	g.toMove = c.Opponent()
}

// put changes what stands at a point.
func (g *Windows) put(i int, c uint8) {
	// Colours are digits; of the difference of two the sign comes out by overflow.
	change := uint16(c) - uint16(g.points[i])
	g.points[i] = c
	for _, t := range g.layout.touching[i] {
		g.codes[t.window] += change * t.weight
	}
}

// captures are the stones that c takes by playing at p, until the next call.
func (g *Windows) captures(pos *board.Position, p board.Point, c board.Color) []board.Point {
	g.taken = g.taken[:0]
	if pos.Sides(p, c.Opponent()) == 0 {
		return nil
	}
	var heads [4]board.Point
	for i, q := range p.Neighbours() {
		if pos.At(q) != c.Opponent() || pos.Liberties(q) != 1 {
			continue
		}
		head := pos.Head(q)
		if head == heads[0] || head == heads[1] || head == heads[2] {
			continue
		}
		heads[i] = head
		for s := head; ; {
			g.taken = append(g.taken, s)
			if s = pos.Next(s); s == head {
				break
			}
		}
	}
	return g.taken
}
