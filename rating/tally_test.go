package rating

import (
	"math"
	"testing"
)

func TestTally(t *testing.T) {
	for _, c := range []struct {
		tally        Tally
		rate, lo, hi float64
		elo          float64
		text         string
	}{
		// Wilson's intervals as textbooks give them.
		{Tally{Wins: 50, Losses: 50}, 0.5, 0.4038, 0.5962, 0, "50-50"},
		{Tally{Wins: 9, Losses: 1}, 0.9, 0.5958, 0.9821, 381.7, "9-1"},
		{Tally{Wins: 10}, 1, 0.7225, 1, math.Inf(1), "10-0"},
		{Tally{Losses: 10}, 0, 0, 0.2775, math.Inf(-1), "0-10"},
		{Tally{Wins: 3, Losses: 1, Draws: 4}, 0.625, 0.3057, 0.8632, 88.74, "3-1-4"},
	} {
		lo, hi := c.tally.Interval()
		near := func(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-3 }
		if !near(c.tally.Winrate(), c.rate) || !near(lo, c.lo) || !near(hi, c.hi) {
			t.Errorf("%v: %.4f (%.4f to %.4f), want %.4f (%.4f to %.4f)", c.tally, c.tally.Winrate(), lo, hi, c.rate, c.lo, c.hi)
		}
		if elo := Elo(c.rate); elo != c.elo && math.Abs(elo-c.elo) > 0.1 {
			t.Errorf("%v: Elo %v, want %v", c.tally, elo, c.elo)
		}
		if c.tally.String() != c.text {
			t.Errorf("%v is written %q", c.text, c.tally.String())
		}
	}
	if lo, hi := (Tally{}).Interval(); lo != 0 || hi != 1 {
		t.Errorf("without games the interval is %v to %v", lo, hi)
	}
}
