package interval

import (
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		points float64
		n      int
		lo, hi float64
	}{{0, 0, 0, 1}, {5, 10, 0.2366, 0.7634}, {0, 10, 0, 0.2775}, {240, 400, 0.5513, 0.6468}} {
		if lo, hi := Wilson(c.points, c.n); math.Abs(lo-c.lo) > 5e-5 || math.Abs(hi-c.hi) > 5e-5 {
			t.Errorf("%v of %d: %.4f to %.4f, want %v to %v", c.points, c.n, lo, hi, c.lo, c.hi)
		}
	}
	for n := 1; n <= 1000; n++ { // nothing lost, or nothing won: one end is open, whatever rounding does
		if _, hi := Wilson(float64(n), n); hi != 1 {
			t.Errorf("%d of %[1]d: to %v", n, hi)
		}
		if lo, _ := Wilson(0, n); lo != 0 {
			t.Errorf("0 of %d: from %v", n, lo)
		}
	}
}
