package plans

import (
	"cmp"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// bitsChunk is how many positions a goroutine packs at a time: 0.2 to 0.3 ms of work on 19×19, far more than
// what it costs to start one.
const bitsChunk = 16

// Bits packs the planes of positions, [n][points][stride], as kernels.Expand reads them. Only 0 and 1 can
// be packed; another value is an error. All cores pack: one takes 20 µs for a position of 19×19, and a large card
// learns from two to four positions in that time.
func Bits(dst []uint32, planes []float32, n, points, count, stride int) error {
	words, size := kernels.Words(points*count), points*stride
	if n <= bitsChunk { // as in a search
		for b := range n {
			if err := position(dst[b*words:(b+1)*words], planes[b*size:], b, points, count, stride); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, (n+bitsChunk-1)/bitsChunk)
	OnCores(n, bitsChunk, func(from, to int) {
		for b := from; b < to && errs[from/bitsChunk] == nil; b++ {
			errs[from/bitsChunk] = position(dst[b*words:(b+1)*words], planes[b*size:], b, points, count, stride)
		}
	})
	return cmp.Or(errs...)
}

// position packs the planes of one position, with a number for errors.
func position(to []uint32, planes []float32, number, points, count, stride int) error {
	var word uint64
	var filled, next int
	var wrong uint32
	push := func(bits uint32, n int) {
		word |= uint64(bits) << filled
		if filled += n; filled >= 32 {
			to[next] = uint32(word)
			next, word, filled = next+1, word>>32, filled-32
		}
	}
	for p := range points {
		row := planes[p*stride:][:count]
		for ; len(row) >= 8; row = row[8:] {
			bits, odd := eight((*[8]float32)(row))
			wrong |= odd
			push(bits, 8)
		}
		for _, v := range row {
			bit, odd := bitOf(v)
			wrong |= odd
			push(bit, 1)
		}
	}
	if filled > 0 {
		to[next] = uint32(word)
	}
	if wrong == 0 {
		return nil
	}
	for p := range points {
		for c, v := range planes[p*stride:][:count] {
			if v != 0 && v != 1 { // −0 is 0
				return fmt.Errorf("plane %d of position %d is %v at point %d: a graphics device takes 0 and 1",
					c, number, v, p)
			}
		}
	}
	return nil
}

// bitOf is 1 for 1 and 0 for 0. For values that are stored otherwise, −0 among them, odd is not 0.
func bitOf(v float32) (bit, odd uint32) {
	u := math.Float32bits(v)
	bit = u >> 29 & 1 // a bit of 1's exponent
	return bit, u ^ -bit&math.Float32bits(1)
}

// eight is bitOf for eight values, the first one in the lowest bit.
func eight(v *[8]float32) (bits, odd uint32) {
	b0, o0 := bitOf(v[0])
	b1, o1 := bitOf(v[1])
	b2, o2 := bitOf(v[2])
	b3, o3 := bitOf(v[3])
	b4, o4 := bitOf(v[4])
	b5, o5 := bitOf(v[5])
	b6, o6 := bitOf(v[6])
	b7, o7 := bitOf(v[7])
	return b0 | b1<<1 | b2<<2 | b3<<3 | b4<<4 | b5<<5 | b6<<6 | b7<<7, o0 | o1 | o2 | o3 | o4 | o5 | o6 | o7
}
