package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Every column loses its mean in float64, and nothing else.
func TestCentreTakesTheMeansOfTheColumns(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, size := range [][2]int{{1, 1}, {9, 1}, {27, 3}, {144, 16}, {250, 33}, {1200, 96}} {
			rows, cols := size[0], size[1]
			t.Run(fmt.Sprintf("%dx%d", rows, cols), func(t *testing.T) {
				g := make([]float32, rows*cols)
				for i := range g {
					g[i] = float32(5*rng.NormFloat64()) + float32(i%cols)
				}
				means := make([]float64, cols)
				for i, x := range g {
					means[i%cols] += float64(x) / float64(rows)
				}
				got := append([]float32(nil), g...)
				Centre(&Scratch{}, got, rows, cols)
				for i, x := range g {
					if want := float64(x) - means[i%cols]; math.Abs(float64(got[i])-want) > 1e-4 {
						t.Fatalf("value %d: %v became %v, want %v", i, x, got[i], want)
					}
				}
			})
		}
	})
}
