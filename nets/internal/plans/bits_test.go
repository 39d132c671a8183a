package plans

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// slowBits is the twin of Bits: bit p·count + c of a position is its plane c at point p.
func slowBits(dst []uint32, planes []float32, n, points, count, stride int) {
	words := kernels.Words(points * count)
	clear(dst)
	for b := range n {
		for p := range points {
			for c := range count {
				if planes[(b*points+p)*stride+c] == 1 {
					bit := p*count + c
					dst[b*words+bit/32] |= 1 << (bit % 32)
				}
			}
		}
	}
}

func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		board, count, n := 2+rng.IntN(18), 1+rng.IntN(50), 1+rng.IntN(3*bitsChunk)
		points, stride := board*board, count+rng.IntN(16)
		planes := make([]float32, n*points*stride)
		for i := range planes {
			switch rng.IntN(4) {
			case 0:
				planes[i] = 1
			case 1:
				planes[i] = float32(math.Copysign(0, -1))
			}
			if i%stride >= count {
				planes[i] = rng.Float32() // beyond the planes, where nothing is read
			}
		}
		want := make([]uint32, n*kernels.Words(points*count))
		got := slices.Repeat([]uint32{math.MaxUint32}, len(want))
		slowBits(want, planes, n, points, count, stride)
		if err := Bits(got, planes, n, points, count, stride); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d positions of %d points, %d planes of %d: the bits differ", n, points, count, stride)
		}
		wrong := []float32{2, 0.5, -1, 1.0000001, 1e-40, float32(math.NaN()), float32(math.Inf(1))}
		at, c, v := rng.IntN(n*points), rng.IntN(count), wrong[rng.IntN(len(wrong))]
		planes[at*stride+c] = v
		place := fmt.Sprintf("plane %d of position %d is %v at point %d:", c, at/points, v, at%points)
		if err := Bits(got, planes, n, points, count, stride); err == nil || !strings.HasPrefix(err.Error(), place) {
			t.Fatalf("error %v, want one that begins with %q", err, place)
		}
	}
}
