package nets

import (
	"math"
	"testing"
)

func TestEvaluateEqualsReference(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range shapes() {
			p := newPolicy(t, cfg, uint64(i))
			const n = 6
			b := newBatch(p, n, uint64(i))
			points := p.Points()
			y, lp, pr := make([]float32, n*points), make([]float32, n*points), evaluate(t, p, b)
			if err := p.Logits(y, b.planes, n); err != nil {
				t.Fatal(err)
			}
			if err := p.LogProbs(lp, b.planes, n); err != nil {
				t.Fatal(err)
			}
			r := NewReference(p)
			for j := range n {
				want := r.Logits(b.reference(p, j))
				if d := distance(y[j*points:(j+1)*points], want); d > 1e-5 {
					t.Errorf("%+v position %d: logits are off by %.2g", cfg, j, d)
				}
				var sum float64
				for q, v := range want {
					loss, _ := crossEntropy(want, q, 1)
					if got := float64(lp[j*points+q]); math.Abs(got+loss) > 1e-4 {
						t.Errorf("%+v position %d point %d (logit %v): log probability %v, want %v", cfg, j, q, v, got, -loss)
					}
					got := float64(pr[j*points+q])
					if math.Abs(got-math.Exp(-loss)) > 1e-5 {
						t.Errorf("%+v position %d point %d: probability %v, want %v", cfg, j, q, got, math.Exp(-loss))
					}
					sum += got
				}
				if math.Abs(sum-1) > 1e-5 {
					t.Errorf("%+v position %d: probabilities sum to %v", cfg, j, sum)
				}
			}
		}
	})
}

// A position's result is the same to the bit alone, in any batch, at any place
// of it, and by any number of threads.
func TestEvaluateDoesNotDependOnTheBatch(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range shapes() {
			p := newPolicy(t, cfg, uint64(i))
			const most = 11
			b := newBatch(p, most, uint64(i))
			points, in := p.Points(), p.Points()*p.Stride()
			alone := make([]float32, most*points)
			for j := range most {
				if err := p.Evaluate(alone[j*points:], b.planes[j*in:], 1); err != nil {
					t.Fatal(err)
				}
			}
			for from := range most {
				for n := range most - from + 1 {
					got := make([]float32, n*points)
					if err := p.EvaluateThreads(got, b.planes[from*in:], n, 1+(from+n)%4); err != nil {
						t.Fatal(err)
					}
					if !sameBits(got, alone[from*points:(from+n)*points]) {
						t.Fatalf("%+v: positions %d to %d together differ from each alone", cfg, from, from+n-1)
					}
				}
			}
		}
	})
}

func TestEvaluateDoesNotAllocate(t *testing.T) {
	p := newPolicy(t, small[2], 1)
	const n = 9
	b := newBatch(p, n, 1)
	out := make([]float32, n*p.Points())
	for _, threads := range []int{1, 2, 8} {
		// Enough runs that workspaces made for goroutines that happen to meet for the
		// first time do not count.
		got := testing.AllocsPerRun(200, func() {
			if err := p.EvaluateThreads(out, b.planes, n, threads); err != nil {
				t.Fatal(err)
			}
		})
		if got != 0 {
			t.Errorf("%v allocations a call of %d threads", got, threads)
		}
	}
}

// Rows far apart, where gorgonia's SoftMax gives NaN because it shifts each row
// by another's maximum, and logits at the ends of float32.
func TestSoftmaxOfExtremes(t *testing.T) {
	top := float32(math.MaxFloat32)
	for _, c := range []struct{ in, want []float64 }{
		{[]float64{200, 0, -10}, []float64{1, math.Exp(-200), math.Exp(-210)}},
		{[]float64{1, 2, 3}, []float64{0.0900305731703805, 0.244728471054798, 0.665240955774822}},
		{[]float64{float64(top), float64(top), -float64(top)}, []float64{0.5, 0.5, 0}},
		{[]float64{-1e30, -1e30, -1e30, -1e30}, []float64{0.25, 0.25, 0.25, 0.25}},
		{[]float64{7}, []float64{1}},
	} {
		var x, l []float32
		for _, v := range c.in {
			x, l = append(x, float32(v)), append(l, float32(v))
		}
		softmaxRow(x)
		logSoftmaxRow(l)
		for i, want := range c.want {
			if math.Abs(float64(x[i])-want) > 2e-7*want+1e-45 {
				t.Errorf("softmax of %v: %v, want %v", c.in, x, c.want)
			}
			if want > 1e-300 && math.Abs(float64(l[i])-math.Log(want)) > 1e-6*(1+math.Abs(math.Log(want))) {
				t.Errorf("log softmax of %v: %v, want the logarithms of %v", c.in, l, c.want)
			}
			if l[i] > 0 || math.IsNaN(float64(l[i])) {
				t.Errorf("log softmax of %v: %v", c.in, l)
			}
		}
	}
}
