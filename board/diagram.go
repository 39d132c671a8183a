package board

import (
	"fmt"
	"strings"
)

// Parse reads a drawn board: one line a row from the top, '.' or '+' empty, 'X' or
// '#' black, 'O' white, spaces ignored. Black is to move. Chains without liberties
// are refused.
func Parse(diagram string) (Position, error) {
	var rows []string
	for line := range strings.Lines(diagram) {
		if row := strings.Join(strings.Fields(line), ""); row != "" {
			rows = append(rows, row)
		}
	}
	if err := CheckSize(len(rows)); err != nil {
		return Position{}, fmt.Errorf("diagram: %w", err)
	}
	b := NewPosition(len(rows))
	var stones [3][]Point
	for y, row := range rows {
		if len(row) != len(rows) {
			return Position{}, fmt.Errorf("diagram: row %d has %d points, want %d", y+1, len(row), len(rows))
		}
		for x, r := range row {
			switch r {
			case '.', '+':
			case 'X', '#':
				stones[Black] = append(stones[Black], XY(x, y))
			case 'O':
				stones[White] = append(stones[White], XY(x, y))
			default:
				return Position{}, fmt.Errorf("diagram: row %d holds %q", y+1, r)
			}
		}
	}
	if err := b.Setup(stones[Black], stones[White]); err != nil {
		return Position{}, fmt.Errorf("diagram: %w", err)
	}
	return b, nil
}

// Setup puts stones on empty points outside of play. An occupied point, a point
// off the board, or a chain left without liberties is an error, and b is then as
// it was.
func (b *Position) Setup(black, white []Point) error {
	after := *b
	total := 0
	for c, points := range [...][]Point{Black: black, White: white} {
		for _, p := range points {
			if !p.OnBoard(b.Size()) {
				return fmt.Errorf("setup stone off the %d×%d board", b.size, b.size)
			}
			if after.color[p] != Empty {
				return fmt.Errorf("two setup stones at %s", p.Vertex(b.Size()))
			}
			after.Put(p, Color(c))
			total++
		}
	}
	for _, points := range [][]Point{black, white} {
		for _, p := range points {
			if after.color[p] == Empty {
				return fmt.Errorf("the setup stone at %s has no liberty", p.Vertex(b.Size()))
			}
		}
	}
	if int(b.empty)-int(after.empty) != total {
		return fmt.Errorf("the setup stones capture others")
	}
	after.toMove = b.toMove
	*b = after
	return nil
}

// String draws the board, one row a line, as Parse reads it.
func (b *Position) String() string {
	var s strings.Builder
	for y := range b.Size() {
		for x := range b.Size() {
			if x > 0 {
				s.WriteByte(' ')
			}
			s.WriteByte(".XO"[b.At(XY(x, y))])
		}
		s.WriteByte('\n')
	}
	return s.String()
}
