package gomoku

import (
	"errors"
	"fmt"
	"strings"
)

// Parse reads a drawn board of the rules' size, row by row from the top: X, O, and any of
// "._-" for an empty cell; spaces and line ends are ignored. X must have as many stones as O,
// or one more, and only who moved last may have won. Last is not known.
func Parse(diagram string, r Rules) (Position, error) {
	p, err := New(r)
	if err != nil {
		return Position{}, err
	}
	n := 0
	var stones [2]int
	var won [2]bool
	for _, c := range diagram {
		player := -1
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		case 'X':
			player = 0
		case 'O':
			player = 1
		case '.', '_', '-':
		default:
			return Position{}, fmt.Errorf("%q on a gomoku board: want X, O or '.'", c)
		}
		if n == p.Cells() {
			return Position{}, fmt.Errorf("a gomoku board of more than %d cells", n)
		}
		if player >= 0 {
			p.put(player, n%int(p.width), n/int(p.width))
			p.hash ^= zobrist[player][n]
			stones[player]++
		}
		n++
	}
	if n != p.Cells() {
		return Position{}, fmt.Errorf("a gomoku board of %d cells: want %d", n, p.Cells())
	}
	if d := stones[0] - stones[1]; d != 0 && d != 1 {
		return Position{}, fmt.Errorf("a gomoku board with %d more X than O: want 0 or 1", d)
	}
	for player := range won {
		won[player] = p.hasRow(player)
	}
	p.count = int16(stones[0] + stones[1])
	switch mover := 1 - p.ToMove(); {
	case won[0] && won[1]:
		return Position{}, errors.New("a gomoku board on which both have won")
	case won[1-mover]:
		return Position{}, fmt.Errorf("a gomoku board on which %c has won and %c has moved since",
			"XO"[1-mover], "XO"[mover])
	case won[mover]:
		p.value = int8(1 - 2*mover)
	}
	return p, nil
}

// hasRow says whether a row that wins stands anywhere.
func (p *Position) hasRow(player int) bool {
	l := p.lines[player]
	for cell := range p.Cells() {
		// Putting a stone where it is already changes nothing and looks at its lines.
		x, y := cell%int(p.width), cell/int(p.width)
		if l.rows[y]>>x&1 != 0 && p.put(player, x, y) {
			return true
		}
	}
	return false
}

// String draws the board, a line a row, as Parse reads it.
func (p *Position) String() string {
	var b strings.Builder
	for cell := range p.Cells() {
		b.WriteByte(".XO"[p.At(cell)+1])
		if (cell+1)%int(p.width) == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
