package nets

import (
	"math"
	"math/rand/v2"
	"testing"
)

// numeric is the central difference of f by the value at x.
func numeric(x *float64, f func() float64) float64 {
	const h = 1e-6
	old := *x
	*x = old + h
	up := f()
	*x = old - h
	down := f()
	*x = old
	return (up - down) / (2 * h)
}

func normal(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// checkGradient compares a gradient with differences of f by the values of x.
func checkGradient(t *testing.T, what string, x, grad []float64, f func() float64) {
	t.Helper()
	if len(x) != len(grad) {
		t.Fatalf("%s: %d values, gradient of %d", what, len(x), len(grad))
	}
	for i := range x {
		want := numeric(&x[i], f)
		if math.Abs(grad[i]-want) > 1e-7+1e-6*math.Abs(want) {
			t.Errorf("%s[%d]: gradient %v, by differences %v", what, i, grad[i], want)
		}
	}
}

// dot makes a scalar of an activation; its gradient by the activation is u.
func dot(u, y []float64) float64 {
	var s float64
	for i, v := range y {
		s += u[i] * v
	}
	return s
}

func TestReferenceConvGradient(t *testing.T) {
	for _, filter := range []int{1, 3, 5} {
		const board, in, out = 4, 2, 3
		rng := rand.New(rand.NewPCG(1, uint64(filter)))
		x, w, b, u := normal(rng, board*board*in), normal(rng, filter*filter*in*out), normal(rng, out), normal(rng, board*board*out)
		f := func() float64 { return dot(u, convForward(x, w, b, board, in, out, filter)) }
		dx, dw, db := convBackward(x, w, u, board, in, out, filter)
		checkGradient(t, "x", x, dx, f)
		checkGradient(t, "weight", w, dw, f)
		checkGradient(t, "bias", b, db, f)
	}
}

// A filter that is 1 at one tap moves the picture by that tap's distance from
// the centre: this fixes which way round the filter lies.
func TestReferenceConvOrientation(t *testing.T) {
	const board = 3
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	w := make([]float64, 9)
	w[0*3+1] = 1 // the tap above the centre
	got := convForward(x, w, []float64{10}, board, 1, 1, 3)
	want := []float64{10, 10, 10, 11, 12, 13, 14, 15, 16}
	if distance(got, want) != 0 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReferenceHeadGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	const points, in = 6, 3
	for _, biases := range []int{1, points} {
		x, w, b, u := normal(rng, points*in), normal(rng, in), normal(rng, biases), normal(rng, points)
		f := func() float64 { return dot(u, headForward(x, w, b)) }
		dx, dw, db := headBackward(x, w, b, u)
		checkGradient(t, "x", x, dx, f)
		checkGradient(t, "weight", w, dw, f)
		checkGradient(t, "bias", b, db, f)
	}
}

func TestReferenceDenseGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	const in, out = 5, 3
	x, w, b, u := normal(rng, in), normal(rng, in*out), normal(rng, out), normal(rng, out)
	f := func() float64 { return dot(u, denseForward(x, w, b)) }
	dx, dw, db := denseBackward(x, w, u)
	checkGradient(t, "x", x, dx, f)
	checkGradient(t, "weight", w, dw, f)
	checkGradient(t, "bias", b, db, f)
}

func TestReferenceLossGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, weight := range []float64{1, -0.5, 0} {
		y := normal(rng, 7)
		_, dy := crossEntropy(y, 4, weight)
		checkGradient(t, "logits", y, dy, func() float64 { l, _ := crossEntropy(y, 4, weight); return l })
	}
	// The loss is a logarithm: −log of the softmax, by hand.
	if l, _ := crossEntropy([]float64{math.Log(1), math.Log(2), math.Log(5)}, 1, 1); math.Abs(l-math.Log(4)) > 1e-15 {
		t.Errorf("loss %v, want log 4", l)
	}
}

func TestReferenceSquaredErrorGradient(t *testing.T) {
	for _, weight := range []float64{1, -0.5, 0} {
		for _, outcome := range []float64{-1, 0, 1} {
			y := []float64{0.3}
			_, dy := squaredError(y[0], outcome, weight)
			checkGradient(t, "y", y, []float64{dy}, func() float64 { l, _ := squaredError(y[0], outcome, weight); return l })
		}
	}
	// Half of the square, by hand: tanh(atanh(0.5)) − (−1) = 1.5.
	if l, _ := squaredError(math.Atanh(0.5), -1, 2); math.Abs(l-2.25) > 1e-15 {
		t.Errorf("loss %v, want 2.25", l)
	}
}

// The whole networks, every parameter.
func TestReferenceValueGradient(t *testing.T) {
	for _, cfg := range []ValueConfig{
		{Board: 2, Planes: 4, Filters: 1, Layers: 2, Hidden: 3},
		{Board: 4, Planes: 4, Filters: 3, Layers: 4, Hidden: 5},
	} {
		v := newValue(t, cfg, 1)
		r := NewValueReference(v)
		x := normal(rand.New(rand.NewPCG(4, 0)), v.Points()*cfg.Planes)
		const outcome, weight = -1, 0.7
		_, grads := r.Gradient(x, outcome, weight)
		for i, q := range v.Params() {
			checkGradient(t, q.Name, r.Param(i), grads[i], func() float64 {
				d := r.Value(x) - outcome
				return weight * d * d / 2
			})
		}
		owners := make([]float64, v.Points())
		for p := range owners {
			owners[p] = []float64{-1, 0.5, 1, 0}[p%4]
		}
		_, grads = r.OwnedGradient(x, outcome, owners, 3, weight)
		for i, q := range v.Params() {
			checkGradient(t, q.Name, r.Param(i), grads[i], func() float64 {
				loss, _ := r.OwnedGradient(x, outcome, owners, 3, weight)
				return loss
			})
		}
	}
}

func TestReferenceNetworkGradient(t *testing.T) {
	for _, cfg := range []PolicyConfig{{Board: 2, Planes: 4, Filters: 1, Layers: 2}, {Board: 4, Planes: 4, Filters: 3, Layers: 4}} {
		p := newPolicy(t, cfg, 1)
		r := NewReference(p)
		x := normal(rand.New(rand.NewPCG(4, 0)), cfg.Points()*cfg.Planes)
		const target, weight = 2, 0.7
		_, grads := r.Gradient(x, target, weight)
		for i, q := range p.Params() {
			checkGradient(t, q.Name, r.Param(i), grads[i], func() float64 {
				l, _ := crossEntropy(r.Logits(x), target, weight)
				return l
			})
		}
	}
}
