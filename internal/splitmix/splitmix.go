// Package splitmix derives seeds from seeds and numbers, such as the seed of the third epoch of a run:
//
//	splitmix.Mix(seed*splitmix.Golden + epoch)
package splitmix

// Golden is 2^64 divided by the golden ratio, the increment of SplitMix64.
const Golden = 0x9e3779b97f4a7c15

// Mix is the output function of SplitMix64 (Steele, Lea, Flood, Fast Splittable
// Pseudorandom Number Generators, 2014): every input bit reaches every output bit.
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	return x
}
