package measure

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/train/traintest"
)

// Games of unequal length whose own rate of hits varies: the 95% interval over
// games must hold the true rate in about 95% of simulated test sets, and the
// interval that takes positions as independent must fail, or the simulation would
// prove nothing.
func TestIntervalCoversClusteredData(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const sets, games, rate = 2000, 60, 0.45
	var covered, naive int
	for range sets {
		var c Clusters
		var hits, n float64
		for range games {
			// A game's rate is uniform within ±0.25 of the true rate; its length does not
			// depend on it, so the expected share is the rate itself.
			p := rate + 0.5*(rng.Float64()-0.5)
			length := 40 + rng.IntN(260)
			sum := 0.0
			for range length {
				if rng.Float64() < p {
					sum++
				}
			}
			c.Add(length, sum)
			hits += sum
			n += float64(length)
		}
		if i := c.Share(0.95); i.Lo <= rate && rate <= i.Hi {
			covered++
		}
		p := hits / n
		if se := math.Sqrt(p * (1 - p) / n); math.Abs(p-rate) <= 1.96*se {
			naive++
		}
	}
	// 2000 sets: the standard error of a coverage of 0.95 is 0.005.
	if got := float64(covered) / sets; got < 0.93 || got > 0.965 {
		t.Errorf("interval over games covers %.3f, want 0.95", got)
	}
	if got := float64(naive) / sets; got > 0.75 {
		t.Errorf("interval over positions covers %.3f: the simulated games are not correlated", got)
	}
}

// With one position a game the formula is the textbook one of a mean.
func TestIntervalOfSinglesIsStudents(t *testing.T) {
	var c Clusters
	for _, x := range []float64{1, 2, 3, 4, 5} {
		c.Add(1, x)
	}
	c.Add(0, 100) // no positions, no game
	got := c.Interval(0.95)
	// s = sqrt(2.5), n = 5, t(0.975, 4) = 2.776445 (any table).
	half := 2.776445 * math.Sqrt(2.5/5)
	if got.Value != 3 || math.Abs(got.Lo-(3-half)) > 1e-5 || math.Abs(got.Hi-(3+half)) > 1e-5 {
		t.Errorf("%+v, want 3 ± %.6f", got, half)
	}
}

func TestIntervalOfOneGameIsUnbounded(t *testing.T) {
	var c Clusters
	c.Add(100, 40)
	if i := c.Interval(0.95); i.Value != 0.4 || !math.IsInf(i.Lo, -1) || !math.IsInf(i.Hi, 1) {
		t.Errorf("%+v", i)
	}
	if i := c.Share(0.95); i.Lo != 0 || i.Hi != 1 {
		t.Errorf("%+v", i)
	}
}

// Where every position is right, or none, in all of a few games, the share is not certain.
func TestShareOfAllOrNone(t *testing.T) {
	for _, c := range []struct {
		games int
		far   float64 // 0.025^(1/games): the exact lower end for so many successes in as many trials
	}{{2, 0.158114}, {10, 0.691503}, {100, 0.963783}} {
		var all, none Clusters
		for range c.games {
			all.Add(3, 3)
			none.Add(3, 0)
		}
		if i := all.Share(0.95); i.Value != 1 || math.Abs(i.Lo-c.far) > 1e-6 || i.Hi != 1 || i.N != c.games {
			t.Errorf("all of %d games: %+v, want from %.6f", c.games, i, c.far)
		}
		if i := none.Share(0.95); i.Value != 0 || i.Lo != 0 || math.Abs(i.Hi-(1-c.far)) > 1e-6 {
			t.Errorf("none of %d games: %+v, want to %.6f", c.games, i, 1-c.far)
		}
	}
}
