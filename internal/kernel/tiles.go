package kernel

// block is 16 channels of one point.
type block = [16]float32

// transform names one of Winograd's matrices. It is no function value, since blocks
// handed to one would have to live on the heap.
type transform uint8

const (
	inputTransform   transform = iota // Bᵀ
	inputAdjoint                      // B
	outputTransform3                  // Aᵀ of F(4,3)
	outputTransform5                  // Aᵀ of F(2,5)
	outputAdjoint3                    // A of F(4,3)
	outputAdjoint5                    // A of F(2,5)
)

// apply multiplies the matrix by up to six blocks.
func (t transform) apply(out, in *[6]block) {
	switch t {
	case inputTransform:
		transformInput(out, in)
	case inputAdjoint:
		adjoinInput(out, in)
	case outputTransform3:
		transformOutput3(out, in)
	case outputTransform5:
		transformOutput5(out, in)
	case outputAdjoint3:
		adjoinOutput3(out, in)
	case outputAdjoint5:
		adjoinOutput5(out, in)
	}
}

// The matrices, for the points of interpolation 0, 1, -1, 2, -2 and ∞. With
//
//	     4  0 -5  0  1  0         1  1  1  1  1  0
//	     0 -4 -4  1  1  0    Aᵀ = 0  1 -1  2 -2  0  (F(4,3); F(2,5) has the first two
//	Bᵀ = 0  4 -4 -1  1  0         0  1  1  4  4  0   rows, with a 1 at the second's end)
//	     0 -2 -1  2  1  0         0  1 -1  8 -8  1
//	     0  2 -1 -2  1  0
//	     0  4  0 -5  0  1    G  = row i: fᵢ·(1, pᵢ, pᵢ², …); last row 0 … 0 1
//
// the convolution of a tile d with a filter g is Aᵀ((G g Gᵀ) ⊙ (Bᵀ d B))A.

func transformInput(o, d *[6]block) {
	for i := range d[0] {
		d0, d1, d2, d3, d4, d5 := d[0][i], d[1][i], d[2][i], d[3][i], d[4][i], d[5][i]
		t0, t1, t2, u := d4-4*d2, d3-4*d1, d4-d2, d3-d1
		o[0][i] = d4 - 5*d2 + 4*d0
		o[1][i] = t0 + t1
		o[2][i] = t0 - t1
		o[3][i] = t2 + 2*u
		o[4][i] = t2 - 2*u
		o[5][i] = d5 - 5*d3 + 4*d1
	}
}

func adjoinInput(o, v *[6]block) {
	for i := range v[0] {
		v0, v5 := v[0][i], v[5][i]
		s12, d12, s34, d34 := v[1][i]+v[2][i], v[1][i]-v[2][i], v[3][i]+v[4][i], v[3][i]-v[4][i]
		o[0][i] = 4 * v0
		o[1][i] = 4*v5 - 4*d12 - 2*d34
		o[2][i] = -s34 - 5*v0 - 4*s12
		o[3][i] = d12 + 2*d34 - 5*v5
		o[4][i] = v0 + (s12 + s34)
		o[5][i] = v5
	}
}

func transformOutput3(o, m *[6]block) {
	for i := range m[0] {
		s12, d12, s34, d34 := m[1][i]+m[2][i], m[1][i]-m[2][i], m[3][i]+m[4][i], m[3][i]-m[4][i]
		o[0][i] = m[0][i] + s12 + s34
		o[1][i] = d12 + 2*d34
		o[2][i] = s12 + 4*s34
		o[3][i] = d12 + 8*d34 + m[5][i]
	}
}

func transformOutput5(o, m *[6]block) {
	for i := range m[0] {
		s12, d12, s34, d34 := m[1][i]+m[2][i], m[1][i]-m[2][i], m[3][i]+m[4][i], m[3][i]-m[4][i]
		o[0][i] = m[0][i] + s12 + s34
		o[1][i] = d12 + 2*d34 + m[5][i]
	}
}

func adjoinOutput3(o, y *[6]block) {
	for i := range y[0] {
		y0, y1, y2, y3 := y[0][i], y[1][i], y[2][i], y[3][i]
		even, odd, even4, odd8 := y0+y2, y1+y3, y0+4*y2, 2*y1+8*y3
		o[0][i] = y0
		o[1][i] = even + odd
		o[2][i] = even - odd
		o[3][i] = even4 + odd8
		o[4][i] = even4 - odd8
		o[5][i] = y3
	}
}

func adjoinOutput5(o, y *[6]block) {
	for i := range y[0] {
		y0, y1 := y[0][i], y[1][i]
		o[0][i] = y0
		o[1][i] = y0 + y1
		o[2][i] = y0 - y1
		o[3][i] = y0 + 2*y1
		o[4][i] = y0 - 2*y1
		o[5][i] = y1
	}
}

// gather transforms all tiles of a picture, side×side points each and step apart.
func gather(side, step int, t transform, v, picture []float32, tiles, pitch, plane int) {
	var in, out [6]block
	var half [6][6]block
	for n := range tiles * tiles {
		from := picture[n/tiles*step*pitch+n%tiles*step*16:]
		for j := range side {
			for i := range side {
				in[i] = *(*block)(from[i*pitch+j*16:])
			}
			t.apply(&out, &in)
			for i := range half {
				half[i][j] = out[i]
			}
		}
		for i := range half {
			t.apply(&out, &half[i])
			for j := range out {
				*(*block)(v[(i*6+j)*plane+n*32:]) = out[j]
			}
		}
	}
}

// scatter transforms the tiles back. With a bias the result, with the ReLU if wanted,
// replaces the picture's tiles; without, it is added to them.
func scatter(side, step int, t transform, picture, v []float32, bias *block, tiles, pitch, plane int, relu bool) {
	var in, out [6]block
	var half [6][6]block // [column][row]
	for n := range tiles * tiles {
		for i := range 6 {
			for j := range in {
				in[j] = *(*block)(v[(i*6+j)*plane+n*32:])
			}
			t.apply(&out, &in)
			for j := range side {
				half[j][i] = out[j]
			}
		}
		to := picture[n/tiles*step*pitch+n%tiles*step*16:]
		for j := range side {
			t.apply(&out, &half[j])
			for i := range side {
				p := (*block)(to[i*pitch+j*16:])
				if bias == nil {
					for c, x := range out[i] {
						p[c] += x
					}
					continue
				}
				for c, x := range out[i] {
					x += bias[c]
					if relu && x < 0 {
						x = 0
					}
					p[c] = x
				}
			}
		}
	}
}

// inputTiles computes V = Bᵀ d B.
func inputTiles(step int) func(v, picture, scratch []float32, tiles, pitch, plane int) {
	return func(v, picture, _ []float32, tiles, pitch, plane int) {
		gather(6, step, inputTransform, v, picture, tiles, pitch, plane)
	}
}

// gradTiles computes dM = A dY Aᵀ.
func gradTiles(side int, t transform) func(v, picture, scratch []float32, tiles, pitch, plane int) {
	return func(v, picture, _ []float32, tiles, pitch, plane int) {
		gather(side, side, t, v, picture, tiles, pitch, plane)
	}
}

// outputTiles computes Y = Aᵀ M A + bias, with the ReLU if wanted.
func outputTiles(side int, t transform) func(picture, v, scratch, bias []float32, tiles, pitch, plane int, relu bool) {
	return func(picture, v, _, bias []float32, tiles, pitch, plane int, relu bool) {
		scatter(side, side, t, picture, v, (*block)(bias), tiles, pitch, plane, relu)
	}
}

// spreadTiles adds B dV Bᵀ to the picture: neighbouring tiles overlap.
func spreadTiles(step int) func(picture, v, scratch []float32, tiles, pitch, plane int) {
	return func(picture, v, _ []float32, tiles, pitch, plane int) {
		scatter(6, step, inputAdjoint, picture, v, nil, tiles, pitch, plane, false)
	}
}

// filterMatrix is G for filters of side n. The factors are such that the other two
// matrices are whole numbers.
func filterMatrix(n int) [6][5]float32 {
	var g [6][5]float32
	at := [5]float64{0, 1, -1, 2, -2}
	factor := [5]float64{1. / 4, -1. / 6, -1. / 6, 1. / 24, 1. / 24}
	for i, p := range at {
		x := factor[i]
		for j := range n {
			g[i][j] = float32(x)
			x *= p
		}
	}
	g[5][n-1] = 1
	return g
}

// filterForward computes u = G w Gᵀ of filters of side n.
func filterForward(n int) func(u, w, scratch []float32, rows, tap, row, plane int) {
	g := filterMatrix(n)
	return func(u, w, _ []float32, rows, tap, stride, plane int) {
		var half [5][6]row
		for r := range rows {
			for i := range n {
				for j := range 6 {
					h := &half[i][j]
					clear(h[:])
					for k := range n {
						axpyPortable(h[:], w[(i*n+k)*tap+r*stride:], g[j][k])
					}
				}
			}
			for i := range 6 {
				for j := range 6 {
					h := u[(i*6+j)*plane+r*32:][:32]
					clear(h)
					for k := range n {
						axpyPortable(h, half[k][j][:], g[i][k])
					}
				}
			}
		}
	}
}

// filterBackward computes w = Gᵀ u G of filters of side n.
func filterBackward(n int) func(w, u, scratch []float32, rows, tap, row, plane int) {
	g := filterMatrix(n)
	return func(w, u, _ []float32, rows, tap, stride, plane int) {
		var half [6][5]row
		for r := range rows {
			for i := range 6 {
				for j := range n {
					h := &half[i][j]
					clear(h[:])
					for k := range 6 {
						axpyPortable(h[:], u[(i*6+k)*plane+r*32:], g[k][j])
					}
				}
			}
			for i := range n {
				for j := range n {
					h := w[(i*n+j)*tap+r*stride:][:32]
					clear(h)
					for k := range 6 {
						axpyPortable(h, half[k][j][:], g[k][i])
					}
				}
			}
		}
	}
}
