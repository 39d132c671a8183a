package wyrand

import (
	"math"
	"testing"
)

// Normal has the normal distribution, in the tails as well.
func TestNormal(t *testing.T) {
	const draws = 2_000_000
	r := New(1)
	counts := map[float64]int{-4: 0, -3: 0, -2: 0, -1: 0, -0.5: 0, 0: 0, 0.3: 0, 1.5: 0, 2.5: 0, 3.6541528853610088: 0, 4.2: 0}
	sum, squares := 0.0, 0.0
	for range draws {
		x := r.Normal()
		sum += x
		squares += x * x
		for end := range counts {
			if x < end {
				counts[end]++
			}
		}
	}
	for end, n := range counts {
		p := 0.5 * math.Erfc(-end/math.Sqrt2)
		if d := math.Abs(float64(n) - p*draws); d > 4.5*math.Sqrt(draws*p*(1-p)) {
			t.Errorf("%d of %d below %v, want %.0f", n, draws, end, p*draws)
		}
	}
	if math.Abs(sum) > 4.5*math.Sqrt(draws) || math.Abs(squares-draws) > 4.5*math.Sqrt(2*draws) {
		t.Errorf("sum %v, squares %v", sum, squares)
	}
}
