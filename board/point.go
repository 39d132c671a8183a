package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Board sizes that a Position can hold.
const (
	MinSize = 2
	MaxSize = 19
)

// Every board lies on the same padded grid, stride points wide, whatever its
// size: neighbours are constant offsets, and one wall column serves as the right
// edge of a row and the left edge of the next.
const (
	stride = MaxSize + 1
	cells  = stride*(MaxSize+2) + 1
)

// Point is a location on the padded grid, or one of the two constants below. Its
// value does not depend on the board's size.
type Point int16

const (
	// Pass is the move that plays nowhere.
	Pass Point = 0
	// NoPoint says that there is no such point or move.
	NoPoint Point = -1
)

// XY is the point in column x from the left and row y from the top, both from 0
// to size−1.
func XY(x, y int) Point { return Point((y+1)*stride + x + 1) }

// X is the column from the left, from 0.
func (p Point) X() int { return int(p)%stride - 1 }

// Y is the row from the top, from 0.
func (p Point) Y() int { return int(p)/stride - 1 }

// OnBoard says whether p is a point of a board of this size.
func (p Point) OnBoard(size int) bool {
	if p < 0 || p >= cells {
		return false
	}
	x, y := p.X(), p.Y()
	return x >= 0 && x < size && y >= 0 && y < size
}

// Index is p's place in row-major order from the top left, 0 to size²−1.
func (p Point) Index(size int) int { return p.Y()*size + p.X() }

// FromIndex is the point at row-major index i of a board of this size.
func FromIndex(i, size int) Point { return fromIndex[size][i] }

// fromIndex spares every move of a replayed game a division.
var fromIndex = func() (points [MaxSize + 1][MaxSize * MaxSize]Point) {
	for size := MinSize; size <= MaxSize; size++ {
		for i := range size * size {
			points[size][i] = XY(i%size, i/size)
		}
	}
	return points
}()

// Neighbours are the four adjacent places; some may be off the board.
func (p Point) Neighbours() [4]Point {
	return [4]Point{p - stride, p - 1, p + 1, p + stride}
}

// columns are the column letters that Go programs use: there is no I.
const columns = "ABCDEFGHJKLMNOPQRST"

// Vertex is the point as Go programs write it: the column's letter (no I) and the
// row's number from the bottom, or "pass".
func (p Point) Vertex(size int) string {
	switch {
	case p == Pass:
		return "pass"
	case !p.OnBoard(size):
		return "none"
	}
	return string(columns[p.X()]) + strconv.Itoa(size-p.Y())
}

// ParseVertex reads "D4" or "pass", in upper or lower case.
func ParseVertex(s string, size int) (Point, error) {
	if strings.EqualFold(s, "pass") {
		return Pass, nil
	}
	if len(s) < 2 || len(s) > 3 {
		return NoPoint, fmt.Errorf("%q is no vertex: want a letter and a number such as D4, or pass", s)
	}
	x := strings.IndexByte(columns, s[0]&^0x20)
	row, err := strconv.ParseUint(s[1:], 10, 8)
	if err != nil || x < 0 || s[1] == '0' {
		return NoPoint, fmt.Errorf("%q is no vertex: want a letter and a number such as D4, or pass", s)
	}
	if x >= size || row > uint64(size) {
		return NoPoint, fmt.Errorf("%q is off the %d×%d board", s, size, size)
	}
	return XY(x, size-int(row)), nil
}
