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

	three, five transforms // filters of side 3 and 5

	copyPixels   func(dst, src []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)
	copyPositive func(dst, src, y []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)

	// The lengths of the flat loops are positive multiples of 16.
	axpy     func(y, x []float32, a float32)
	dot      func(x, y []float32) float32
	sgd      func(w, g []float32, rate, decay float32)
	momentum func(w, v, g []float32, rate, momentum, decay float32)
	adam     func(w, m, v, g []float32, rate, beta1, beta2, epsilon, decay, scale1, scale2 float32)
}

// transforms lead between pictures of 16 channels and the 36 planes of their tiles,
// and between filters and theirs. A picture has tiles² tiles and pitch floats to a
// row; planes lie plane floats apart, tiles 32 floats. scratch holds one tile.
type transforms struct {
	inputTiles  func(v, picture, scratch []float32, tiles, pitch, plane int)
	gradTiles   func(v, picture, scratch []float32, tiles, pitch, plane int)
	outputTiles func(picture, v, scratch, bias []float32, tiles, pitch, plane int, relu bool)
	spreadTiles func(picture, v, scratch []float32, tiles, pitch, plane int)
	// filter sets u = G w Gᵀ for rows of 32 filters, whose taps lie tap floats apart
	// and whose rows lie row floats apart in w and 32 in u; filterGrad sets w = Gᵀ u G.
	filter     func(u, w, scratch []float32, rows, tap, row, plane int)
	filterGrad func(w, u, scratch []float32, rows, tap, row, plane int)
}

const (
	points      = 36          // of a tile
	scratchSize = points * 16 // floats a transform keeps between its two passes
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
