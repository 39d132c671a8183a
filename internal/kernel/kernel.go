package kernel

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
)

// kernels is one set of the inner loops. Distances between rows, pixels and planes
// are counted in floats.
type kernels struct {
	name     string
	features []string // of the CPU, that it needs

	// product sets c = a·b: c is [rows][32], a is [depth/32][rows][32] with stride
	// floats between its blocks of 32 columns, b is [depth][32]. depth is a multiple
	// of 4.
	product func(c, a, b []float32, rows, depth, stride int)
	// outer sets c = aᵀ·b, or adds it: c is [rows][32], a and b are [depth][32], of
	// a the first rows columns count.
	outer func(c, a, b []float32, rows, depth int, add bool)

	five, four, three, two transforms // of tile5, tile4, tile3 and tile2

	// The first layer, see planes.go.
	planeWords           func(words []uint64, x []float32, pixels, channels int) bool
	sumTaps32, sumTaps16 func(y, table, bias []float32, at []int32, rows, yRow, yPixel, atRow int, relu bool)
	sumPixels            func(sum, picture []float32, at []int32)

	// transpose sets dst[j][i] = src[i][j] for src [rows][cols], rows and cols multiples
	// of 8. The rows of dst are dstRow floats apart, the rows of src srcRow floats.
	transpose func(dst, src []float32, rows, cols, dstRow, srcRow int)
	// sumRows adds x, [rows][32], to sum, [32].
	sumRows func(sum, x []float32, rows int)

	copyPixels   func(dst, src []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)
	copyPositive func(dst, src, y []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)

	// The lengths of the flat loops are positive multiples of 16.
	axpy     func(y, x []float32, a float32)
	scale    func(y, x []float32, a float32) // y = a·x, small results zero
	dot      func(x, y []float32) float32
	sgd      func(w, g []float32, rate, decay float32)
	momentum func(w, v, g []float32, rate, momentum, decay float32)
	adam     func(w, m, v, g []float32, rate, beta1, beta2, epsilon, decay, scale1, scale2 float32)

	// peak repeats s = s/2 + 1/4 on peakSums sums, n times, n at least 1: see peak.go.
	peak     func(sums []float32, n int)
	peakSums int
}

// transforms lead between 16 channels of one board and the planes of its tiles' points,
// and between filters and theirs. A pixel of the board is pixel floats from the next,
// a row board·pixel; tiles² tiles cover the board; planes lie plane floats apart,
// tiles 32 floats. lanes is [scratchSize] and holds anything, outside is
// [board·pixel] and stands for the rows outside the board: zeros to read, or anything
// to write.
type transforms struct {
	// inputTiles sets V = Bᵀ d B for the tiles d of x with their borders, in the rows
	// [from, to) of tiles.
	inputTiles func(v, x, lanes, outside []float32, board, pixel, tiles, from, to, plane int)
	// gradTiles sets v = A d Aᵀ for the tiles d of dy, where y > 0 if y is not empty.
	gradTiles func(v, dy, y, lanes, outside []float32, board, pixel, tiles, plane int)
	// outputTiles sets y = Aᵀ m A + bias for the m of v, with the ReLU if wanted, in the
	// rows [from, to) of tiles.
	outputTiles func(y, v, lanes, outside, bias []float32, board, pixel, tiles, from, to, plane int, relu bool)
	// spreadTiles sets dx to the sums of B v Bᵀ where tiles with their borders overlap.
	spreadTiles func(dx, v, lanes, outside []float32, board, pixel, tiles, plane int)
	// filter sets u = G w Gᵀ for rows of 32 filters. Their taps are tap floats apart. Their
	// rows are row floats apart in w and 32 in u. filterGrad sets w = Gᵀ u G.
	filter     func(u, w, scratch []float32, rows, tap, row, plane int)
	filterGrad func(w, u, scratch []float32, rows, tap, row, plane int)
}

// of returns the transforms of a tile.
func (k *kernels) of(t tile) *transforms {
	switch t {
	case tile2:
		return &k.two
	case tile3:
		return &k.three
	case tile5:
		return &k.five
	}
	return &k.four
}

const (
	scratchSize = 24 * 7 * 16 // floats a transform keeps between its two passes: 24 columns of 7
	planeGap    = 16          // floats between planes
	environment = "TENGEN_KERNEL"
)

var (
	active atomic.Pointer[kernels]
	// environmentErr is the reason why TENGEN_KERNEL could not be obeyed. It is
	// reported by NewConv: a forced kernel is never replaced silently.
	environmentErr error
)

func init() {
	active.Store(available()[0])
	if name := os.Getenv(environment); name != "" {
		if err := Use(name); err != nil {
			environmentErr = fmt.Errorf("%s: %w", environment, err)
		}
	}
}

// Names lists the kernels this CPU can run, the preferred one first.
func Names() []string {
	var names []string
	for _, k := range available() {
		names = append(names, k.name)
	}
	return names
}

// Name returns the kernel in use: "avx512", "avx2" or "portable".
func Name() string { return active.Load().name }

// Features lists the features of the CPU that the kernel in use needs.
func Features() []string { return append([]string{}, active.Load().features...) }

// Err tells why the kernel that the environment variable TENGEN_KERNEL asks for is
// not in use; nil if it is, or if none is asked for.
func Err() error { return environmentErr }

// Use chooses the kernel of the layers made from now on, and of the flat loops.
func Use(name string) error {
	for _, k := range available() {
		if k.name == name {
			active.Store(k)
			environmentErr = nil
			return nil
		}
	}
	return fmt.Errorf("kernel: no kernel %q here: want one of %s", name, strings.Join(Names(), ", "))
}
