package board

import "math/bits"

// PointSet is a set of points of the board.
type PointSet [(cells + 63) / 64]uint64

// Add puts p, a point of the board, into the set.
func (s *PointSet) Add(p Point) { s[p>>6] |= 1 << (p & 63) }

// Has says whether p, a point of the board, is in the set.
func (s *PointSet) Has(p Point) bool { return s[p>>6]>>(p&63)&1 != 0 }

// Len is the number of points in the set.
func (s *PointSet) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Append appends the points of the set to buf, in ascending order.
func (s *PointSet) Append(buf []Point) []Point {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			buf = append(buf, Point(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return buf
}
