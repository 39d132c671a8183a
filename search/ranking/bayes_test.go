package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/search"
)

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
	leaf := func() search.Leaf { return &script{} }
	if _, err := search.New(search.DefaultConfig(), search.Parts{Rule: newAOAP(), Leaf: leaf}, &bandit{arms: 3}); err != nil {
		t.Error(err)
	}
	// A tree asks its rule, and those within it.
	for _, rule := range []search.Rule{
		AOAP{},
		TTTS{Bayes: Bayes{Mean: 1e200, Deviation: 1, Epsilon: 1}},
		OCBA{},
		search.AtLeast{Rule: AOAP{}},
		search.Models{Own: newAOAP(), Opponent: search.AtLeast{Rule: OCBA{Epsilon: 2}}},
		&search.Models{Own: TTTS{}, Opponent: search.AtRandom{}},
	} {
		if _, err := search.New(search.DefaultConfig(), search.Parts{Rule: rule, Leaf: leaf}, &bandit{arms: 3}); err == nil {
			t.Errorf("a tree takes %+v", rule)
		}
	}
}

// §2 of Zhang, Peng and Xu prints the sample variance: the squared distances from the mean over
// n − 1. With Sample, posteriors and choices follow from it.
func TestSampleVariance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	plain, sample := NewBayes(), NewBayes()
	sample.Sample = true
	for range 300 {
		e := randomNode(r, 1)
		for i := range e.Len() {
			n, mean, variance := e.Moments(i)
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
				t.Fatalf("%v playouts of variance %v: seen as variance %v, posterior %v %v, want %v, %v %v",
					n, variance, a.variance, a.m, a.v, want, m2, v2)
			}
		}
	}
	twice := sampled([]int{0, 1024})
	if a := sample.look(twice, false)[0].variance; !close64(a, 0.5) { // (¼ + ¼) / 1
		t.Errorf("a loss and a win: variance %v, want 0.5", a)
	}
}
