package kernel

import "math"

// whole splits n into the part that kernels take, a multiple of 16, which may be
// zero.
func whole(n int) int { return n &^ 15 }

// Axpy adds a·x to y. x is at least as long as y.
func Axpy(y, x []float32, a float32) {
	x = x[:len(y)]
	n := whole(len(y))
	if n > 0 {
		active.Load().axpy(y[:n], x[:n], a)
	}
	axpyPortable(y[n:], x[n:], a)
}

// SumRows sets sum to the sum of the rows of x, [rows][len(sum)].
func SumRows(s *Scratch, sum, x []float32) {
	// Rows may be as short as a vector, so many are added at a time.
	wide := 16 * len(sum)
	grow(&s.bias, wide)
	sums := s.bias[:wide]
	clear(sums)
	for ; len(x) >= wide; x = x[wide:] {
		Axpy(sums, x, 1)
	}
	Axpy(sums[:len(x)], x, 1)
	clear(sum)
	for ; len(sums) > 0; sums = sums[len(sum):] {
		Axpy(sum, sums, 1)
	}
}

// Dot returns Σ x·y over the length of x. y is at least as long.
func Dot(x, y []float32) float32 {
	y = y[:len(x)]
	n := whole(len(x))
	var sum float32
	if n > 0 {
		sum = active.Load().dot(x[:n], y[:n])
	}
	return sum + dotPortable(x[n:], y[n:])
}

// SGD takes one step of stochastic gradient descent with weight decay:
//
//	w -= rate·(g + decay·w)
func SGD(w, g []float32, rate, decay float32) {
	g = g[:len(w)]
	n := whole(len(w))
	if n > 0 {
		active.Load().sgd(w[:n], g[:n], rate, decay)
	}
	sgdPortable(w[n:], g[n:], rate, decay)
}

// Momentum takes one step of gradient descent with momentum and weight decay; v is
// the velocity, zero at the start:
//
//	v = momentum·v + g + decay·w
//	w -= rate·v
func Momentum(w, v, g []float32, rate, momentum, decay float32) {
	v, g = v[:len(w)], g[:len(w)]
	n := whole(len(w))
	if n > 0 {
		active.Load().momentum(w[:n], v[:n], g[:n], rate, momentum, decay)
	}
	momentumPortable(w[n:], v[n:], g[n:], rate, momentum, decay)
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
	scale := func(beta float32) float32 {
		return float32(1 / (1 - math.Pow(float64(beta), float64(r.Step))))
	}
	s1, s2 := scale(r.Beta1), scale(r.Beta2)
	n := whole(len(w))
	if n > 0 {
		active.Load().adam(w[:n], m[:n], v[:n], g[:n], r.Rate, r.Beta1, r.Beta2, r.Epsilon, r.Decay, s1, s2)
	}
	adamPortable(w[n:], m[n:], v[n:], g[n:], r.Rate, r.Beta1, r.Beta2, r.Epsilon, r.Decay, s1, s2)
}

// Transpose sets dst[j][i] = src[i][j] for src [rows][cols], both multiples of 8. The rows of dst are dstRow floats
// apart, the rows of src srcRow floats. It copies bits, so the floats may hold words of any kind.
func Transpose(dst, src []float32, rows, cols, dstRow, srcRow int) {
	active.Load().transpose(dst, src, rows, cols, dstRow, srcRow)
}
