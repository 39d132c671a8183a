package gostate

import (
	"sync/atomic"

	"github.com/tengen-go/tengen/board"
)

// Owners counts the owner of each point at the end of playouts. All workers share one; it may be
// read while they count. The zero value does not count.
type Owners struct {
	on    atomic.Bool
	games atomic.Int64
	black [board.MaxSize * board.MaxSize]atomic.Int64 // Black's less White's, by row-major index
}

// Start forgets what was counted and counts from here on.
func (o *Owners) Start() {
	o.games.Store(0)
	for i := range o.black {
		o.black[i].Store(0)
	}
	o.on.Store(true)
}

// Stop ends counting. What was counted stays.
func (o *Owners) Stop() { o.on.Store(false) }

// Games is how many playouts were counted.
func (o *Owners) Games() int { return int(o.games.Load()) }

// Contested is how many of the points of a board of this size no colour owned in more than
// three quarters of the playouts.
func (o *Owners) Contested(size int) (n int) {
	games := o.games.Load()
	for i := range size * size {
		if lead := o.black[i].Load(); 2*max(lead, -lead) < games {
			n++
		}
	}
	return n
}

// Append appends the mean owner of each point of a board of this size, row by row from the
// top left: 1 Black's to −1 White's, all 0 before the first playout.
func (o *Owners) Append(buf []float64, size int) []float64 {
	n := float64(max(o.games.Load(), 1))
	for i := range size * size {
		buf = append(buf, float64(o.black[i].Load())/n)
	}
	return buf
}

// count adds one board by the owners of its points.
func (o *Owners) count(owners []board.Color) {
	for i, c := range owners {
		switch c {
		case board.Black:
			o.black[i].Add(1)
		case board.White:
			o.black[i].Add(-1)
		}
	}
	o.games.Add(1)
}

// Owners is what rules ask that need owners (search.Needs). Where playouts ended all dead stones are off. Where
// both players have passed, all stones are alive, and whole regions are counted.
func (s *State) Owners(owners []uint8) {
	size := s.pos.Size()
	var whole [board.MaxSize * board.MaxSize]board.Color
	if s.passes >= 2 {
		s.pos.Owners(whole[:size*size], nil)
	}
	for i := range size * size {
		p := board.FromIndex(i, size)
		c := whole[i]
		if s.passes < 2 {
			c = owner(&s.pos, p)
		}
		switch c {
		case board.Black:
			owners[p] = 1
		case board.White:
			owners[p] = 2
		default:
			owners[p] = 0
		}
	}
}
