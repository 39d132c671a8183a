package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// The singular values of the result lie in the band that the iteration promises,
// and its singular vectors are those of the argument: dstᵀ·g is symmetric and
// positive. The kernels are held against the iteration in float64.
func TestOrthogonalKeepsTheSingularVectors(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, size := range [][2]int{{9, 1}, {9, 9}, {27, 3}, {144, 16}, {250, 33}, {576, 64}, {450, 40}} {
			rows, cols := size[0], size[1]
			t.Run(fmt.Sprintf("%dx%d", rows, cols), func(t *testing.T) {
				g := make([]float32, rows*cols)
				for i := range g {
					g[i] = float32(rng.NormFloat64())
				}
				got := make([]float32, len(g))
				Orthogonal(&Scratch{}, got, g, rows, cols)
				want := orthogonal64(g, rows, cols)
				for i := range got {
					if d := math.Abs(float64(got[i]) - want[i]); !(d < 1e-4) {
						t.Fatalf("value %d is %v, in float64 %v", i, got[i], want[i])
					}
				}
				// The trace of dstᵀ·g is the sum of all s·f(s): between 0.6 and 1.3
				// times the sum of singular values, hence positive and large.
				trace, norm := 0., 0.
				for i := range got {
					trace += float64(got[i]) * float64(g[i])
					norm += float64(got[i]) * float64(got[i])
				}
				if norm < 0.4*float64(cols) || norm > 1.6*float64(cols) {
					t.Errorf("sum of squared singular values %v of %d", norm, cols)
				}
				if trace <= 0 {
					t.Errorf("points away from its argument: %v", trace)
				}
			})
		}
	})
}

// Gradients are nearly of low rank: most singular values are far below the first.
func TestOrthogonalOfNearlyLowRank(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		const rows, cols = 576, 64
		rng := rand.New(rand.NewPCG(3, 4))
		g := make([]float32, rows*cols)
		for rank := range cols {
			size := math.Pow(10, -6*float64(rank)/cols) // six orders of magnitude
			left, right := normal(rng, rows, 1), normal(rng, cols, 1)
			for i := range rows {
				for j := range cols {
					g[i*cols+j] += float32(size * left[i] * right[j])
				}
			}
		}
		got := make([]float32, len(g))
		Orthogonal(&Scratch{}, got, g, rows, cols)
		for i, want := range orthogonal64(g, rows, cols) {
			// The size of a value is about 1/√rows = 0.04.
			if d := math.Abs(float64(got[i]) - want); !(d < 2e-4) {
				t.Fatalf("value %d is %v, in float64 %v", i, got[i], want)
			}
		}
	})
}

// The momentum of a layer that has died falls to nothing by and by. On its way its squares are
// no numbers that a norm can be made of, and what is divided by such a norm grows without bounds.
func TestOrthogonalOfNextToNothingIsFinite(t *testing.T) {
	const rows, cols = 72, 8
	var s Scratch
	rng := rand.New(rand.NewPCG(3, 0))
	left, right := normal(rng, rows, 1), normal(rng, cols, 1)
	for exponent := 0.0; exponent <= 45; exponent += 0.125 {
		g := make([]float32, rows*cols) // of rank one
		for i := range g {
			g[i] = float32(float64(left[i/cols]) * float64(right[i%cols]) * math.Pow(10, -exponent))
		}
		dst := make([]float32, rows*cols)
		Orthogonal(&s, dst, g, rows, cols)
		sum := 0.0
		for _, x := range dst {
			sum += float64(x) * float64(x)
		}
		if !(sum <= 1.6) || exponent < 12 && sum < 0.4 {
			t.Errorf("of 1e-%v: the one singular value is %v, squared", exponent, sum)
		}
	}
}

// The columns of dead units are tiny. They count as zero and do not change the other columns.
func TestOrthogonalOfDeadUnits(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		const rows, cols, alive = 144, 48, 30
		rng := rand.New(rand.NewPCG(5, 6))
		live, dead := make([]float32, rows*cols), make([]float32, rows*cols)
		for i := range live {
			if v := float32(rng.NormFloat64()); i%cols < alive {
				live[i], dead[i] = v, v
			} else {
				dead[i] = v * 1e-15
			}
		}
		want, got := make([]float32, len(live)), make([]float32, len(live))
		Orthogonal(&Scratch{}, want, live, rows, cols)
		Orthogonal(&Scratch{}, got, dead, rows, cols)
		for i, v := range got {
			if v != want[i] || i%cols >= alive && v != 0 {
				t.Fatalf("value %d is %g, with zeros %g", i, v, want[i])
			}
		}
	})
}

func TestOrthogonalOfZeroIsZero(t *testing.T) {
	g := make([]float32, 27*3)
	got := make([]float32, len(g))
	got[1] = 7
	Orthogonal(&Scratch{}, got, g, 27, 3)
	for i, v := range got {
		if v != 0 {
			t.Fatalf("value %d is %v", i, v)
		}
	}
}

// orthogonal64 is the iteration in plain loops.
func orthogonal64(g []float32, rows, cols int) []float64 {
	x := make([]float64, len(g))
	norm := 0.
	for i, v := range g {
		x[i] = float64(v)
		norm += x[i] * x[i]
	}
	for i := range x {
		x[i] /= math.Sqrt(norm)
	}
	times := func(a, b []float64, n, m, k int) []float64 { // [n][m]·[m][k]
		c := make([]float64, n*k)
		for i := range n {
			for j := range m {
				for l := range k {
					c[i*k+l] += a[i*m+j] * b[j*k+l]
				}
			}
		}
		return c
	}
	for range NewtonSteps {
		turned := make([]float64, len(x))
		for i := range rows {
			for j := range cols {
				turned[j*rows+i] = x[i*cols+j]
			}
		}
		a := times(turned, x, cols, rows, cols)
		b := times(a, a, cols, cols, cols)
		for i := range b {
			b[i] = NewtonB*a[i] + NewtonC*b[i]
		}
		y := times(x, b, rows, cols, cols)
		for i := range x {
			x[i] = NewtonA*x[i] + y[i]
		}
	}
	return x
}
