package board

// Rand is the random source of playouts: xorshift64*, a few instructions a number
// and more than random enough to choose among moves (Vigna 2016). The zero value
// is not usable; see NewRand.
type Rand uint64

// NewRand is a source that repeats its numbers for equal seeds.
func NewRand(seed uint64) Rand {
	seed = (seed ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return Rand(seed ^ seed>>31 | 1)
}

// Uint64 is the next number.
func (r *Rand) Uint64() uint64 {
	x := *r
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*r = x
	return uint64(x) * 0x2545f4914f6cdd1d
}

// IntN is a number from 0 to n−1, for n up to 2³².
func (r *Rand) IntN(n int) int { return int(r.Uint64() >> 32 * uint64(n) >> 32) }

// Playout plays uniform random legal moves, except into own one-point eyes, from
// b until two passes or maxMoves moves, and returns how many it played. A player
// passes when nothing else is left.
func (b *Position) Playout(r *Rand, maxMoves int) (moves int) {
	for passes := 0; passes < 2 && moves < maxMoves; moves++ {
		p := b.RandomMove(r)
		if p == Pass {
			passes++
		} else {
			passes = 0
		}
		b.Play(p, b.toMove)
	}
	return moves
}

// RandomMove draws uniformly among the legal moves of the side to move that do
// not fill an own one-point eye; Pass if there is none.
func (b *Position) RandomMove(r *Rand) Point {
	c := b.toMove
	// Draw without replacement: what was refused moves behind the rest.
	for n := int(b.empty); n > 0; n-- {
		i := r.IntN(n)
		p := b.empties[i]
		at := &b.grid[p]
		if at.counts.of(Empty) > 0 && p != b.ko {
			return p
		}
		if !b.OwnEye(p, c) && b.Legal(p, c) {
			return p
		}
		q := b.empties[n-1]
		b.empties[i], b.empties[n-1] = q, p
		b.grid[q].slot, at.slot = uint16(i), uint16(n-1)
	}
	return Pass
}
