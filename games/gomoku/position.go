package gomoku

import (
	"math/bits"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// NoCell says that there is no cell: Last before the first move.
const NoCell = -1

// Position is a position, a value: assignment copies it. New makes one.
type Position struct {
	lines [2]lines // stones of X and of O
	hash  uint64
	last  int16
	count int16 // of stones

	width, height, length uint8
	exact                 bool
	value                 int8 // of a game that is won, for X; 0 otherwise

	// The shifts by which a number is ANDed with itself, one after the other, so that what is
	// left are starts of rows of length; none is 0, which changes nothing.
	steps [5]uint8
	word  word
}

// Lines are a player's stones, a number a line. The bit of a cell is its column, on columns
// its row.
type lines struct {
	rows, columns   [MaxSize]uint32
	falling, rising [2*MaxSize - 1]uint32 // by column − row (from the lower left), and by column + row
}

// zobrist holds a random number for each player and cell; the hash of a position is the
// exclusive or over its stones.
var zobrist = func() (t [2][MaxSize * MaxSize]uint64) {
	r := wyrand.New(0x676f6d6f6b75) // "gomoku"
	for player := range t {
		for cell := range t[player] {
			t[player][cell] = r.Uint64()
		}
	}
	return t
}()

// New is the empty board.
func New(r Rules) (Position, error) {
	if err := r.Validate(); err != nil {
		return Position{}, err
	}
	p := Position{
		last: NoCell, width: uint8(r.Size), height: uint8(r.height()), length: uint8(r.Length), exact: r.Exact,
		word: newWord(r),
	}
	for i, have := 0, 1; have < r.Length; i++ {
		step := min(have, r.Length-have)
		p.steps[i] = uint8(step)
		have += step
	}
	return p, nil
}

// Rules are the rules of the game; Rows is never 0.
func (p *Position) Rules() Rules {
	return Rules{Size: int(p.width), Rows: int(p.height), Length: int(p.length), Exact: p.exact}
}

// Cells is the number of cells.
func (p *Position) Cells() int { return int(p.width) * int(p.height) }

// Stones is the number of stones on the board.
func (p *Position) Stones() int { return int(p.count) }

// ToMove is the player to move: 0 for X, 1 for O.
func (p *Position) ToMove() int { return int(p.count) & 1 }

// Last is the cell of the last move, or NoCell.
func (p *Position) Last() int { return int(p.last) }

// At is the owner of the stone on the cell: 0 or 1, −1 for an empty cell.
func (p *Position) At(cell int) int {
	x, y := cell%int(p.width), cell/int(p.width)
	switch {
	case p.lines[0].rows[y]>>x&1 != 0:
		return 0
	case p.lines[1].rows[y]>>x&1 != 0:
		return 1
	}
	return -1
}

// Legal says whether a stone may be put on the cell, which may be any number.
func (p *Position) Legal(cell int) bool {
	return p.value == 0 && cell >= 0 && cell < p.Cells() && p.At(cell) < 0
}

// Play puts a stone of the player to move on the cell, which must be legal.
func (p *Position) Play(cell int) {
	player := p.ToMove()
	if p.put(player, cell%int(p.width), cell/int(p.width)) {
		p.value = int8(1 - 2*player)
	}
	p.hash ^= zobrist[player][cell]
	p.last = int16(cell)
	p.count++
}

// put adds a stone to its four lines and says whether it makes a row that wins.
func (p *Position) put(player, x, y int) bool {
	l := &p.lines[player]
	row, column := &l.rows[y], &l.columns[x]
	falling, rising := &l.falling[x-y+MaxSize-1], &l.rising[x+y]
	*row |= 1 << x
	*column |= 1 << y
	*falling |= 1 << x
	*rising |= 1 << x
	a, b, c, d := *row, *column, *falling, *rising
	for _, s := range p.steps {
		if s == 0 {
			break
		}
		s &= 31
		a &= a >> s
		b &= b >> s
		c &= c >> s
		d &= d >> s
	}
	if p.exact {
		n := p.length & 31
		a &^= *row<<1 | *row>>n
		b &^= *column<<1 | *column>>n
		c &^= *falling<<1 | *falling>>n
		d &^= *rising<<1 | *rising>>n
	}
	return a|b|c|d != 0
}

// Over says whether the game has ended and its value for X: 1 won, 0 drawn, −1 lost.
func (p *Position) Over() (value int, over bool) {
	return int(p.value), p.value != 0 || int(p.count) == p.Cells()
}

// Hash is equal for equal stones on boards of the same size. Whose turn it is follows from the
// stones.
func (p *Position) Hash() uint64 { return p.hash }

// free is the empty cells of a row, a bit a column.
func (p *Position) free(y int) uint32 {
	return (1<<p.width - 1) &^ (p.lines[0].rows[y] | p.lines[1].rows[y])
}

// AppendFree appends the empty cells to buf, in their order.
func AppendFree[Cell ~int16](p *Position, buf []Cell) []Cell {
	for y := range int(p.height) {
		for free := p.free(y); free != 0; free &= free - 1 {
			buf = append(buf, Cell(y*int(p.width)+bits.TrailingZeros32(free)))
		}
	}
	return buf
}
