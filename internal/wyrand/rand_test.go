package wyrand

import "testing"

// Equal seeds give these numbers for ever: recorded games and measurements name their seeds.
func TestNumbersStay(t *testing.T) {
	r := New(1)
	for i, want := range []uint64{0xcc66d0356f3a5d8f, 0xe4895c5b00b205e7, 0xb601d1825fe03b12} {
		if got := r.Uint64(); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
}

// Every number below n comes, about equally often: 4.9 standard deviations either way.
func TestIntN(t *testing.T) {
	r := New(7)
	const n, draws = 12, 120000
	var seen [n]int
	for range draws {
		seen[r.IntN(n)]++
	}
	for i, k := range seen {
		if k < draws/n-470 || k > draws/n+470 {
			t.Errorf("%d was drawn %d times of %d", i, k, draws)
		}
	}
}
