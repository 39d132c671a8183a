package sgf

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// ParseMove reads a move's value on a board of this size (2 to 19): two letters,
// or a pass: "" and, as FF[1] to FF[3] write it, "tt".
func ParseMove(v Value, size int) (board.Point, error) {
	s := strings.TrimSpace(string(v))
	if s == "" || s == "tt" {
		return board.Pass, nil
	}
	return parsePoint(s, size)
}

func parsePoint(s string, size int) (board.Point, error) {
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
// corners. The list may be empty: one empty value.
func ParsePoints(values []Value, size int) ([]board.Point, error) {
	var points []board.Point
	for _, v := range values {
		s := strings.TrimSpace(string(v))
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

// Point writes a point or a pass as a value.
func Point(p board.Point) Value {
	if p == board.Pass {
		return ""
	}
	return Value([]byte{'a' + byte(p.X()), 'a' + byte(p.Y())})
}
