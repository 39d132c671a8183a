package kernel

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestPeak(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		k := active.Load()
		rng := rand.New(rand.NewPCG(4, 4))
		for _, n := range []int{1, 2, 3, 20} {
			want := normal(rng, k.peakSums, 1)
			got := float32s(want)
			k.peak(got, n)
			for i := range want {
				for range n {
					want[i] = want[i]*0.5 + 0.25
				}
			}
			near(t, "peak", got, want)
		}
	})
}

func TestMeasurePeak(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		if p := MeasurePeak(t.Context(), 2, time.Millisecond); p.Mean <= 0 || p.Best < 0.999*p.Mean {
			t.Errorf("peak %+v", p)
		}
	})
}
