package board

import "fmt"

// Position is a board without history: stones, chains with exact liberties, the
// simple-ko point and the side to move. It is a plain value of about 6 KB:
// assignment copies it, nothing in it points anywhere, and no method allocates.
//
// The rules of the game beyond one move back (superko, two passes) are Game's.
type Position struct {
	hash      uint64
	size      uint8
	toMove    Color
	koColor   Color // who may not play at ko
	played    uint8 // moves recorded, modulo 8
	ko        Point
	prisoners [3]uint16
	empty     uint16
	recent    [recentMoves]Point
	grid      [cells]cell
	chains    [cells]chain             // valid at the head of a chain
	empties   [MaxSize * MaxSize]Point // the empty points, in no order
}

// recentMoves is how many moves a Position remembers: the planes "turns since"
// tell seven ages apart (Silver et al. 2016, Extended Data Table 2).
const recentMoves = 8

// cell is one place of the padded grid.
type cell struct {
	color  Color
	counts counts
	head   Point  // of the stone's chain; 0 without a stone
	next   Point  // the next stone of the ring that is the chain
	slot   uint16 // index in empties, while empty
}

// chain is what a chain of stones shares.
type chain struct {
	liberties uint16
	stones    uint16
}

// counts packs how many of the four neighbours are empty, black, white and wall,
// four bits each, in the order of Color.
type counts uint16

func (n counts) of(c Color) int { return int(n>>(4*c)) & 15 }

// turned is what one neighbour's turning from empty to c adds.
func turned(c Color) counts { return 1<<(4*c) - 1 }

var (
	adjacent = [4]Point{-stride, -1, 1, stride}
	diagonal = [4]Point{-stride - 1, -stride + 1, stride - 1, stride + 1}
)

// NewPosition is the empty board, Black to move. It panics if size is not within
// MinSize and MaxSize; sizes from outside go through CheckSize first.
func NewPosition(size int) Position {
	if err := CheckSize(size); err != nil {
		panic(err)
	}
	b := Position{size: uint8(size), toMove: Black, ko: NoPoint}
	for i := range b.grid {
		b.grid[i].color = Wall
	}
	for i := range b.recent {
		b.recent[i] = NoPoint
	}
	for i := range size * size {
		p := FromIndex(i, size)
		b.grid[p].color = Empty
		b.grid[p].slot = uint16(i)
		b.empties[i] = p
	}
	b.empty = uint16(size * size)
	for i := range size * size {
		p := FromIndex(i, size)
		for _, d := range adjacent {
			b.grid[p].counts += 1 << (4 * b.grid[p+d].color)
		}
	}
	return b
}

// CheckSize says why a board cannot have this size.
func CheckSize(size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("board size %d: want %d to %d", size, MinSize, MaxSize)
	}
	return nil
}

// Size is the side of the board.
func (b *Position) Size() int { return int(b.size) }

// ToMove is the player whose turn it is.
func (b *Position) ToMove() Color { return b.toMove }

// SetToMove gives the turn to c.
func (b *Position) SetToMove(c Color) { b.toMove = c }

// At is what stands at p, a point on the board or one step off it.
func (b *Position) At(p Point) Color { return b.grid[p].color }

// Ko is the point that the simple-ko rule forbids to the side to move, or NoPoint.
func (b *Position) Ko() Point {
	if b.koColor != b.toMove {
		return NoPoint
	}
	return b.ko
}

// Hash is the Zobrist hash of the stones. It depends on nothing else, so copies
// and transpositions have equal hashes.
func (b *Position) Hash() uint64 { return b.hash }

// HashToMove is Hash with the side to move.
func (b *Position) HashToMove() uint64 {
	if b.toMove == White {
		return b.hash ^ zobristWhite
	}
	return b.hash
}

// Recent is the point (or Pass) played k moves ago, k from 0 (the last move) to 7;
// NoPoint if there was no such move.
func (b *Position) Recent(k int) Point { return b.recent[(int(b.played)-1-k)&(recentMoves-1)] }

// Prisoners is how many stones of colour c have been captured.
func (b *Position) Prisoners(c Color) int { return int(b.prisoners[c]) }

// EmptyCount is the number of empty points.
func (b *Position) EmptyCount() int { return int(b.empty) }

// EmptyAt is the i-th empty point, i below EmptyCount, in no particular order. The
// order changes with every move.
func (b *Position) EmptyAt(i int) Point { return b.empties[i] }

// Head is the point that stands for the chain of the stone at p, the same for all
// its stones until the next move; 0 if there is no stone.
func (b *Position) Head(p Point) Point { return b.grid[p].head }

// Next is the stone after p on the ring of p's chain.
func (b *Position) Next(p Point) Point { return b.grid[p].next }

// Liberties is the exact number of liberties of the chain at p, 0 without a stone.
func (b *Position) Liberties(p Point) int { return int(b.chains[b.grid[p].head].liberties) }

// ChainSize is the number of stones of the chain at p, 0 without a stone.
func (b *Position) ChainSize(p Point) int { return int(b.chains[b.grid[p].head].stones) }

// EmptyNeighbours is how many of p's four neighbours are empty.
func (b *Position) EmptyNeighbours(p Point) int { return b.grid[p].counts.of(Empty) }

// LibertyPoints appends the liberties of the chain at p to buf.
func (b *Position) LibertyPoints(p Point, buf []Point) []Point {
	head := b.grid[p].head
	if head == 0 {
		return buf
	}
	for s := head; ; {
		if b.grid[s].counts.of(Empty) > 0 {
			for _, d := range adjacent {
				if q := s + d; b.grid[q].color == Empty && b.firstOf(head, q) == s {
					buf = append(buf, q)
				}
			}
		}
		if s = b.grid[s].next; s == head {
			return buf
		}
	}
}

// firstOf is the first neighbour of q that belongs to the chain: each liberty is
// taken once, from there.
func (b *Position) firstOf(head, q Point) Point {
	for _, d := range adjacent {
		if b.grid[q+d].head == head {
			return q + d
		}
	}
	return NoPoint
}

// Legal says whether c may play at p: on an empty point, not suicide, not the
// simple ko. Pass is always legal. p may be any value.
func (b *Position) Legal(p Point, c Color) bool {
	if p == Pass {
		return true
	}
	if p < 0 || p >= cells || b.grid[p].color != Empty {
		return false
	}
	if p == b.ko && c == b.koColor {
		return false
	}
	return !b.Suicide(p, c)
}

// Suicide says whether a stone of colour c at the empty point p would leave its
// own chain without liberties.
func (b *Position) Suicide(p Point, c Color) bool {
	if b.grid[p].counts.of(Empty) > 0 {
		return false
	}
	for _, d := range adjacent {
		q := &b.grid[p+d]
		if q.head == 0 {
			continue
		}
		if (b.chains[q.head].liberties > 1) == (q.color == c) {
			return false
		}
	}
	return true
}

// OwnEye says whether the empty point p is a one-point eye of c: all neighbours
// are c's stones or the wall, and of the diagonals the opponent holds at most one
// (none on the edge), so that the chains round it connect.
func (b *Position) OwnEye(p Point, c Color) bool {
	n := b.grid[p].counts
	wall := n.of(Wall)
	if n.of(c)+wall != 4 {
		return false
	}
	opponent := c.Opponent()
	bad := 0
	for _, d := range diagonal {
		if b.grid[p+d].color == opponent {
			bad++
		}
	}
	return bad == 0 || bad == 1 && wall == 0
}

// LegalMoves appends every legal move of the side to move, Pass excepted, to buf.
func (b *Position) LegalMoves(buf []Point) []Point {
	for _, p := range b.empties[:b.empty] {
		if b.Legal(p, b.toMove) {
			buf = append(buf, p)
		}
	}
	return buf
}
