package sgf

import (
	"fmt"
	"iter"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// ParseMove reads a move's value on a board of this size (2 to 19): two letters,
// or a pass: "" and, as FF[1] to FF[3] write it, "tt". Moves as people write them, "R16" and
// "pass", are read too.
func ParseMove(v Value, size int) (board.Point, error) {
	s := strings.TrimSpace(string(v))
	if s == "" || s == "tt" || strings.EqualFold(s, "pass") {
		return board.Pass, nil
	}
	return parsePoint(s, size)
}

// Vertex reads a point as people write it, "R16" or "r16": its column from the left and its row from
// below, both from 0.
func Vertex(s string) (column, row int, ok bool) {
	if len(s) < 2 || len(s) > 3 || !isLetter(s[0]) || s[1] < '1' || s[1] > '9' {
		return 0, 0, false
	}
	if column = int(s[0] | 0x20 - 'a'); s[0]|0x20 == 'i' {
		return 0, 0, false
	}
	if s[0]|0x20 > 'i' {
		column--
	}
	row = int(s[1] - '0')
	if len(s) == 3 {
		if s[2] < '0' || s[2] > '9' {
			return 0, 0, false
		}
		row = 10*row + int(s[2]-'0')
	}
	return column, row - 1, row <= 25
}

func parsePoint(s string, size int) (board.Point, error) {
	if column, row, ok := Vertex(s); ok {
		if column >= size || row >= size {
			return board.NoPoint, fmt.Errorf("point %q is off the %d×%d board", s, size, size)
		}
		return board.XY(column, size-1-row), nil
	}
	if len(s) != 2 || s[0] < 'a' || s[0] > 'z' || s[1] < 'a' || s[1] > 'z' {
		return board.NoPoint, fmt.Errorf("%q is no point: want two letters", s)
	}
	x, y := int(s[0]-'a'), int(s[1]-'a')
	if x >= size || y >= size {
		return board.NoPoint, fmt.Errorf("point %q is off the %d×%d board", s, size, size)
	}
	return board.XY(x, y), nil
}

// ParsePoints reads a list of points; "aa:cc" is the rectangle between two
// corners. The list may be empty: one empty value. A value may hold several with commas between.
func ParsePoints(values []Value, size int) ([]board.Point, error) {
	var points []board.Point
	for part := range listed(values) {
		s := strings.TrimSpace(part)
		if s == "" {
			continue
		}
		first, second, rectangle := strings.Cut(s, ":")
		p, err := parsePoint(first, size)
		if err != nil {
			return nil, err
		}
		q := p
		if rectangle {
			if q, err = parsePoint(second, size); err != nil {
				return nil, err
			}
		}
		for y := min(p.Y(), q.Y()); y <= max(p.Y(), q.Y()); y++ {
			for x := min(p.X(), q.X()); x <= max(p.X(), q.X()); x++ {
				points = append(points, board.XY(x, y))
			}
		}
		if len(points) > 4*size*size {
			return nil, fmt.Errorf("a list of more than %d points", 4*size*size)
		}
	}
	return points, nil
}

// listed are the values, those with commas in their parts.
func listed(values []Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, v := range values {
			for part := range strings.SplitSeq(string(v), ",") {
				if !yield(part) {
					return
				}
			}
		}
	}
}

// Point writes a point or a pass as a value.
func Point(p board.Point) Value {
	if p == board.Pass {
		return ""
	}
	return Value([]byte{'a' + byte(p.X()), 'a' + byte(p.Y())})
}
