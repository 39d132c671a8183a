// Package wyrand is the random source of playouts, of all games alike.
package wyrand

import "math/bits"

// Rand is wyrand, one multiplication a number and more than random enough to choose among
// moves (Wang Yi 2019). Any value is a fair seed; New spreads small ones.
type Rand uint64

// New is a source that repeats its numbers for equal seeds.
func New(seed uint64) Rand {
	seed = (seed ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return Rand(seed ^ seed>>31 | 1)
}

// Uint64 is the next number.
func (r *Rand) Uint64() uint64 {
	*r += 0xa0761d6478bd642f
	high, low := bits.Mul64(uint64(*r), uint64(*r)^0xe7037ed1a0b428db)
	return high ^ low
}

// IntN is a number from 0 to n−1, for n up to 2³².
func (r *Rand) IntN(n int) int { return int(r.Uint64() >> 32 * uint64(n) >> 32) }

// Scramble makes every bit depend on every bit (the finish of splitmix64, Steele et al.
// 2014): a hash of one word.
func Scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
