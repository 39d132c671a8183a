package sample

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Every n up to 600 with several keys, exhaustively: each value exactly once.
func TestPermutationIsABijection(t *testing.T) {
	for n := int64(1); n <= 600; n++ {
		for key := range uint64(4) {
			checkBijection(t, n, key)
		}
	}
	checkBijection(t, 1<<16, 1)
	checkBijection(t, 999_983, 2)
}

func checkBijection(t *testing.T, n int64, key uint64) {
	t.Helper()
	p, err := NewPermutation(n, key)
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]bool, n)
	for i := range n {
		x := p.At(i)
		if x < 0 || x >= n || seen[x] {
			t.Fatalf("n %d, key %d: %d maps to %d, outside or seen before", n, key, i, x)
		}
		seen[x] = true
	}
}

func TestPermutationStaysInsideForLargeN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1<<61).Draw(t, "n")
		p, err := NewPermutation(n, rapid.Uint64().Draw(t, "key"))
		if err != nil {
			t.Fatal(err)
		}
		if x := p.At(rapid.Int64Range(0, n-1).Draw(t, "i")); x < 0 || x >= n {
			t.Fatalf("%d outside [0, %d)", x, n)
		}
	})
}

// Well mixed: neighbours in the order must be as far apart in the data as
// independent draws (mean distance n/3), no serial correlation may show, and each
// stretch of the order must cover the data evenly (χ² over 100 cells).
func TestPermutationIsWellMixed(t *testing.T) {
	const n, take, cells = 3_000_017, 200_000, 100
	for key := range uint64(5) {
		p, err := NewPermutation(n, key)
		if err != nil {
			t.Fatal(err)
		}
		var dist, cov float64
		var counts [cells]float64
		prev := float64(p.At(0))
		for i := int64(1); i <= take; i++ {
			x := float64(p.At(i))
			dist += math.Abs(x - prev)
			cov += (x/n - 0.5) * (prev/n - 0.5)
			counts[int(x*cells/n)]++
			prev = x
		}
		// Standard errors: distance sqrt(1/18)n over sqrt(take) ≈ 0.0005n, doubled for
		// the dependence of neighbours; correlation 1/sqrt(take) ≈ 0.0022.
		if got := dist / take / n; math.Abs(got-1.0/3) > 0.005 {
			t.Errorf("key %d: mean distance of neighbours %.4f n, want 0.3333", key, got)
		}
		if corr := cov / take * 12; math.Abs(corr) > 0.012 {
			t.Errorf("key %d: serial correlation %.4f", key, corr)
		}
		var chi2 float64
		for _, c := range counts {
			chi2 += (c - take/cells) * (c - take/cells) / (take / cells)
		}
		// 99 degrees of freedom: mean 99, deviation 14. Far below would be as
		// suspicious as far above, apart from sampling without replacement (−7 %).
		if chi2 < 40 || chi2 > 180 {
			t.Errorf("key %d: χ² %.0f over %d cells", key, chi2, cells)
		}
	}
}

// All 24 orders of four elements occur about equally often over the keys.
func TestPermutationReachesAllOrders(t *testing.T) {
	counts := map[[4]int64]int{}
	const keys = 24_000
	for key := range uint64(keys) {
		p, err := NewPermutation(4, key)
		if err != nil {
			t.Fatal(err)
		}
		counts[[4]int64{p.At(0), p.At(1), p.At(2), p.At(3)}]++
	}
	if len(counts) != 24 {
		t.Fatalf("%d orders of 24", len(counts))
	}
	for order, n := range counts {
		if n < 600 || n > 1500 {
			t.Errorf("order %v %d times of %d, expected about 1000", order, n, keys)
		}
	}
}

func TestPermutationRefusesNothing(t *testing.T) {
	if _, err := NewPermutation(0, 1); err == nil {
		t.Error("no error for n = 0")
	}
}
