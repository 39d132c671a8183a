package sample

import (
	"errors"
	"math"

	"github.com/tengen-go/tengen/internal/splitmix"
)

// rounds of the Feistel network. Four already make pairs of outputs look
// independent; eight leave a margin for tiny domains, where the two halves hold
// a few values each.
const rounds = 8

// Permutation is a seeded bijection of [0, n) that needs no memory: the order in
// which an epoch visits its positions.
//
// It is a Feistel network over the pair (x / right, x mod right), whose two
// halves have about √n values each: every round adds to one half a keyed hash of
// the other, modulo that half's size, and so can be undone. The rectangle
// left·right may exceed n by less than left; a value that lands outside is sent
// through again until it falls inside ("cycle walking", Black and Rogaway, Ciphers
// with Arbitrary Finite Domains, 2002), which keeps the map a bijection of [0, n).
type Permutation struct {
	n, left, right uint64
	keys           [rounds]uint64
}

// NewPermutation returns the permutation of [0, n) that the key chooses. n must
// be positive and below 2^62.
func NewPermutation(n int64, key uint64) (Permutation, error) {
	if n <= 0 || n >= 1<<62 {
		return Permutation{}, errors.New("a permutation needs at least one element")
	}
	p := Permutation{n: uint64(n)}
	p.right = max(1, uint64(math.Ceil(math.Sqrt(float64(n)))))
	p.left = (p.n + p.right - 1) / p.right
	for i := range p.keys {
		p.keys[i] = splitmix.Mix(key + uint64(i+1)*splitmix.Golden)
	}
	return p, nil
}

// At returns the index-th element, in constant time. index must lie in [0, n).
func (p *Permutation) At(index int64) int64 {
	x := uint64(index)
	for {
		l, r := x/p.right, x%p.right
		for i := 0; i < rounds; i += 2 {
			l = (l + splitmix.Mix(r^p.keys[i])%p.left) % p.left
			r = (r + splitmix.Mix(l^p.keys[i+1])%p.right) % p.right
		}
		if x = l*p.right + r; x < p.n {
			return int64(x)
		}
	}
}
