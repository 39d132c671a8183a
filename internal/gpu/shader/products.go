package shader

import "fmt"

// Products are the products of matrices that a card has instructions for: M×K by K×N, float16 with sums of
// float32, by a subgroup of so many lanes.
type Products struct{ M, N, K, Lanes int }

// firstProduct is the first constant that kernels/matrix.glsl declares.
const firstProduct = 16

// subgroups is how many a group of threads has, as kernels/matrix.glsl says.
const subgroups = 4

// Constants are the constants of a kernel with products: those of its shape, and the sizes.
func (p Products) Constants(shape []uint32) []uint32 {
	out := make([]uint32, firstProduct, firstProduct+5)
	copy(out, shape)
	return append(out, uint32(p.M), uint32(p.N), uint32(p.K), uint32(p.Lanes), uint32(subgroups*p.Lanes))
}

// Fits says whether the kernels can do with a card's products. Their tiles have a multiple of 16 rows and
// columns and are a multiple of 16 deep. Shared memory is enough for the sums of 16 rows.
func (p Products) Fits() error {
	for _, n := range []int{p.M, p.N, p.K} {
		if n != 8 && n != 16 {
			return fmt.Errorf("products of %d×%d by %d×%d, want sizes of 8 or 16", p.M, p.K, p.K, p.N)
		}
	}
	if p.Lanes < 1 || p.Lanes > maxThreads/subgroups {
		return fmt.Errorf("subgroups of %d lanes, want 1 to %d", p.Lanes, maxThreads/subgroups)
	}
	return nil
}

// maxThreads is how many threads of a group every card has that the kernels are for.
const maxThreads = 256

// across is how many outputs of a convolution a group makes with products of matrices, or filters of a
// gradient of weights.
func across(n uint32) int {
	switch {
	case n%96 == 0:
		return 96
	case n%64 == 0:
		return 64
	}
	return 32
}

// down is how many channels of a gradient of weights a group makes.
func down(channels uint32) int {
	switch {
	case channels%96 == 0:
		return 96
	case channels > 32:
		return 64
	}
	return 32
}
