package kernel

import "math"

// portable is the kernel in Go. It serves every CPU without an own one and is the
// twin that the assembly is tested against.
var portable = kernels{
	name:         "portable",
	product:      productPortable,
	outer:        outerPortable,
	five:         transformsPortable(tile5, input7, spread7, output5, grad5),
	four:         transformsPortable(tile4, input6, spread6, output4, grad4),
	three:        transformsPortable(tile3, input5, spread5, output3, grad3),
	two:          transformsPortable(tile2, input6, spread6, output2, grad2),
	planeWords:   planeWordsPortable,
	sumTaps32:    sumTapsPortable(32),
	sumTaps16:    sumTapsPortable(16),
	sumPixels:    sumPixelsPortable,
	transpose:    transposePortable,
	sumRows:      sumRowsPortable,
	copyPixels:   copyPixels,
	copyPositive: copyPositive,
	axpy:         axpyPortable,
	scale:        scalePortable,
	dot:          dotPortable,
	sgd:          sgdPortable,
	momentum:     momentumPortable,
	adam:         adamPortable,
	peak:         peakPortable,
	peakSums:     8,
}

// row is a row of 32 floats, the unit of all operands of products.
type row = [32]float32

// productPortable sets c[r][j] = Σₖ a[k/32][r][k%32]·b[k][j]. Three rows and two
// columns at a time are as many sums and products as 16 registers hold. The race detector does not watch it, as it does
// not watch the assembly in its place.
//
//go:norace
func productPortable(c, a, b []float32, rows, depth, stride int) {
	for r := 0; r < rows; r += 3 {
		// A last block of fewer than three rows computes its last row again.
		r1, r2 := min(r+1, rows-1), min(r+2, rows-1)
		c0, c1, c2 := (*row)(c[r*32:]), (*row)(c[r1*32:]), (*row)(c[r2*32:])
		for j := 0; j < 32; j += 2 {
			var s00, s01, s10, s11, s20, s21 float32
			for k0 := 0; k0 < depth; k0 += 32 {
				block := a[k0/32*stride:]
				a0, a1, a2 := (*row)(block[r*32:]), (*row)(block[r1*32:]), (*row)(block[r2*32:])
				q := b[k0*32+j:]
				for k := range min(32, depth-k0) {
					b1, b0 := q[k*32+1], q[k*32]
					v0, v1, v2 := a0[k&31], a1[k&31], a2[k&31]
					s00 += v0 * b0
					s01 += v0 * b1
					s10 += v1 * b0
					s11 += v1 * b1
					s20 += v2 * b0
					s21 += v2 * b1
				}
			}
			c0[j], c0[j+1] = s00, s01
			c1[j], c1[j+1] = s10, s11
			c2[j], c2[j+1] = s20, s21
		}
	}
}

// outerPortable sets c[r][j] = Σₜ a[t][r]·b[t][j], or adds the sum to c. The race detector does not watch it either.
//
//go:norace
func outerPortable(c, a, b []float32, rows, depth int, add bool) {
	for r := 0; r < rows; r += 4 {
		// A last block of fewer than four rows computes rows that are not stored:
		// a has 32 columns anyway, and 32 is a multiple of four.
		for j := 0; j < 32; j += 2 {
			var s00, s01, s10, s11, s20, s21, s30, s31 float32
			for t := range depth {
				p, q := (*row)(a[t*32:]), (*row)(b[t*32:])
				b0, b1 := q[j], q[j+1]
				s00 += p[r] * b0
				s01 += p[r] * b1
				s10 += p[r+1] * b0
				s11 += p[r+1] * b1
				s20 += p[r+2] * b0
				s21 += p[r+2] * b1
				s30 += p[r+3] * b0
				s31 += p[r+3] * b1
			}
			s := [8]float32{s00, s01, s10, s11, s20, s21, s30, s31}
			for i := range min(4, rows-r) {
				o := (r+i)*32 + j
				if add {
					c[o] += s[2*i]
					c[o+1] += s[2*i+1]
				} else {
					c[o], c[o+1] = s[2*i], s[2*i+1]
				}
			}
		}
	}
}

// transposePortable goes through src in strips that stay in the cache.
func transposePortable(dst, src []float32, rows, cols, dstRow, srcRow int) {
	const strip = 16
	for i0 := 0; i0 < rows; i0 += strip {
		n := min(strip, rows-i0)
		for j := range cols {
			d := dst[j*dstRow+i0:][:n]
			for i := range d {
				d[i] = src[(i0+i)*srcRow+j]
			}
		}
	}
}

func sumRowsPortable(sum, x []float32, rows int) {
	for r := range rows {
		axpyPortable(sum[:32], x[r*32:], 1)
	}
}

// copyPixels copies rows×cols pixels of 16 channels.
func copyPixels(dst, src []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int) {
	for i := range rows {
		for j := range cols {
			copy(dst[i*dstRow+j*dstPixel:][:16], src[i*srcRow+j*srcPixel:][:16])
		}
	}
}

// copyPositive is copyPixels where y, laid out like src, is above zero; elsewhere it
// writes zero. It undoes the ReLU that gave y.
func copyPositive(dst, src, y []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int) {
	for i := range rows {
		for j := range cols {
			at := i*srcRow + j*srcPixel
			d, s, m := (*block)(dst[i*dstRow+j*dstPixel:]), (*block)(src[at:]), (*block)(y[at:])
			for c, v := range s {
				if !(m[c] > 0) {
					v = 0
				}
				d[c] = v
			}
		}
	}
}

func axpyPortable(y, x []float32, a float32) {
	x = x[:len(y)]
	for i, v := range x {
		y[i] += a * v
	}
}

// Magnitudes below which a number becomes zero. Numbers next to zero have fewer digits ("denormal", below 2⁻¹²⁶),
// and many processors take a hundred cycles more for each. The momentum of a unit that has died halves every few
// steps and would be such numbers for good: training became three times slower by and by. Sums of products of two
// numbers are such for numbers below 2⁻⁶³.
const (
	// leastKept of an optimiser's memory. A weight of usual size does not change by smaller numbers.
	leastKept = 0x1p-95
	// leastScaled of a matrix with norm 1. The squares of its products are still normal. A digit of its larger
	// elements is worth more.
	leastScaled = 0x1p-40
)

// kept is x, or zero if its magnitude is below least.
func kept(x, least float32) float32 {
	if x < least && x > -least {
		return 0
	}
	return x
}

func scalePortable(y, x []float32, a float32) {
	x = x[:len(y)]
	for i, v := range x {
		y[i] = kept(a*v, leastScaled)
	}
}

func dotPortable(x, y []float32) float32 {
	y = y[:len(x)]
	var even, odd float32 // two sums, so that an addition need not wait for the last
	i := 0
	for ; i+1 < len(x); i += 2 {
		even += x[i] * y[i]
		odd += x[i+1] * y[i+1]
	}
	if i < len(x) {
		even += x[i] * y[i]
	}
	return even + odd
}

func sgdPortable(w, g []float32, rate, decay float32) {
	g = g[:len(w)]
	for i, d := range g {
		w[i] -= rate * (d + decay*w[i])
	}
}

func momentumPortable(w, v, g []float32, rate, momentum, decay float32) {
	v, g = v[:len(w)], g[:len(w)]
	for i, d := range g {
		u := kept(momentum*v[i]+(d+decay*w[i]), leastKept)
		v[i] = u
		w[i] -= rate * u
	}
}

func adamPortable(w, m, v, g []float32, rate, beta1, beta2, epsilon, decay, scale1, scale2 float32) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	for i, d := range g {
		mean := kept(beta1*m[i]+(1-beta1)*d, leastKept)
		square := kept(beta2*v[i]+(1-beta2)*(d*d), leastKept)
		m[i], v[i] = mean, square
		root := float32(math.Sqrt(float64(square * scale2)))
		w[i] -= rate * (mean*scale1/(root+epsilon) + decay*w[i])
	}
}
