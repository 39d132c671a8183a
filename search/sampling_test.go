package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search/stat"
)

// sampled is a node with edges that had the given rewards, in steps of 1/1024.
func sampled(rewards ...[]int) *Edges {
	e := &Edges{Mean: 0.5}
	for i, rs := range rewards {
		e.Moves = append(e.Moves, Move(i))
		e.outcomes = append(e.outcomes, 0)
		e.squares = append(e.squares, 0)
		for _, r := range rs {
			reward := stat.One + Stat(r)
			e.outcomes[i] += reward
			e.squares[i] += stat.Squared(reward)
			e.Visits++
		}
	}
	return e
}

// played are so many wins, draws and losses as rewards.
func played(wins, draws, losses int) (rewards []int) {
	for k, n := range []int{losses, draws, wins} {
		for range n {
			rewards = append(rewards, 512*k)
		}
	}
	return rewards
}

// randomNode has 1 to 12 edges of games won, drawn and lost, some without any, some equal.
func randomNode(r *rand.Rand, least int) *Edges {
	rewards := make([][]int, 1+r.IntN(12))
	for i := range rewards {
		switch {
		case i > 0 && r.IntN(4) == 0:
			rewards[i] = rewards[r.IntN(i)]
		case r.IntN(4) == 0: // all alike
			rewards[i] = make([]int, least+r.IntN(20))
			for k, x := 0, 512*r.IntN(3); k < len(rewards[i]); k++ {
				rewards[i][k] = x
			}
		default:
			rewards[i] = played(least+r.IntN(10), r.IntN(3), r.IntN(30))
		}
	}
	return sampled(rewards...)
}

// newAOAP, newOCBA and newTTTS have the constants of Zhang, Peng and Xu; AOAP breaks ties at random.
func newAOAP() AOAP { return AOAP{Bayes: NewBayes(), RandomTies: true} }
func newOCBA() OCBA { return OCBA{Epsilon: 1e-5} }
func newTTTS() TTTS { return TTTS{Bayes: NewBayes()} }

// The variance is that of Welford's running sums, and exactly 0 where all rewards are equal.
func TestVarianceIsWelfords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		rewards := make([]int, 1+r.IntN(2000))
		base, width := r.IntN(1000), 1+r.IntN(25)
		mean, m2 := 0.0, 0.0
		for i := range rewards {
			rewards[i] = base + r.IntN(width)
			x := float64(rewards[i]) / 1024
			d := x - mean
			mean += d / float64(i+1)
			m2 += d * (x - mean)
		}
		e := sampled(rewards)
		n, gotMean, variance := e.moments(0)
		if n != float64(len(rewards)) || math.Abs(gotMean-mean) > 1e-12 || math.Abs(variance-m2/n) > 1e-13 {
			t.Fatalf("%d rewards: mean %v, variance %v, Welford has %v, %v", len(rewards), gotMean, variance, mean, m2/n)
		}
		if width == 1 && variance != 0 {
			t.Errorf("%d rewards of %d: variance %v", len(rewards), base, variance)
		}
	}
	// As many as there can be: 0.3 and 0.7 in turns, and all 1.
	const many = MaxVisits
	if got := stat.Spread(many, many/2*(300+700), many/2*(300*300+700*700)) / many / many; math.Abs(got-(200.0/1024)*(200.0/1024)) > 1e-15 {
		t.Errorf("variance %v of many", got)
	}
	if got := stat.Spread(many, many<<10, many<<20); got != 0 {
		t.Errorf("variance %v of many wins", got)
	}
	// One word of the two was read before somebody added.
	if got := stat.Spread(2, 2048, 1<<20); got != 0 {
		t.Errorf("variance %v of half an addition", got)
	}
}

// By hand: σ⁰ = 1, Q⁰ = 0.5; 4 playouts, mean 0.75, variance 0.25. n/σ̂² = 16, so v = 1/17,
// m = (0.5 + 12)/17, v⁺ = 1/21. Without playouts the prior stands, except v⁺: ε is small.
func TestPosteriorByHand(t *testing.T) {
	b := Bayes{Mean: 0.5, Deviation: 1, Epsilon: 1e-5}
	for _, c := range []struct {
		n                        int
		mean, variance, m, v, vp float64
	}{
		{4, 0.75, 0.25, 12.5 / 17, 1.0 / 17, 1.0 / 21},
		{0, 0, 0, 0.5, 1, 1 / (1 + 1e5)},
		{10, 1, 0, (0.5 + 1e6) / (1 + 1e6), 1 / (1 + 1e6), 1 / (1 + 1.1e6)},
	} {
		if m, v, vp := b.Posterior(c.n, c.mean, c.variance); math.Abs(m-c.m) > 1e-12 || math.Abs(v-c.v) > 1e-12 || math.Abs(vp-c.vp) > 1e-12 {
			t.Errorf("%d playouts: %v %v %v, want %v %v %v", c.n, m, v, vp, c.m, c.v, c.vp)
		}
	}
	for _, bad := range []Bayes{
		{},
		{Deviation: 1},
		{Epsilon: 1},
		{Deviation: math.Inf(1), Epsilon: 1},
		{Mean: math.NaN(), Deviation: 1, Epsilon: 1},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
	if err := NewBayes().Validate(); err != nil {
		t.Error(err)
	}
	// A tree asks its rule, and those within it.
	for _, rule := range []Rule{
		AOAP{},
		TTTS{Bayes: Bayes{Mean: 1e200, Deviation: 1, Epsilon: 1}},
		OCBA{},
		AtLeast{Rule: AOAP{}},
		Models{Own: newAOAP(), Opponent: AtLeast{Rule: OCBA{Epsilon: 2}}},
		&Models{Own: TTTS{}, Opponent: AtRandom{}},
	} {
		if _, err := New(small(1), Parts{Rule: rule, Leaf: random}, emptyTicTacToe()); err == nil {
			t.Errorf("a tree takes %+v", rule)
		}
	}
}

// By hand, with a prior so wide that m = Q̄ and v = σ̂²/N:
//
//	a: 8 of 16 won: m 0.5,  v 1/64, v⁺ 1/68
//	b: 4 of 16:     m 0.25, v 3/256
//	c: 3 of 4:      m 0.75, v 3/64, v⁺ 3/80
//
// c is best. Pairs: a 0.0625/(3/64+1/64) = 1, b 0.25/(3/64+3/256) = 4.267. Scores: c, of a:
// 0.0625/(3/80+1/64) = 1.176; a, of itself: 0.0625/(3/64+1/68) = 1.015; b, of a: 1.
//
// With 8 more visits of c, 6 of them won, v is 1/64 and v⁺ 3/208: a's pair is 2, c scores
// 0.0625/(3/208+1/64) = 2.080 and a 0.0625/(1/64+1/68) = 2.061. With c at 18 of 24, v is 1/128
// and v⁺ 0.1875/25: c 2.703, a 0.0625/(1/128+1/68) = 2.776.
func TestAOAPByHand(t *testing.T) {
	rule := AOAP{Bayes: Bayes{Deviation: 1e6, Epsilon: 1e-5}}
	for _, c := range []struct{ won, of, want int }{{3, 4, 2}, {9, 12, 2}, {18, 24, 0}} {
		e := sampled(played(8, 0, 8), played(4, 0, 12), played(c.won, 0, c.of-c.won))
		if got := always(t, rule, e); got != c.want {
			t.Errorf("c %d of %d: edge %d, want %d", c.won, c.of, got, c.want)
		}
	}
	// All alike: the least tried has the largest v/N. At random it is any.
	rule.Deviation = 1e200
	tied := sampled(played(5, 0, 5), played(4, 0, 4), played(6, 0, 6))
	for _, c := range []struct {
		random bool
		want   int
	}{{false, 1}, {true, 3}} {
		rule.RandomTies = c.random
		seen := map[int]bool{}
		for seed := range uint64(40) {
			r := wyrand.New(seed)
			seen[rule.Select(tied, &r)] = true
		}
		if len(seen) != c.want || !seen[1] {
			t.Errorf("ties, at random %v: edges %v", c.random, seen)
		}
	}
}

// scoresOfAOAP are equations (3) and (4) as they stand, for a given best move.
func scoresOfAOAP(b Bayes, e *Edges, best int) []float64 {
	k := e.Len()
	m, v, vp := make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range k {
		n, mean, variance := e.moments(i)
		m[i], v[i], vp[i] = b.Posterior(int(n), mean, variance)
	}
	pair := func(a int, vBest, vA float64) float64 { return (m[best] - m[a]) * (m[best] - m[a]) / (vBest + vA) }
	scores := make([]float64, k)
	for i := range scores {
		scores[i] = math.Inf(1)
		for a := range k {
			switch {
			case a == best:
			case i == best:
				scores[i] = min(scores[i], pair(a, vp[best], v[a]))
			case i == a:
				scores[i] = min(scores[i], pair(a, v[best], vp[a]))
			default:
				scores[i] = min(scores[i], pair(a, v[best], v[a]))
			}
		}
	}
	return scores
}

// What AOAP selects has the largest score, on random nodes with ties, zero variances and moves
// without visits; of equals it has the largest v/N, or is any of them.
func TestAOAPIsItsEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	b := NewBayes()
	posterior := func(e *Edges, i int) (m, v, n float64) {
		n, mean, variance := e.moments(i)
		m, v, _ = b.Posterior(int(n), mean, variance)
		return m, v, n
	}
	// among are the first of some by value, and of these by v/N.
	among := func(e *Edges, value func(i int) float64) map[int]bool {
		top, rare := math.Inf(-1), math.Inf(-1)
		for i := range e.Len() {
			top = max(top, value(i))
		}
		for i := range e.Len() {
			if _, v, n := posterior(e, i); value(i) == top {
				rare = max(rare, v/n)
			}
		}
		set := map[int]bool{}
		for i := range e.Len() {
			if _, v, n := posterior(e, i); value(i) == top && (v/n == rare || math.Abs(v/n-rare) < 1e-12*rare) {
				set[i] = true
			}
		}
		return set
	}
	// all are all that are first by value.
	all := func(e *Edges, value func(i int) float64) map[int]bool {
		set := map[int]bool{0: true}
		for i := 1; i < e.Len(); i++ {
			for top := range set {
				if value(i) > value(top) {
					clear(set)
				}
				if value(i) >= value(top) {
					set[i] = true
				}
				break // they are equal
			}
		}
		return set
	}
	for n := range 10000 {
		e := randomNode(r, r.IntN(3))
		random, first := n%2 == 1, among
		if random {
			first = all
		}
		right := map[int]bool{}
		for best := range first(e, func(i int) float64 { m, _, _ := posterior(e, i); return m }) {
			scores := scoresOfAOAP(b, e, best)
			for i := range first(e, func(i int) float64 { return scores[i] }) {
				right[i] = true
			}
		}
		seen := map[int]bool{}
		rand := wyrand.New(r.Uint64())
		for range 1 + n%2*4*e.Len() {
			got := (AOAP{Bayes: b, RandomTies: random}).Select(e, &rand)
			if !right[got] {
				t.Fatalf("random ties %v: edge %d of %d, want one of %v", random, got, e.Len(), right)
			}
			seen[got] = true
		}
		if random && len(right) > 1 && len(seen) == 1 && e.Len() > 8 {
			t.Fatalf("of the equals %v only %v was taken", right, seen)
		}
	}
}

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

// The most starving move by the ratios as they stand: every share from that of one move, and
// normed afterwards.
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
			n[i], mean[i], variance[i] = e.moments(i)
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

// TTTS selects as often as drawing in the plainest way does.
func TestTTTSIsTopTwo(t *testing.T) {
	const draws = 20000
	r := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		e := randomNode(r, 1)
		k, rule := e.Len(), newTTTS()
		m, s := make([]float64, k), make([]float64, k)
		for i := range k {
			n, mean, variance := e.moments(i)
			m[i], s[i], _ = rule.Posterior(int(n), mean, variance)
			s[i] = math.Sqrt(s[i])
		}
		top := func() (best, second int) {
			best, second = -1, -1
			x := make([]float64, k)
			for i := range x {
				x[i] = m[i] + s[i]*r.NormFloat64()
				switch {
				case best < 0 || x[i] > x[best]:
					best, second = i, best
				case second < 0 || x[i] > x[second]:
					second = i
				}
			}
			return best, second
		}
		plain, got := make([]int, k), make([]int, k)
		rand := wyrand.New(r.Uint64())
		for range draws {
			best, other := top()
			for range 10 {
				if i, _ := top(); i != best {
					other = i
					break
				}
			}
			if k == 1 || r.IntN(2) == 0 {
				other = best
			}
			plain[other]++
			got[rule.Select(e, &rand)]++
		}
		for i := range k {
			// Five standard deviations of a difference of two counts.
			if d := math.Abs(float64(got[i] - plain[i])); d > 5*math.Sqrt(float64(got[i]+plain[i]))+1 {
				t.Errorf("edge %d of %d selected %d times, plainly %d times", i, k, got[i], plain[i])
			}
		}
	}
}

// By hand, N = 16, ln N = 2.7726.
//
//	a: 10 visits, 6 won: σ² 0.24, V = 0.24 + sqrt(0.5545) > 1/4: 0.6 + sqrt(0.27726/4) = 0.8633
//	b: 6 draws: 0.5, σ² 0, V = sqrt(0.924) > 1/4: 0.5 + sqrt(0.4621/4) = 0.8399
//
// V counts when there are many visits, N = 1996, ln N = 7.599:
//
//	a: 1000 visits at 0.54, σ² 0.2484: V > 1/4: 0.54 + sqrt(0.0076/4) = 0.5836
//	b: 996 draws: V = sqrt(0.01526) = 0.1235: 0.5 + sqrt(0.00763·0.1235) = 0.5307
func TestUCB1TunedByHand(t *testing.T) {
	if got := always(t, UCB1Tuned{}, sampled(played(6, 0, 4), played(0, 6, 0))); got != 0 {
		t.Errorf("edge %d, want 0", got)
	}
	if got := always(t, UCB1Tuned{}, sampled(played(6, 0, 4), played(0, 6, 0), nil)); got != 2 {
		t.Errorf("edge %d before the one never tried", got)
	}
	if got := always(t, UCB1Tuned{}, sampled(played(540, 0, 460), played(0, 996, 0))); got != 0 {
		t.Errorf("edge %d, want 0", got)
	}
	// At equal means and visits the one that varies is of interest; to UCB1 both are.
	if got := always(t, UCB1Tuned{}, sampled(played(500, 0, 500), played(0, 1000, 0))); got != 0 {
		t.Errorf("edge %d, want the one that varies", got)
	}
}

// §2 of Zhang, Peng and Xu prints the sample variance: the squared distances from the mean over
// n − 1. With Sample posteriors and choices are those of it.
func TestSampleVariance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	plain, sample := NewBayes(), NewBayes()
	sample.Sample = true
	for range 300 {
		e := randomNode(r, 1)
		for i := range e.Len() {
			n, mean, variance := e.moments(i)
			want := variance
			if n > 1 {
				want *= n / (n - 1)
			}
			m1, v1, after1 := sample.Posterior(int(n), mean, variance)
			m2, v2, after2 := plain.Posterior(int(n), mean, want)
			if m1 != m2 || v1 != v2 || after1 != after2 {
				t.Fatalf("%v playouts of variance %v: %v %v %v, want %v %v %v", n, variance, m1, v1, after1, m2, v2, after2)
			}
			if want == 0 {
				want = sample.Epsilon
			}
			if a := sample.look(e, true)[i]; !close64(a.variance, want) || !close64(a.m, m2) || !close64(a.v, v2) {
				t.Fatalf("%v playouts of variance %v: seen as %+v, want variance %v, posterior %v %v", n, variance, a, want, m2, v2)
			}
		}
	}
	twice := sampled([]int{0, 1024})
	if a := sample.look(twice, false)[0]; !close64(a.variance, 0.5) { // (¼ + ¼) / 1
		t.Errorf("a loss and a win: variance %v, want 0.5", a.variance)
	}
}

func close64(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
