package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// By hand, 12 playouts each:
//
//	a: 9 of 12: Q̄ 0.75, σ² 0.1875
//	b: 6 of 12: 0.5, 0.25,    δ 0.25: 0.25/0.0625   = 4
//	c: 3 of 12: 0.25, 0.1875, δ 0.5:  0.1875/0.25   = 0.75
//
// a is best: sqrt(0.1875·(16/0.25 + 0.5625/0.1875)) = 3.544. Of 37: a 15.8, b 17.8, c 3.3; b
// starves. With 20 playouts of b, of 45: a 19.2, b 21.7, c 4.1; a does.
func TestOCBAByHand(t *testing.T) {
	for n, want := range map[int]int{6: 1, 10: 0} {
		if got := always(t, newOCBA(), sampled(played(9, 0, 3), played(n, 0, n), played(3, 0, 9))); got != want {
			t.Errorf("b of %d: edge %d, want %d", 2*n, got, want)
		}
	}
	// A move never tried comes first. Two equally good moves share nearly all; one move is it.
	if got := always(t, newOCBA(), sampled(played(9, 0, 3), nil)); got != 1 {
		t.Errorf("edge %d before the one never tried", got)
	}
	if got := always(t, newOCBA(), sampled(played(9, 0, 3), played(6, 0, 2), played(6, 0, 6))); got != 1 {
		t.Errorf("edge %d, want the rarer of the two best", got)
	}
	if got := always(t, newOCBA(), sampled(played(1, 0, 0))); got != 0 {
		t.Errorf("edge %d of one", got)
	}
}

// OCBA takes the most starving move by the ratios as they stand. Here one move has a share of 1, all others have theirs
// by the ratios to it, and the sum is made 1 afterwards.
func TestOCBAIsItsRatios(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		e := randomNode(r, 1)
		k, rule := e.Len(), newOCBA()
		rand := wyrand.New(r.Uint64())
		got := rule.Select(e, &rand)
		if k == 1 {
			continue
		}
		n, mean, variance := make([]float64, k), make([]float64, k), make([]float64, k)
		total, top := 1.0, math.Inf(-1)
		for i := range k {
			n[i], mean[i], variance[i] = e.Moments(i)
			if variance[i] == 0 {
				variance[i] = rule.Epsilon
			}
			total += n[i]
			top = max(top, mean[i])
		}
		right := false // for one of the best moves
		for best := range k {
			if mean[best] != top {
				continue
			}
			first := (best + 1) % k
			noise := func(i int) float64 { return math.Sqrt(variance[i]) / max(mean[best]-mean[i], rule.Epsilon) }
			share := make([]float64, k)
			root, sum := 0.0, 0.0
			for i := range k {
				if i != best {
					share[i] = math.Pow(noise(i)/noise(first), 2)
					root += share[i] * share[i] / variance[i]
					sum += share[i]
				}
			}
			share[best] = math.Sqrt(variance[best]) * math.Sqrt(root)
			sum += share[best]
			starves := func(i int) float64 { return share[i]/sum*total - n[i] }
			most := math.Inf(-1)
			for i := range k {
				most = max(most, starves(i))
			}
			right = right || starves(got) > most-1e-6
		}
		if !right {
			t.Fatalf("edge %d of %d does not starve most", got, k)
		}
	}
}
