package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// lengths straddle the vectors and the loops over them.
var lengths = []int{0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 100, 1000, 1029}

// near compares float32 results with float64 ones, each to a few roundings.
func near(t *testing.T, name string, got []float32, want []float64) {
	t.Helper()
	for i, v := range want {
		if math.Abs(float64(got[i])-v) > 2e-6*(1+math.Abs(v)) {
			t.Fatalf("%s[%d] of %d = %g, want %g", name, i, len(want), got[i], v)
		}
	}
	if len(got) > 0 { // an empty slice may point elsewhere
		checkGuards(t, name, got)
	}
}

func TestAxpyDot(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for _, n := range lengths {
			x, y := normal(rng, n, 1), normal(rng, n, 1)
			x32, y32 := float32s(x), float32s(y)
			sum, size := 0.0, 0.0
			for i := range x {
				sum += x[i] * y[i]
				size += math.Abs(x[i] * y[i])
			}
			if got := float64(Dot(x32, y32)); math.Abs(got-sum) > 1e-6*size {
				t.Errorf("Dot of %d = %g, want %g", n, got, sum)
			}
			Axpy(y32, x32, 0.75)
			for i := range y {
				y[i] += 0.75 * x[i]
			}
			near(t, "Axpy", y32, y)
			near(t, "x", x32, x)
		}
	})
}

func TestSumRows(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, columns := range lengths[1:] {
			for _, rows := range []int{0, 1, 15, 16, 49} {
				x, sum, want := normal(rng, rows*columns, 1), float32s(normal(rng, columns, 1)), make([]float64, columns)
				for i, v := range x {
					want[i%columns] += v
				}
				SumRows(&Scratch{}, sum, float32s(x))
				near(t, "SumRows", sum, want)
			}
		}
	})
}

func TestOptimisers(t *testing.T) {
	const rate, decay = 0.03125, 0.0625 // exact in float32
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 2))
		for _, n := range lengths {
			w, g := normal(rng, n, 1), normal(rng, n, 1)
			w32, g32 := float32s(w), float32s(g)
			SGD(w32, g32, rate, decay)
			for i := range w {
				w[i] -= rate * (g[i] + decay*w[i])
			}
			near(t, "SGD w", w32, w)

			v, v32 := make([]float64, n), guarded(n)
			for range 3 {
				Momentum(w32, v32, g32, rate, 0.875, decay)
				for i := range w {
					v[i] = 0.875*v[i] + g[i] + decay*w[i]
					w[i] -= rate * v[i]
				}
			}
			near(t, "Momentum w", w32, w)
			near(t, "Momentum v", v32, v)
			near(t, "g", g32, g)
		}
	})
}

func TestAdam(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 3))
		for _, n := range lengths {
			w := normal(rng, n, 1)
			m, v := make([]float64, n), make([]float64, n)
			w32, m32, v32 := float32s(w), guarded(n), guarded(n)
			rule := AdamRule{Rate: 0.03125, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Decay: 0.0625}
			b1, b2 := float64(rule.Beta1), float64(rule.Beta2)
			for rule.Step = 1; rule.Step <= 4; rule.Step++ {
				g := normal(rng, n, 1)
				Adam(w32, m32, v32, float32s(g), rule)
				s1, s2 := 1-math.Pow(b1, float64(rule.Step)), 1-math.Pow(b2, float64(rule.Step))
				for i := range w {
					m[i] = b1*m[i] + (1-b1)*g[i]
					v[i] = b2*v[i] + (1-b2)*g[i]*g[i]
					w[i] -= 0.03125 * (m[i]/s1/(math.Sqrt(v[i]/s2)+1e-8) + 0.0625*w[i])
				}
			}
			near(t, "Adam w", w32, w)
			near(t, "Adam m", m32, m)
			near(t, "Adam v", v32, v)
		}
	})
}

// The memory of an optimiser for a dead unit falls to zero. It never holds a tiny number. NaN stays NaN.
func TestMemoryComesToZero(t *testing.T) {
	nan := float32(math.NaN())
	everyKernel(t, func(t *testing.T) {
		const n = 37 // whole blocks and a rest
		w, g := guarded(n), guarded(n)
		velocity, mean, square := guarded(n), guarded(n), guarded(n)
		for i := range n {
			velocity[i], mean[i], square[i] = 1, -1, 1
		}
		velocity[5], mean[6], square[36] = nan, nan, nan
		for step := 1; step <= 1500; step++ {
			Momentum(w, velocity, g, 0, 0.9, 0)
			Adam(w, mean, square, g, AdamRule{Beta1: 0.9, Beta2: 0.95, Epsilon: 1e-8, Step: step})
			for name, x := range map[string][]float32{"velocity": velocity, "mean": mean, "square": square} {
				for i, v := range x {
					if v != 0 && v < leastKept && v > -leastKept {
						t.Fatalf("%s[%d] is %g after %d steps", name, i, v, step)
					}
				}
			}
		}
		for i := range n {
			for name, v := range map[string][2]float32{
				"velocity": {velocity[i], velocity[5]}, "mean": {mean[i], mean[6]}, "square": {square[i], square[36]},
			} {
				if none := v[1] == v[1]; none || v[0] != 0 && v[0] == v[0] {
					t.Errorf("%s[%d] is %g in the end, of no number %g", name, i, v[0], v[1])
				}
			}
		}
	})
}

// TestAdamAtRest: what has no gradient only decays, and epsilon
// holds steps by tiny gradients down.
func TestAdamAtRest(t *testing.T) {
	const epsilon, tiny = 0x1p-10, 0x1p-12
	everyKernel(t, func(t *testing.T) {
		const n = 37 // whole blocks and a rest
		w, m, v, g := guarded(n), guarded(n), guarded(n), guarded(n)
		for i := range n {
			w[i] = 1
			if i%2 == 1 {
				g[i] = tiny
			}
		}
		Adam(w, m, v, g, AdamRule{Rate: 0.5, Beta1: 0.5, Beta2: 0.75, Epsilon: epsilon, Step: 1})
		want := make([]float64, n)
		for i := range want {
			want[i] = 1
			if i%2 == 1 {
				want[i] -= 0.5 * tiny / (tiny + epsilon)
			}
		}
		near(t, "w", w, want)
		for i := range want {
			m[i], v[i] = 0, 0
			g[i], w[i], want[i] = 0, 1, 1-0.5*0.25
		}
		Adam(w, m, v, g, AdamRule{Rate: 0.5, Beta1: 0.5, Beta2: 0.75, Epsilon: epsilon, Decay: 0.25, Step: 1})
		near(t, "w with decay", w, want)
	})
}
