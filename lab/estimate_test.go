package lab

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Student's sample of 1908 (Cushny and Peebles's hours of sleep gained, the differences of two
// drugs): mean 1.58, 95% interval 0.70 to 2.46.
func TestMeanOfStudentsSleepers(t *testing.T) {
	var m Moments
	for _, x := range []float64{1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4} {
		m.Add(x)
	}
	e := m.Estimate()
	for _, c := range []struct{ got, want, within float64 }{
		{e.Value, 1.58, 1e-9}, {m.Variance(), 1.230 * 1.230, 1e-3}, {e.Lo, 0.7001, 1e-4}, {e.Hi, 2.4599, 1e-4},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestMergedMomentsAreThoseOfTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var whole, merged, part Moments
	sum, n := 0.0, 1000
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 1e6 + rng.NormFloat64() // a plain sum of squares would cancel
		sum += xs[i]
		whole.Add(xs[i])
		part.Add(xs[i])
		if rng.IntN(30) == 0 {
			merged.Merge(part)
			part = Moments{}
		}
	}
	merged.Merge(part)
	mean, squares := sum/float64(n), 0.0
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	for _, m := range []Moments{whole, merged} {
		if m.N != n || math.Abs(m.Mean-mean) > 1e-9*mean || math.Abs(m.M2-squares) > 1e-6*squares {
			t.Errorf("%+v, want mean %v and squares %v", m, mean, squares)
		}
	}
}

func TestEstimates(t *testing.T) {
	half := Share(5, 10)
	for _, c := range []struct{ got, want string }{
		{half.Times(100).Format(1), "50.0 (23.7–76.3)"},
		{Exact(-0.04).Format(1), "0.0"},
		{Exact(-483).Format(0), "−483"},
		{Estimate{Value: -1, Lo: -3, Hi: 1}.Format(0), "−1 (−3 to 1)"},
		{Estimate{Value: 2, Lo: -0.02, Hi: 5.9}.Format(1), "2.0 (0.0–5.9)"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
	if half.Apart(Exact(0.3)) || !half.Apart(Exact(0.8)) || !Exact(0.2).Apart(half) {
		t.Error("estimates are apart where neither interval reaches the other, and only there")
	}
}
