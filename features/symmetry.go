package features

import "github.com/tengen-go/tengen/board"

// Symmetry is one of the eight rotations and reflections of the board, 0 to 7; 0
// is the identity. Bit 0 reverses the columns, bit 1 then reverses the rows, bit 2
// then exchanges columns and rows.
type Symmetry uint8

const (
	// Identity leaves everything where it is.
	Identity Symmetry = 0
	// Symmetries is how many there are: 0 to Symmetries−1.
	Symmetries = 8
)

const (
	mirror    Symmetry = 1 << iota // left and right
	flip                           // top and bottom
	transpose                      // about the diagonal from the top left
)

// XY is where the point (x, y) of a board of this size goes.
func (s Symmetry) XY(x, y, size int) (int, int) {
	if s&mirror != 0 {
		x = size - 1 - x
	}
	if s&flip != 0 {
		y = size - 1 - y
	}
	if s&transpose != 0 {
		x, y = y, x
	}
	return x, y
}

// Index is where the point of row-major index i goes.
func (s Symmetry) Index(i, size int) int {
	x, y := s.XY(i%size, i/size, size)
	return y*size + x
}

// Point is where p goes. Pass, and what is off the board, stays.
func (s Symmetry) Point(p board.Point, size int) board.Point {
	if !p.OnBoard(size) {
		return p
	}
	return board.XY(s.XY(p.X(), p.Y(), size))
}

// Inverse undoes s. All are their own inverses except the two quarter turns.
func (s Symmetry) Inverse() Symmetry {
	if s&transpose == 0 {
		return s
	}
	// Before the exchange a mirror, after it a flip.
	return transpose | s&mirror<<1 | s&flip>>1
}

// Compose is s first, then t.
func (s Symmetry) Compose(t Symmetry) Symmetry {
	reversals := t & (mirror | flip)
	if s&transpose != 0 {
		// Seen from before the exchange of s, t's columns are rows.
		reversals = reversals&mirror<<1 | reversals&flip>>1
	}
	return s ^ reversals ^ t&transpose
}

// Distribution moves a number a point of a board of this size, in row-major order,
// from src to dst: dst[s.Index(i)] = src[i]. What a network says of a transformed
// position comes back by the inverse. Only the first size² entries are read and
// written; dst and src must not overlap.
func (s Symmetry) Distribution(dst, src []float32, size int) {
	for i, v := range src[:size*size] {
		dst[s.Index(i, size)] = v
	}
}
