package search

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search/stat"
)

// drawn is a node with the given statistics.
type drawn struct {
	outcomes, values, rave []Stat
	priors                 []float32
}

func (d drawn) edges() *Edges {
	e := &Edges{Mean: 0.5}
	for i := range d.outcomes {
		e.Moves = append(e.Moves, Move(i))
		e.Visits += d.outcomes[i].N()
	}
	e.outcomes, e.values, e.rave = d.outcomes, d.values, d.rave
	for _, p := range d.priors {
		e.priors = append(e.priors, math.Float32bits(p))
	}
	return e
}

// always says which edge the rule selects, whatever chance does.
func always(t *testing.T, r Rule, e *Edges) int {
	t.Helper()
	want := -1
	for seed := range uint64(30) {
		rand := wyrand.New(seed)
		got := r.Select(e, &rand)
		if want >= 0 && got != want {
			t.Fatalf("%+v selects %d or %d by chance", r, want, got)
		}
		want = got
	}
	return want
}

// By hand, c = 1, λ = 0.5, and N(s) = 3+0+1 = 4, so sqrt = 2. Values from −1 to 1:
//
//	a: P 0.5, 3 playouts, 2 won: 1/3; evaluations: mean 0.5 → Q = 0.4167; u = 0.5·2/4 = 0.25 → 0.6667
//	b: P 0.3, none: Q = 0; u = 0.3·2/1 = 0.6 → 0.6
//	c: P 0.2, 1 playout, won: 1; evaluation −0.5 → Q = 0.25; u = 0.2·2/2 = 0.2 → 0.45
//
// With c = 1.2: 0.7167, 0.72, 0.49. Had N(s) been counted with the node's own visit, 5, the
// turn would have come at c = 1.1 already: 0.4167+0.3075 = 0.7242 against 0.7379.
func TestPUCTByHand(t *testing.T) {
	d := drawn{
		outcomes: []Stat{stat.Of(3, 2.0/3), 0, stat.Of(1, 1)},
		values:   []Stat{stat.Of(2, 0.75), 0, stat.Of(1, 0.25)},
		priors:   []float32{0.5, 0.3, 0.2},
	}
	for _, c := range []struct {
		c    float64
		want int
	}{{0.01, 0}, {1, 0}, {1.1, 0}, {1.2, 1}, {5, 1}} {
		p := NewPUCT()
		p.C = c.c
		if got := always(t, p, d.edges()); got != c.want {
			t.Errorf("c %v: edge %d, want %d", c.c, got, c.want)
		}
	}
	for _, c := range []struct {
		lambda float64
		want   [2]float32
	}{{0.5, [2]float32{0.41667, 0.25}}, {1, [2]float32{0.33333, 1}}, {0, [2]float32{0.5, -0.5}}} {
		p := NewPUCT()
		p.Lambda = c.lambda
		e := d.edges()
		for k, i := range []int{0, 2} {
			if got := 2*p.Mean(e, i) - 1; math.Abs(float64(got-c.want[k])) > 2e-3 {
				t.Errorf("λ %v: Q of edge %d is %v, want %v", c.lambda, i, got, c.want[k])
			}
		}
	}
	// With 0.3 less than the mean: −0.3+0.6 = 0.3 falls behind.
	p := NewPUCT()
	p.C, p.Reduction = 1.2, 0.3
	if got := always(t, p, d.edges()); got != 0 {
		t.Errorf("with reduction: edge %d, want 0", got)
	}
	// Before any visit the likeliest move leads.
	if got := always(t, NewPUCT(), drawn{outcomes: make([]Stat, 3), values: make([]Stat, 3), priors: []float32{0.2, 0.5, 0.3}}.edges()); got != 1 {
		t.Errorf("at the first visit edge %d, want 1", got)
	}
}

// By hand, N(s) = 16: ln 16 = 2.7726.
//
//	a: 10 visits, 0.6: Cp·sqrt(2·2.7726/10) = Cp·0.7447
//	b:  6 visits, 0.4: Cp·sqrt(2·2.7726/6)  = Cp·0.9613
//
// b overtakes at Cp = 0.2/0.2167 = 0.923.
func TestUCTByHand(t *testing.T) {
	d := drawn{outcomes: []Stat{stat.Of(10, 0.6), stat.Of(6, 0.4)}}
	for _, c := range []struct {
		cp   float64
		want int
	}{{0, 0}, {math.Sqrt2 / 2, 0}, {0.91, 0}, {0.94, 1}} {
		if got := always(t, UCT{Cp: c.cp}, d.edges()); got != c.want {
			t.Errorf("Cp %v: edge %d, want %d", c.cp, got, c.want)
		}
	}
	if NewUCT().Cp != 1/math.Sqrt2 {
		t.Errorf("Cp %v by default", NewUCT().Cp)
	}
	d.outcomes = append(d.outcomes, 0)
	if got := always(t, UCT{}, d.edges()); got != 2 {
		t.Errorf("edge %d before the one that was never tried", got)
	}
	// With a first-play value the untried move waits while another one scores more: 0.6 + 0.1·0.7446 here.
	for value, want := range map[float64]int{0.6: 0, 0.67: 0, 0.68: 2, 1.1: 2} {
		if got := always(t, UCT{Cp: 0.1, FirstPlay: value}, d.edges()); got != want {
			t.Errorf("first-play value %v: edge %d, want %d", value, got, want)
		}
	}
}

func TestGreedyTakesTheBestMean(t *testing.T) {
	d := drawn{outcomes: []Stat{stat.Of(10, 0.6), stat.Of(6, 0.4), 0}}
	for first, want := range map[float64]int{0.5: 0, 0.7: 2} {
		if got := always(t, Greedy{FirstPlay: first}, d.edges()); got != want {
			t.Errorf("first play %v: edge %d, want %d", first, got, want)
		}
	}
}

// The weight of RAVE is 1 without visits and falls with them, for all schedules.
func TestSchedules(t *testing.T) {
	for _, s := range []Schedule{HandSelected{K: 1000}, OwnVisits{K: 1000}, MinimumMSE{Bias: 0.1}} {
		if b := s.Beta(0, 0, 10); b != 1 {
			t.Errorf("%+v: %v without visits, want 1", s, b)
		}
		last := float32(1)
		for n := 1; n <= 1<<20; n *= 2 {
			b := s.Beta(n, float32(n), 100)
			if b >= last || b <= 0 {
				t.Errorf("%+v: %v after %v at %d visits", s, b, last, n)
			}
			last = b
		}
		if last > 0.02 {
			t.Errorf("%+v: still %v after 2²⁰ visits", s, last)
		}
		if b := s.Beta(10, 10, 0); b != 0 {
			t.Errorf("%+v: %v without RAVE visits, want 0", s, b)
		}
	}
	// k is where both weigh alike.
	if b := (HandSelected{K: 300}).Beta(300, 5, 5); math.Abs(float64(b)-0.5) > 1e-6 {
		t.Errorf("β at k visits is %v", b)
	}
	if b := (OwnVisits{K: 300}).Beta(7, 300, 5); math.Abs(float64(b)-0.5) > 1e-6 {
		t.Errorf("β at k visits of the move is %v", b)
	}
	// 20/(10+20+4·10·20·0.01) = 20/38.
	if b := (MinimumMSE{Bias: 0.1}).Beta(99, 10, 20); math.Abs(float64(b)-20.0/38) > 1e-6 {
		t.Errorf("β is %v, want %v", b, 20.0/38)
	}
}

// The loop that works β out in place selects what the schedules say.
func TestRaveSelectsByItsSchedule(t *testing.T) {
	rand := wyrand.New(1)
	for range 2000 {
		d := drawn{}
		for range 6 {
			n, m := rand.IntN(4)*rand.IntN(30), rand.IntN(3)*rand.IntN(200)
			d.outcomes = append(d.outcomes, stat.Of(n, float32(rand.IntN(1000))/1000))
			d.rave = append(d.rave, stat.Of(m, float32(rand.IntN(1000))/1000))
		}
		for _, s := range []Schedule{HandSelected{K: 50}, OwnVisits{K: 50}, MinimumMSE{Bias: 0.2}} {
			for _, c := range []float64{0, 0.4} {
				v := Rave{Schedule: s, C: c, FirstPlay: 0.45}
				e := d.edges()
				got := v.Select(e, &rand)
				want, top := 0, math.Inf(-1)
				var scores []float64
				for i := range e.Len() {
					q, a := e.Outcome(i), e.Rave(i)
					b := float64(s.Beta(e.Visits, float32(q.N()), float32(a.N())))
					score := 0.0
					switch {
					case q.N() == 0 && a.N() == 0:
						score = v.FirstPlay
					case q.N() == 0:
						score = float64(a.Mean())
					case a.N() == 0:
						score = float64(q.Mean())
					default:
						score = (1-b)*float64(q.Mean()) + b*float64(a.Mean())
					}
					score += c * math.Sqrt(math.Log(float64(max(e.Visits, 1)))/float64(max(q.N(), 1)))
					scores = append(scores, score)
					if score > top {
						want, top = i, score
					}
				}
				if got != want && scores[want]-scores[got] > 1e-5 {
					t.Fatalf("%+v of %v selects %d, want %d", v, scores, got, want)
				}
			}
		}
	}
}

// Rules of different packages may take turns in one tree: each finds its own room again.
func TestScratchIsKeptByType(t *testing.T) {
	type arm struct{ mean float64 }
	e := &Edges{}
	arms, counts := Scratch[arm](e, 3), Scratch[int](e, 5)
	arms[2].mean, counts[0] = 0.5, 7
	if n := testing.AllocsPerRun(10, func() {
		arms, counts = Scratch[arm](e, 3), Scratch[int](e, 1)
	}); n != 0 || len(arms) != 3 || len(counts) != 1 || arms[2].mean != 0.5 || counts[0] != 7 {
		t.Errorf("%v allocations, and %v and %v are there again", n, arms, counts)
	}
	if more := Scratch[arm](e, 4); len(more) != 4 || len(Scratch[arm](e, 2)) != 2 {
		t.Errorf("%d arms, want 4, and then 2", len(more))
	}
}

func TestChoices(t *testing.T) {
	moves := []MoveStat{
		{Visits: 500, Mean: 0.1, LCB: 0.05},
		{Visits: 400, Mean: 0.2, LCB: 0.12},
		{Visits: 3, Mean: 0.9, LCB: -0.3},
		{Visits: 0, Mean: 0, LCB: -1},
		{Visits: 500, Mean: 0.05, LCB: 0},
	}
	for _, c := range []struct {
		choice Choice
		want   int
	}{{MostVisits{}, 0}, {HighestLCB{}, 1}, {HighestMean{}, 2}} {
		if got := c.choice.Choose(moves, 0); got != c.want {
			t.Errorf("%T chooses %d, want %d", c.choice, got, c.want)
		}
		if c.choice.Decided(moves, 1) {
			t.Errorf("%T is decided with a playout left", c.choice)
		}
		if !c.choice.Decided(moves[:1], 1000) {
			t.Errorf("%T is not decided with one move", c.choice)
		}
	}
	if m := []MoveStat{{Visits: 500}, {Visits: 400}}; (MostVisits{}).Decided(m, 100) || !(MostVisits{}).Decided(m, 99) {
		t.Error("100 playouts can make 400 visits 500, 99 cannot")
	}
	// A choice never falls on a move without visits while there is another.
	if got := (HighestMean{}).Choose([]MoveStat{{}, {Visits: 1, Mean: -1}}, 0); got != 1 {
		t.Errorf("chose a move without visits")
	}
}
