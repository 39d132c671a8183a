package rollout

import "github.com/tengen-go/tengen/board"

// The grid of package board: stride from one row to the next, cells in all.
const (
	stride = board.MaxSize + 1
	cells  = stride*(board.MaxSize+2) + 1
)

// A cell of a pattern is what stands on one point, in three bits: 0 empty, 4 off the
// board, 1 to 3 a black stone in a chain of one, two, three or more liberties, 5 to 7
// a white one (Silver et al. 2016, Extended Data Table 4: colour and liberty count). In a
// pattern as a player sees it, black stands for the player's own stones.
type cell uint8

const (
	cellEmpty cell = 0
	cellWall  cell = 4
	cellWhite cell = 4 // added to a stone's liberties
	cellBits       = 3
)

// cellOf is the cell of a point of the board or one step off it.
func cellOf(pos *board.Position, p board.Point) cell {
	switch c := pos.At(p); c {
	case board.Black:
		return cell(min(pos.Liberties(p), 3))
	case board.White:
		return cellWhite + cell(min(pos.Liberties(p), 3))
	case board.Empty:
		return cellEmpty
	}
	return cellWall
}

// square is the 3×3 pattern round a point, the point itself left out: eight cells, the
// first in the lowest bits, clockwise from the north.
type square uint32

const (
	squareCells = 8
	squareMask  = 1<<(squareCells*cellBits) - 1
)

// ring is the way to each cell of a square.
var ring = [squareCells]board.Point{-stride, -stride + 1, 1, stride + 1, stride, stride - 1, -1, -stride - 1}

// at is one cell.
func (s square) at(i int) cell { return cell(s >> (i * cellBits) & 7) }

// flip exchanges the colours.
func (s square) flip() square {
	const ones = 0o11111111
	return s ^ (s|s>>1)&ones<<2
}

// rotate turns the square by a quarter, clockwise.
func (s square) rotate() square { return (s<<6 | s>>18) & squareMask }

// reversed holds four cells in reverse order.
var reversed = func() (t [1 << 12]uint16) {
	for i := range t {
		t[i] = uint16(i&7<<9 | i>>3&7<<6 | i>>6&7<<3 | i>>9)
	}
	return t
}()

// mirror exchanges east and west.
func (s square) mirror() square {
	// Cell i becomes 8−i: the reverse order, moved on by one.
	r := square(reversed[s&0xfff])<<12 | square(reversed[s>>12])
	return (r<<3 | r>>21) & squareMask
}

// canonical is the same for all eight symmetric images: the least of them.
func (s square) canonical() square {
	m := s.mirror()
	least := min(s, m)
	for range 3 {
		s, m = s.rotate(), m.rotate()
		least = min(least, s, m)
	}
	return least
}

// playable says whether Black may play in the middle of the square, ko aside, and fills
// no eye of his own: the cells tell all that it takes.
func (s square) playable() bool {
	own, breath := 0, false
	for i := 0; i < squareCells; i += 2 {
		switch c := s.at(i); c {
		case cellEmpty:
			return true
		case 1: // the last liberty of an own chain
			own++
		case 2, 3:
			own++
			breath = true
		case cellWall:
			own++
		case cellWhite + 1: // captured
			breath = true
		}
	}
	if own < 4 {
		return breath
	}
	// An eye, unless the diagonals make it a false one.
	foes, walls := 0, 0
	for i := 1; i < squareCells; i += 2 {
		switch c := s.at(i); {
		case c == cellWall:
			walls++
		case c > cellWall:
			foes++
		}
	}
	return breath && foes >= 1 && (foes >= 2 || walls > 0)
}

// diamond is the pattern of the twelve points within Manhattan distance 2 of a point:
// three groups of four cells, the nearest (north, east, south, west), the diagonals (from
// the north-east clockwise), those two steps away (north, east, south, west).
type diamond uint64

const (
	diamondCells = 12
	diamondMask  = 1<<(diamondCells*cellBits) - 1
	groupTops    = 0o7000_7000_7000 // the last cell of each group
)

// diamondWay leads to the cells of a diamond; those two steps away may lie beyond the
// grid, see reach.
var diamondWay = [diamondCells]board.Point{
	-stride, 1, stride, -1,
	-stride + 1, stride + 1, stride - 1, -stride - 1,
	-2 * stride, 2, 2 * stride, -2,
}

// reach is the points of the diamond round each point of the board; those that would fall
// off the grid or onto the other end of it are point 0, which is wall.
var reach = func() (t [cells][diamondCells]board.Point) {
	for i := range board.MaxSize * board.MaxSize {
		p := board.FromIndex(i, board.MaxSize)
		for k, d := range diamondWay {
			if q := p + d; k < 8 || q.OnBoard(board.MaxSize) && (q.X() == p.X() || q.Y() == p.Y()) {
				t[p][k] = q
			}
		}
	}
	return t
}()

// flip exchanges the colours.
func (d diamond) flip() diamond {
	const ones = 0o1111_1111_1111
	return d ^ (d|d>>1)&ones<<2
}

// rotate turns the diamond by a quarter, clockwise.
func (d diamond) rotate() diamond { return d&^groupTops<<3 | d&groupTops>>9 }

// mirror exchanges east and west.
func (d diamond) mirror() diamond {
	const (
		northSouth = 0o0707_0000_0707
		east       = 0o0070_0000_0070
		west       = 0o7000_0000_7000
	)
	diagonals := diamond(reversed[d>>12&0xfff]) << 12
	return d&northSouth | d&east<<6 | d&west>>6 | diagonals
}

// turn is the image under a symmetry: so many quarter turns clockwise, from 4 on after a
// mirror.
func (d diamond) turn(symmetry int) diamond {
	if symmetry >= 4 {
		d = d.mirror()
	}
	for range symmetry & 3 {
		d = d.rotate()
	}
	return d
}

// turned[t][i] is where symmetry t takes cell i of a diamond.
var turned = func() (t [8][diamondCells]uint8) {
	for s := range t {
		for i := range diamondCells {
			d := (diamond(1) << (i * cellBits)).turn(s)
			for j := range diamondCells {
				if d>>(j*cellBits)&1 != 0 {
					t[s][i] = uint8(j)
				}
			}
		}
	}
	return t
}()

// canonical is the same for all eight symmetric images: the least of them; symmetry, as in
// turned, is one that leads to it.
func (d diamond) canonical() (least diamond, symmetry int) {
	m := d.mirror()
	least = d
	if m < least {
		least, symmetry = m, 4
	}
	for t := 1; t < 4; t++ {
		d, m = d.rotate(), m.rotate()
		if d < least {
			least, symmetry = d, t
		}
		if m < least {
			least, symmetry = m, t+4
		}
	}
	return least, symmetry
}

// response is a diamond round the previous move with the cell in which it is answered.
type response uint64

// respond is the canonical response: the same for the eight symmetric images of both.
func (d diamond) respond(at int) response {
	least := response(d)<<4 | response(at)
	for t := 1; t < 8; t++ {
		least = min(least, response(d.turn(t))<<4|response(turned[t][at]))
	}
	return least
}
