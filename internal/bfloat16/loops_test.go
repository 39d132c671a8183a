package bfloat16

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// numbers are floats of all kinds.
func numbers(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = math.Float32frombits(rng.Uint32())
	}
	minus, infinity := float32(math.Copysign(0, -1)), float32(math.Inf(1))
	copy(x, []float32{0, minus, infinity, 1, -1, 1e-40, 1.00390625, 1.01171875, 3.4e38})
	return x
}

// same compares to the bit; of numbers that are none, it is enough that both are none.
func same(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
	})
}

// The assembly does what its twin does, on all kinds of numbers.
func TestLoops(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		rng := rand.New(rand.NewPCG(1, 1))
		for range 50 {
			rows, n := 1+rng.IntN(5), 16*(1+rng.IntN(5))
			far := n + 16*rng.IntN(3)
			src, mask := numbers(rng, rows*far), numbers(rng, rows*far)
			for _, m := range [][]float32{nil, mask} {
				got, want := make([]uint16, rows*far), make([]uint16, rows*far)
				l.narrow(got, src, m, rows, n, far, far)
				narrowPortable(want, src, m, rows, n, far, far)
				if !slices.Equal(got, want) {
					t.Fatalf("narrow: %x, want %x", got, want)
				}
			}
			halves, got, want := make([]uint16, 2*rows*far), make([]uint32, rows*far), make([]uint32, rows*far)
			for i := range halves {
				halves[i] = uint16(rng.Uint32())
			}
			l.pairs(got, halves, rows, n, far, far)
			pairsPortable(want, halves, rows, n, far, far)
			if !slices.Equal(got, want) {
				t.Fatalf("pairs: %x, want %x", got, want)
			}
			cols, channels, relu := 1+rng.IntN(5), 16*(1+rng.IntN(2)), rng.IntN(2) == 0
			c, y, z := numbers(rng, rows*cols*tile), make([]float32, rows*cols*64), make([]float32, rows*cols*64)
			bias := rounded(rng, tile, 1)
			l.finish(y, c, bias, rows, cols, channels, cols*64, 64, cols*tile, relu)
			finishPortable(z, c, bias, rows, cols, channels, cols*64, 64, cols*tile, relu)
			if !same(y, z) {
				t.Fatalf("finish: %v, want %v", y, z)
			}
		}
	})
}

// The tiles do what their twin does. The order of their sums is their own, so whole numbers are used, which give no
// rounding.
func TestTiles(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		rng := rand.New(rand.NewPCG(2, 2))
		whole := func(n int) []uint16 {
			x := make([]uint16, n)
			for i := range x {
				x[i] = round(float32(rng.IntN(9) - 4))
			}
			return x
		}
		for range 20 {
			blocks, steps, aRow := 1+rng.IntN(3), 1+rng.IntN(12), 2*(tile+rng.IntN(40))
			a, b := whole(blocks*tile*aRow+64), whole(steps*stepBytes/2)
			offsets := make([]int32, steps)
			for i := range offsets {
				offsets[i] = int32(2 * rng.IntN(64))
			}
			cRow := 4 * (tile + 16*rng.IntN(3))
			c := make([]float32, blocks*tile*cRow/4)
			for i := range c {
				c[i] = float32(rng.IntN(100))
			}
			want := slices.Clone(c)
			w := work{
				a: unsafe.Pointer(&a[0]), b: unsafe.Pointer(&b[0]), cRow: cRow, aRow: aRow, offsets: &offsets[0],
				steps: steps, blocks: blocks, aBlock: tile * aRow, cBlock: tile * cRow, add: rng.IntN(2),
			}
			sum := slices.Clone(c[:tile])
			wanted := slices.Clone(sum)
			l.sums(sum, pairsOf(b), steps*tile/2)
			sumsPortable(wanted, pairsOf(b), steps*tile/2)
			if !slices.Equal(sum, wanted) {
				t.Fatalf("sums: %v, want %v", sum, wanted)
			}
			w.c = unsafe.Pointer(&c[0])
			l.tiles(&w)
			w.c = unsafe.Pointer(&want[0])
			tilesPortable(&w)
			if !slices.Equal(c, want) {
				t.Fatalf("%+v: %v, want %v", w, c, want)
			}
		}
	})
}
