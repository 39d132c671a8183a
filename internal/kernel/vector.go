package kernel

import "math"

// Axpy adds a·x to y. Both have the same length.
func Axpy(y, x []float32, a float32) {
	x = x[:len(y)]
	for i, v := range x {
		y[i] += a * v
	}
}

// Dot returns the inner product of two slices of the same length.
func Dot(x, y []float32) float32 {
	y = y[:len(x)]
	var sum float32
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// SGD takes one step of stochastic gradient descent with weight decay:
//
//	w -= rate·(g + decay·w)
func SGD(w, g []float32, rate, decay float32) {
	g = g[:len(w)]
	for i, v := range g {
		w[i] -= rate * (v + decay*w[i])
	}
}

// Momentum takes one step of gradient descent with momentum and weight decay; v is
// the velocity, zero at the start:
//
//	v = momentum·v + g + decay·w
//	w -= rate·v
func Momentum(w, v, g []float32, rate, momentum, decay float32) {
	v, g = v[:len(w)], g[:len(w)]
	for i, x := range g {
		u := momentum*v[i] + (x + decay*w[i])
		v[i] = u
		w[i] -= rate * u
	}
}

// AdamRule holds the constants of one step of [Adam].
type AdamRule struct {
	Rate    float32 // step size, 0.001 by default in the paper
	Beta1   float32 // decay of the mean gradient, 0.9
	Beta2   float32 // decay of the mean square, 0.999
	Epsilon float32 // keeps the quotient finite, 1e-8
	Decay   float32 // weight decay apart from the gradient (AdamW), 0 for none
	Step    int     // number of this step, 1 for the first
}

// Adam takes one step of Kingma and Ba (2015) with the decoupled weight decay of
// Loshchilov and Hutter (2019); m and v are the running mean and mean square of the
// gradient, zero at the start:
//
//	m = β₁·m + (1-β₁)·g
//	v = β₂·v + (1-β₂)·g²
//	w -= rate·(m/(1-β₁ⁿ) / (√(v/(1-β₂ⁿ)) + ε) + decay·w)
func Adam(w, m, v, g []float32, r AdamRule) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	s1 := float32(1 / (1 - math.Pow(float64(r.Beta1), float64(r.Step))))
	s2 := float32(1 / (1 - math.Pow(float64(r.Beta2), float64(r.Step))))
	for i, x := range g {
		m[i] = r.Beta1*m[i] + (1-r.Beta1)*x
		v[i] = r.Beta2*v[i] + (1-r.Beta2)*x*x
		w[i] -= r.Rate * (m[i]*s1/(float32(math.Sqrt(float64(v[i]*s2)))+r.Epsilon) + r.Decay*w[i])
	}
}
