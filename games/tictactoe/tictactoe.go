package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// Cells is the number of cells.
const Cells = 9

// Position is a position, X to move first. The zero value is the empty board.
type Position struct {
	stones [2]uint16 // of X and O, a bit a cell
}

// full is the set of all cells.
const full = 1<<Cells - 1

// lines are the eight rows, columns and diagonals.
var lines = [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// Parse reads a drawn board: X, O, and any of "._-" for an empty cell; spaces and line ends
// are ignored. X must have as many stones as O, or one more.
func Parse(diagram string) (Position, error) {
	var p Position
	n := 0
	for _, c := range diagram {
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		case 'X', 'O', '.', '_', '-':
		default:
			return Position{}, fmt.Errorf("%q on a tic-tac-toe board: want X, O or '.'", c)
		}
		if n == Cells {
			return Position{}, fmt.Errorf("a tic-tac-toe board of more than %d cells", Cells)
		}
		switch c {
		case 'X':
			p.stones[0] |= 1 << n
		case 'O':
			p.stones[1] |= 1 << n
		}
		n++
	}
	if n != Cells {
		return Position{}, fmt.Errorf("a tic-tac-toe board of %d cells: want %d", n, Cells)
	}
	d := bits.OnesCount16(p.stones[0]) - bits.OnesCount16(p.stones[1])
	if d != 0 && d != 1 {
		return Position{}, fmt.Errorf("a tic-tac-toe board with %d more X than O: want 0 or 1", d)
	}
	if won[p.stones[0]] && won[p.stones[1]] {
		return Position{}, errors.New("a tic-tac-toe board on which both have won")
	}
	if won[p.stones[0]] && d == 0 || won[p.stones[1]] && d == 1 {
		return Position{}, errors.New("a tic-tac-toe board on which play went on after a win")
	}
	return p, nil
}

// ToMove is the player to move: 0 for X, 1 for O.
func (p Position) ToMove() int { return bits.OnesCount16(p.stones[0]|p.stones[1]) & 1 }

// Free is the set of empty cells, a bit a cell.
func (p Position) Free() uint16 { return full &^ (p.stones[0] | p.stones[1]) }

// Play puts a stone of the player to move on the cell, which must be free.
func (p *Position) Play(cell int) { p.stones[p.ToMove()] |= 1 << cell }

// won says of each set of cells whether it holds a line.
var won = func() (t [full + 1]bool) {
	for stones := range t {
		for _, l := range lines {
			t[stones] = t[stones] || uint16(stones)&l == l
		}
	}
	return t
}()

// Over says whether the game has ended and its value for X: 1 won, 0 drawn, −1 lost.
func (p Position) Over() (value int, over bool) {
	switch {
	case won[p.stones[0]&full]:
		return 1, true
	case won[p.stones[1]&full]:
		return -1, true
	}
	return 0, p.Free() == 0
}

// Solve is the value for X when both play their best from here.
func (p Position) Solve() int {
	if value, over := p.Over(); over {
		return value
	}
	sign := 1 - 2*p.ToMove()
	best := -sign
	for free := p.Free(); free != 0; free &= free - 1 {
		next := p
		next.Play(bits.TrailingZeros16(free))
		if v := next.Solve(); v*sign > best*sign {
			best = v
		}
	}
	return best
}

// Key is a number below 2¹⁸ that no other position has.
func (p Position) Key() uint32 { return uint32(p.stones[0])<<Cells | uint32(p.stones[1]) }

// String draws the board in three lines, as Parse reads it.
func (p Position) String() string {
	var b strings.Builder
	for cell := range Cells {
		switch {
		case p.stones[0]>>cell&1 != 0:
			b.WriteByte('X')
		case p.stones[1]>>cell&1 != 0:
			b.WriteByte('O')
		default:
			b.WriteByte('.')
		}
		if cell%3 == 2 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
