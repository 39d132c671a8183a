package record

import "github.com/tengen-go/tengen/board"

// Move is a stone or a pass in two bytes: the point's row-major index on its own
// board in the low nine bits (511 is a pass), the colour in the bit above.
type Move uint16

const (
	indexMask  Move = 1<<9 - 1
	passIndex       = indexMask
	whiteFlag  Move = 1 << 9
	knownFlags      = indexMask | whiteFlag
)

// NewMove packs c's move at p (or board.Pass) on a board of this size.
func NewMove(c board.Color, p board.Point, size int) Move {
	m := passIndex
	if p != board.Pass {
		m = Move(p.Index(size))
	}
	if c == board.White {
		m |= whiteFlag
	}
	return m
}

// Color is who moved.
func (m Move) Color() board.Color { return board.Black + board.Color(m>>9&1) }

// IsPass says whether the move is a pass.
func (m Move) IsPass() bool { return m&indexMask == passIndex }

// Index is the row-major index of the point from the top left; meaningless for a
// pass.
func (m Move) Index() int { return int(m & indexMask) }

// Point is the move's point, or board.Pass; size is the side of the game's board.
func (m Move) Point(size int) board.Point {
	if m.IsPass() {
		return board.Pass
	}
	return board.FromIndex(m.Index(), size)
}

// valid says whether m can stand in a game on this board.
func (m Move) valid(size int) bool {
	return m&^knownFlags == 0 && (m.IsPass() || m.Index() < size*size)
}
