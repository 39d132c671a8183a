package board

import (
	"fmt"
	"math/bits"
	"sync"
)

// Position is a board without history: stones, chains with exact liberties, the
// simple-ko point and the side to move. It is a plain value of about 5 KB:
// assignment copies it, nothing in it points anywhere, and no method allocates.
//
// The rules of the game beyond one move back (superko, two passes) are Game's.
type Position struct {
	color [cells]Color
	// near says for each point in which directions it has black, white and empty
	// neighbours.
	near [cells]directions
	// head is the stone that stands for the chain; 0, which is wall, without a stone.
	head [cells]uint16
	// link leads from stone to stone round the ring that is the chain; at an empty
	// point it is the point's place in empties.
	link [cells]uint16
	// liberties, at a head, counts the chain's liberties, each once. While a playout
	// runs it counts the pairs of a stone and an empty point next to it (see light.go).
	// Entry 0 belongs to no chain.
	liberties [cells]uint16
	// stones, at a head, counts the stones of the chain.
	stones  [cells]uint16
	empties [MaxSize * MaxSize]uint16 // the empty points, in no order

	empty     uint16
	prisoners [3]uint16
	hash      uint64
	size      uint8
	toMove    Color
	koColor   Color // who may not play at ko
	played    uint8 // moves recorded, modulo 8
	ko        Point
	recent    [recentMoves]Point
}

// recentMoves is how many moves a Position remembers: the planes "turns since"
// tell seven ages apart (Silver et al. 2016, Extended Data Table 2).
const recentMoves = 8

// directions holds a nibble for black, one for white and one for empty neighbours; a
// nibble has a bit for each of north, west, east and south. Eyes, and whether a stone
// has a liberty of its own, are one look at this word.
type directions uint16

const (
	north = iota
	west
	east
	south
)

// emptyNear is the nibble of the empty neighbours; near are the nibbles of the colours.
const emptyNear directions = 0xf00

// nearOf is the nibble of a colour's neighbours.
var nearOf = [4]directions{Empty: emptyNear, Black: 0x00f, White: 0x0f0}

// shiftOf is where the nibble of a colour's neighbours begins.
var shiftOf = [4]uint8{Empty: 8, Black: 0, White: 4}

// flip, shifted left by a direction, turns the neighbour there from empty to a stone of
// the colour, or back.
var flip = [4]directions{Black: 0x101, White: 0x110}

// bitsIn counts the bits of a nibble.
var bitsIn = [16]uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}

// step leads to the neighbour in a direction.
var step = [4]int{north: -stride, west: -1, east: 1, south: stride}

// empty holds the empty board of each size once it was asked for: copying is ten
// times faster than building.
var empty [MaxSize + 1]struct {
	once  sync.Once
	board Position
}

// NewPosition is the empty board, Black to move. It panics if size is not within
// MinSize and MaxSize; sizes from outside go through CheckSize first.
func NewPosition(size int) Position {
	if err := CheckSize(size); err != nil {
		panic(err)
	}
	e := &empty[size]
	e.once.Do(func() { e.board.build(size) })
	return e.board
}

// build makes the zero Position the empty board.
func (b *Position) build(size int) {
	b.size, b.toMove, b.ko = uint8(size), Black, NoPoint
	for i := range b.color {
		b.color[i] = Wall
	}
	for i := range b.recent {
		b.recent[i] = NoPoint
	}
	for i := range size * size {
		p := FromIndex(i, size)
		b.color[p] = Empty
		b.link[p] = uint16(i)
		b.empties[i] = uint16(p)
		for d, s := range step {
			b.near[int(p)+s] |= 0x100 << (south - d)
		}
	}
	b.empty = uint16(size * size)
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
func (b *Position) At(p Point) Color { return b.color[p] }

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
func (b *Position) EmptyAt(i int) Point { return Point(b.empties[i]) }

// Head is the point that stands for the chain of the stone at p, the same for all
// its stones until the next move; 0 if there is no stone.
func (b *Position) Head(p Point) Point { return Point(b.head[p]) }

// Next is the stone after p, which must be a stone, on the ring of p's chain.
func (b *Position) Next(p Point) Point { return Point(b.link[p]) }

// Liberties is the exact number of liberties of the chain at p, 0 without a stone.
func (b *Position) Liberties(p Point) int { return int(b.liberties[b.head[p]]) }

// ChainSize is the number of stones of the chain at p, 0 without a stone.
func (b *Position) ChainSize(p Point) int { return int(b.stones[b.head[p]]) }

// EmptyNeighbours is how many of p's four neighbours are empty.
func (b *Position) EmptyNeighbours(p Point) int { return int(bitsIn[b.near[p]>>8&15]) }

// Sides tells in which directions p has neighbours of colour c, or empty ones: bit d
// stands for p.Neighbours()[d].
func (b *Position) Sides(p Point, c Color) uint8 { return uint8(b.near[p]>>shiftOf[c&3]) & 15 }

// NewLiberties is how many empty neighbours of the empty point p are not liberties of
// the chain that head stands for: what a stone at p would bring it, less p itself.
func (b *Position) NewLiberties(p, head Point) (n int) {
	h := uint16(head)
	for e := b.near[p] >> 8 & 15; e != 0; e &= e - 1 {
		q := int(p) + step[bits.TrailingZeros16(uint16(e))&3]
		if b.head[q-stride] != h && b.head[q-1] != h && b.head[q+1] != h && b.head[q+stride] != h {
			n++
		}
	}
	return n
}

// LibertyPoints appends the liberties of the chain at p to buf.
func (b *Position) LibertyPoints(p Point, buf []Point) []Point {
	head := b.head[p]
	left := b.liberties[head]
	if left == 0 {
		return buf
	}
	for s := head; ; {
		if b.near[s]&emptyNear != 0 {
			for _, d := range step {
				q := int(s) + d
				if b.color[q] == Empty && b.firstOf(head, q) == int(s) {
					buf = append(buf, Point(q))
					if left--; left == 0 {
						return buf
					}
				}
			}
		}
		if s = b.link[s]; s == head {
			return buf
		}
	}
}

// firstOf is the first neighbour of q that belongs to the chain: each liberty is
// taken once, from there.
func (b *Position) firstOf(head uint16, q int) int {
	for _, d := range step {
		if b.head[q+d] == head {
			return q + d
		}
	}
	return 0
}

// Legal says whether c may play at p: on an empty point, not suicide, not the
// simple ko. Pass is always legal. p may be any value.
func (b *Position) Legal(p Point, c Color) bool {
	if p == Pass {
		return true
	}
	if p < 0 || p >= cells || b.color[p] != Empty {
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
	if b.near[p]&emptyNear != 0 {
		return false
	}
	for _, d := range step {
		q := int(p) + d
		if h := b.head[q]; h != 0 && (b.liberties[h] > 1) == (b.color[q] == c) {
			return false
		}
	}
	return true
}

// OwnEye says whether the empty point p is a one-point eye of c: all neighbours
// are c's stones or the wall, and of the diagonals the opponent holds at most one
// (none on the edge), so that the chains round it connect.
func (b *Position) OwnEye(p Point, c Color) bool {
	return b.near[p]&(emptyNear|nearOf[c.Opponent()&3]) == 0 && b.connected(int(p), c)
}

// connected says whether the diagonal points of an eye of c at p leave it one.
func (b *Position) connected(p int, c Color) bool {
	// An opponent's stone weighs 1, wall 16.
	var weight [4]uint8
	weight[c.Opponent()&3] = 1
	weight[Wall] = 16
	sum := weight[b.color[p-stride-1]&3] + weight[b.color[p-stride+1]&3] +
		weight[b.color[p+stride-1]&3] + weight[b.color[p+stride+1]&3]
	return sum < 2 || sum&15 == 0
}

// LegalMoves appends every legal move of the side to move, Pass excepted, to buf.
func (b *Position) LegalMoves(buf []Point) []Point {
	for _, e := range b.empties[:b.empty] {
		if p := Point(e); b.Legal(p, b.toMove) {
			buf = append(buf, p)
		}
	}
	return buf
}
