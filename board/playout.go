package board

import "github.com/tengen-go/tengen/internal/wyrand"

// Rand is the random source of playouts.
type Rand = wyrand.Rand

// NewRand is a source that repeats its numbers for equal seeds.
func NewRand(seed uint64) Rand { return wyrand.New(seed) }

// Playout plays uniform random legal moves, except into own one-point eyes, from
// b until two passes or maxMoves moves, and returns how many it played. A player
// passes when nothing else is left.
func (b *Position) Playout(r *Rand, maxMoves int) (moves int) {
	b.lighten()
	for passes := 0; passes < 2 && moves < maxMoves; moves++ {
		if passes++; b.playLight(r) != Pass {
			passes = 0
		}
	}
	b.settle()
	return moves
}

// TracePlayout is Playout that appends its moves, passes included, to trace.
func (b *Position) TracePlayout(r *Rand, maxMoves int, trace []Point) []Point {
	b.lighten()
	for passes, moves := 0, 0; passes < 2 && moves < maxMoves; moves++ {
		p := b.playLight(r)
		trace = append(trace, p)
		if passes++; p != Pass {
			passes = 0
		}
	}
	b.settle()
	return trace
}

// playLight plays one move of a playout and returns it.
func (b *Position) playLight(r *Rand) Point {
	c := b.toMove
	p := b.randomLight(r, c)
	b.record(p, c)
	if p != Pass {
		b.putLight(int(p), c)
	}
	return p
}

// randomLight is RandomMove while pseudo-liberties are counted.
func (b *Position) randomLight(r *Rand, c Color) Point {
	foe := nearOf[c.Opponent()&3]
	for n := int(b.empty); n > 0; n-- {
		i := r.IntN(n)
		e := b.empties[i]
		near := b.near[e]
		if near&emptyNear != 0 {
			return Point(e)
		}
		// An eye, or a point where the stone lives by others' liberties.
		if Point(e) != b.ko && (near&foe != 0 || !b.connected(int(e), c)) && b.breathes(int(e), c) {
			return Point(e)
		}
		b.SwapEmpty(i, n-1)
	}
	return Pass
}

// RandomMove draws uniformly among the legal moves of the side to move that do
// not fill an own one-point eye; Pass if there is none.
func (b *Position) RandomMove(r *Rand) Point {
	c := b.toMove
	for n := int(b.empty); n > 0; n-- {
		i := r.IntN(n)
		if p := Point(b.empties[i]); !b.OwnEye(p, c) && b.Legal(p, c) {
			return p
		}
		b.SwapEmpty(i, n-1)
	}
	return Pass
}

// SwapEmpty exchanges two empty points in their list (EmptyAt), so that drawing goes on
// without replacement: what was refused lies behind the rest.
func (b *Position) SwapEmpty(i, j int) {
	p, q := b.empties[i], b.empties[j]
	b.empties[i], b.empties[j] = q, p
	b.link[q], b.link[p] = uint16(i), uint16(j)
}

// Lead is Black's points less White's by area, without komi, where the board is played out
// as Playout does it: stones count, and empty points next to one colour only. Larger
// empty regions count point by point, so elsewhere Area is the one to ask.
func (b *Position) Lead() int {
	// By colour: 0 for empty and wall.
	worth := [4]int{Black: 1, White: -1}
	lead := 0
	for y := range b.Size() {
		row := int(XY(0, y))
		for _, c := range b.color[row : row+b.Size()] {
			lead += worth[c&3]
		}
	}
	for _, e := range b.empties[:b.empty] {
		switch near := b.near[e]; {
		case near&nearOf[White] == 0 && near&nearOf[Black] != 0:
			lead++
		case near&nearOf[Black] == 0 && near&nearOf[White] != 0:
			lead--
		}
	}
	return lead
}
