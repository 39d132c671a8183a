package papers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/lab"
)

// The constants of Lai and Robbins's bound and of theorem 1 by hand: for arms of 0.9 and 0.6
// KL(0.6, 0.9) = 0.6·ln(2/3) + 0.4·ln 4 = 0.31125, Δ = 0.3.
func TestBoundsOfRegret(t *testing.T) {
	a := arms{0.9, 0.6}
	if got, want := a.leastGrowth(), 0.3/0.311239; math.Abs(got-want) > 1e-4 {
		t.Errorf("least growth %v, want %v", got, want)
	}
	if got, want := a.bound(math.E), 8/0.3+4.289868*0.3; math.Abs(got-want) > 1e-5 {
		t.Errorf("bound at n = e %v, want %v", got, want)
	}
	if got := a.bound(1000) - a.bound(100); math.Abs(got-8/0.3*math.Ln10) > 1e-9 {
		t.Errorf("the bound grows by %v a decade", got)
	}
}

// meanRegret is that of a policy after so many plays.
func meanRegret(a arms, p policy, plays, replications int) lab.Estimate {
	rng := rand.New(rand.NewPCG(1, 1))
	var m lab.Moments
	for range replications {
		a.play(p, rng, []int{plays}, func(_ int, regret float64) { m.Add(regret) })
	}
	return m.Estimate()
}

// Auer et al., theorem 1 and §4: UCB1 stays below its bound, UCB1-tuned below UCB1, and taking
// the arms by turns loses Δ̄ a play.
func TestRegretOfPolicies(t *testing.T) {
	a := arms{0.9, 0.6}
	plain, tuned := meanRegret(a, ucb1, 2000, 200), meanRegret(a, ucb1Tuned, 2000, 200)
	if plain.Hi > a.bound(2000) || tuned.Hi > plain.Lo {
		t.Errorf("regret of UCB1 %+v, of UCB1-tuned %+v, bound %v", plain, tuned, a.bound(2000))
	}
	if got := meanRegret(a, uniform, 2000, 1); math.Abs(got.Value-300) > 1e-9 {
		t.Errorf("by turns the regret is %v, want 300", got.Value)
	}
	if got := meanRegret(a, greedy(func(int) float64 { return 1 }), 2000, 50); math.Abs(got.Value-300) > 10 {
		t.Errorf("at random the regret is %v, want about 300", got.Value)
	}
}

// The first plays try every arm; then UCB1 takes the largest bound, as computed without the
// shortcuts.
func TestUCB1TakesTheLargestBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		k := 2 + rng.IntN(6)
		c, n := newCounts(k), 0
		for arm := range k {
			for range 1 + rng.IntN(50) {
				c.add(arm, float64(rng.IntN(2)))
				n++
			}
		}
		for _, p := range []struct {
			policy policy
			score  func(i int) float64
		}{
			{ucb1, func(i int) float64 {
				return c.sums[i]/c.plays[i] + math.Sqrt(2*math.Log(float64(n))/c.plays[i])
			}},
			{ucb1Tuned, func(i int) float64 {
				mean := c.sums[i] / c.plays[i]
				v := c.sums[i]/c.plays[i] - mean*mean + math.Sqrt(2*math.Log(float64(n))/c.plays[i])
				return mean + math.Sqrt(math.Log(float64(n))/c.plays[i]*min(0.25, v))
			}},
		} {
			scores := make([]float64, k)
			for i := range scores {
				scores[i] = p.score(i)
			}
			if got := p.policy(c, n, rng); scores[got] < slices.Max(scores)-1e-9 {
				t.Fatalf("arm %d of bounds %v", got, scores)
			}
		}
	}
}

func TestTimesOfRegret(t *testing.T) {
	times, decades := logTimes(1000)
	if want := []int{10, 13, 18, 24, 32, 42, 56, 75, 100, 133, 178, 237, 316, 422, 562, 750, 1000}; !slices.Equal(
		times, want,
	) {
		t.Errorf("times %v", times)
	}
	if len(decades) != 2 || times[decades[0]] != 100 || times[decades[1]] != 1000 {
		t.Errorf("decades %v", decades)
	}
}

// What UCB1 loses is what equal bounds make of it, and its growth tends to the limit only long after
// the plays of the experiment.
func TestExpectedRegretOfUCB1(t *testing.T) {
	a := arms{0.9, 0.6, 0.6}
	if got, want := meanRegret(a, ucb1, 5000, 200), a.expected(5000); math.Abs(got.Value/want-1) > 0.06 {
		t.Errorf("regret %+v, by equal bounds %v", got, want)
	}
	if got, want := a.limit(), 4/0.3; math.Abs(got-want) > 1e-9 {
		t.Errorf("limit %v, want %v", got, want)
	}
	power := a.settled(nearLimit)
	for _, c := range []struct {
		power int
		near  bool
	}{{power, false}, {power + 1, true}, {power + 4, true}} {
		n := math.Pow(10, float64(c.power))
		growth := (a.expected(n) - a.expected(n/10)) / math.Ln10
		if near := math.Abs(growth/a.limit()-1) <= nearLimit; near != c.near {
			t.Errorf("growth up to 10^%d plays %v, limit %v", c.power, growth, a.limit())
		}
	}
}

func TestGrowthAgainstItsLimit(t *testing.T) {
	of := func(values ...float64) (list []lab.Estimate) {
		for _, v := range values {
			list = append(list, lab.Estimate{Value: v, Lo: v - 1, Hi: v + 1, N: 10})
		}
		return list
	}
	for _, c := range []struct {
		growth  []lab.Estimate
		settled bool
		want    string
	}{
		{of(130, 105), true, "near"},
		{of(30, 105), false, "rising"},
		{of(105), false, "only"},
		{of(30, 60), false, "rising"},
		{of(180, 150), true, "falling"},
		{of(150, 151), false, "level"},
	} {
		if got := ucbGrowth(c.growth, 100, c.settled); got != c.want {
			t.Errorf("%v against 100: %s, want %s", c.growth, got, c.want)
		}
	}
}

// Of a hundred replications of regret 1 and one of 100 the one makes half of the mean. A mean of so few
// has a Student interval that reaches below 0, where no regret is.
func TestRareReplicationsAreTold(t *testing.T) {
	p := ucbPoint{Regret: make([]lab.Moments, 1)}
	for i := range 101 {
		x := 1.0
		if i == 100 {
			x = 100
		}
		var one lab.Moments
		one.Add(x)
		p.merge(ucbPoint{Regret: []lab.Moments{one}, Last: []float64{x}})
	}
	if got := worstHundredth(p.Last); got != 0.5 {
		t.Errorf("the worst of %d makes %v of the mean, want half", len(p.Last), got)
	}
	if e := p.regret(0); e.Lo < 0 || p.Regret[0].N != 101 || math.Abs(e.Value-200.0/101) > 1e-9 {
		t.Errorf("%+v", e)
	}
	two := ucbPoint{Regret: make([]lab.Moments, 1)}
	two.Regret[0].Add(0)
	two.Regret[0].Add(100)
	if e := two.regret(0); two.Regret[0].Estimate().Lo >= 0 || e.Lo != 0 || e.Value != 50 {
		t.Errorf("of 0 and 100: %+v", e)
	}
	m := &ucbMeasured{policies: []ucbPolicy{{name: "rash"}}}
	for range ucbSets {
		m.of = append(m.of, []ucbPoint{{Last: []float64{1, 1, 1, 99}}})
	}
	if got, want := m.rare(), "rash with bandits 1, 2, 3, 11, 12, 13 and 14"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The worst policy is not among the best: the regret of byTurns is computed, without replications.
func TestLeastRegretWithoutReplications(t *testing.T) {
	risky, turns := ucbPoint{Regret: make([]lab.Moments, 1)}, ucbPoint{Regret: make([]lab.Moments, 1)}
	for i := range 10_000 {
		regret := 5.0
		if i%200 == 0 {
			regret = 2000
		}
		risky.Regret[0].Add(regret)
		risky.Last = append(risky.Last, regret)
	}
	turns.Regret[0].Add(500)
	m := &ucbMeasured{
		policies: []ucbPolicy{{name: "risky"}, {name: byTurns}}, times: []int{1}, decades: []int{0},
		of: [][]ucbPoint{{risky, turns}},
	}
	if !m.rests(0, 0) {
		t.Fatal("the mean does not rest on few replications, so nothing is tested")
	}
	if got := m.least(0); got != "risky" {
		t.Errorf("%q has the least regret, want risky", got)
	}
}

// A policy of smaller regret in nearly all replications is not shown to be worse by the few that make its mean.
func TestLeastRegretDoesNotRestOnFewReplications(t *testing.T) {
	for often, want := range map[float64]string{5: "one of steady and risky", 12: "steady"} {
		steady, risky := ucbPoint{Regret: make([]lab.Moments, 1)}, ucbPoint{Regret: make([]lab.Moments, 1)}
		for i := range 10_000 {
			x, y := 10+float64(i%2)/10, often
			if i%200 == 0 {
				y = 2000
			}
			steady.Regret[0].Add(x)
			risky.Regret[0].Add(y)
			steady.Last, risky.Last = append(steady.Last, x), append(risky.Last, y)
		}
		if !risky.regret(0).Above(steady.regret(0)) {
			t.Fatal("the means are not apart, so nothing is tested")
		}
		m := &ucbMeasured{
			policies: []ucbPolicy{{name: "steady"}, {name: "risky"}}, times: []int{1}, decades: []int{0},
			of: [][]ucbPoint{{steady, risky}},
		}
		if got := m.least(0); got != want {
			t.Errorf("%g in most replications: %q, want %q", often, got, want)
		}
	}
}
