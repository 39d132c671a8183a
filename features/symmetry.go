package features

import "github.com/tengen-go/tengen/board"

// Symmetry is one of the eight ways to lay a square on itself. Bit 0 mirrors left
// and right, bit 1 mirrors top and bottom, bit 2 then exchanges columns and rows.
type Symmetry uint8

const (
	// Identity leaves everything where it is.
	Identity Symmetry = 0
	// Symmetries is how many there are; they are 0 … Symmetries−1.
	Symmetries = 8
)

// XY is where the point in column x, row y goes.
func (s Symmetry) XY(x, y, size int) (int, int) {
	if s&1 != 0 {
		x = size - 1 - x
	}
	if s&2 != 0 {
		y = size - 1 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return x, y
}

// Index is where row-major index i goes.
func (s Symmetry) Index(i, size int) int {
	x, y := s.XY(i%size, i/size, size)
	return y*size + x
}

// Point is where p goes; Pass and NoPoint stay.
func (s Symmetry) Point(p board.Point, size int) board.Point {
	if !p.OnBoard(size) {
		return p
	}
	return board.XY(s.XY(p.X(), p.Y(), size))
}

// Inverse undoes s.
func (s Symmetry) Inverse() Symmetry {
	if s&4 == 0 {
		return s
	}
	// The mirrors were applied before the exchange: seen from the other side each
	// acts on the other axis.
	return s&4 | s&1<<1 | s&2>>1
}

// Compose is s followed by t.
func (s Symmetry) Compose(t Symmetry) Symmetry {
	m := t & 3
	if s&4 != 0 { // move t's mirrors to before s's exchange
		m = m&1<<1 | m&2>>1
	}
	return (s^t)&4 | (s^m)&3
}

// Distribution moves a distribution over the points, src[i] to dst[s.Index(i)].
// dst and src hold size² numbers (more, such as a pass, is left alone) and must
// not overlap.
func (s Symmetry) Distribution(dst, src []float32, size int) {
	for i := range size * size {
		dst[s.Index(i, size)] = src[i]
	}
}
