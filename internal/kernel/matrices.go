package kernel

// block is 16 channels of one point.
type block = [16]float32

// transform names one of Winograd's matrices. It is no function value, since blocks
// handed to one would have to live on the heap.
type transform uint8

const (
	input7  transform = iota // Bᵀ of seven points
	input6                   // Bᵀ of six points
	input5                   // Bᵀ of five points
	spread7                  // B of seven points
	spread6                  // B of six points
	spread5                  // B of five points
	output5                  // Aᵀ of F(5,3)
	output4                  // Aᵀ of F(4,3)
	output3                  // Aᵀ of F(3,3)
	output2                  // Aᵀ of F(2,5)
	grad5                    // A of F(5,3)
	grad4                    // A of F(4,3)
	grad3                    // A of F(3,3)
	grad2                    // A of F(2,5)
)

// apply multiplies the matrix by up to seven blocks.
func (t transform) apply(out, in *[7]block) {
	switch t {
	case input7:
		transformInput7(out, in)
	case spread7:
		adjoinInput7(out, in)
	case output5:
		transformOutput5(out, in)
	case grad5:
		adjoinOutput5(out, in)
	case input6:
		transformInput6(out, in)
	case input5:
		transformInput5(out, in)
	case spread6:
		adjoinInput6(out, in)
	case spread5:
		adjoinInput5(out, in)
	case output4:
		transformOutput4(out, in)
	case output3:
		transformOutput3(out, in)
	case output2:
		transformOutput2(out, in)
	case grad4:
		adjoinOutput4(out, in)
	case grad3:
		adjoinOutput3(out, in)
	case grad2:
		adjoinOutput2(out, in)
	}
}

// The matrices of F(4,3) and F(2,5), for the points of interpolation 0, 1, -1, 2, -2
// and ∞. With
//
//	     4  0 -5  0  1  0         1  1  1  1  1  0
//	     0 -4 -4  1  1  0    Aᵀ = 0  1 -1  2 -2  0  (F(4,3); F(2,5) has the first two
//	Bᵀ = 0  4 -4 -1  1  0         0  1  1  4  4  0   rows, with a 1 at the second's end)
//	     0 -2 -1  2  1  0         0  1 -1  8 -8  1
//	     0  2 -1 -2  1  0
//	     0  4  0 -5  0  1    G  = row i: fᵢ·(1, pᵢ, pᵢ², …); last row 0 … 0 1
//
// the convolution of a tile d with a filter g is Aᵀ((G g Gᵀ) ⊙ (Bᵀ d B))A. F(3,3) does
// without the point -2:
//
//	     2 -1 -2  1  0         1  1  1  1  0
//	     0 -2 -1  1  0    Aᵀ = 0  1 -1  2  0
//	Bᵀ = 0  2 -3  1  0         0  1  1  4  1
//	     0 -1  0  1  0
//	     0  2 -1 -2  1
//
// F(5,3) has the points -1, 1, 2, -2, ½, -½ and ∞. Row i of its Bᵀ holds the
// coefficients of m(x)/(x-pᵢ), with m(x) = (x²-1)(x²-4)(x²-¼). The last row holds the
// coefficients of m(x).

func transformInput6(o, d *[7]block) {
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

func transformInput5(o, d *[7]block) {
	for i := range d[0] {
		d0, d1, d2, d3, d4 := d[0][i], d[1][i], d[2][i], d[3][i], d[4][i]
		t, u := d3-d1, d3-d2
		o[0][i] = t + 2*(d0-d2)
		o[1][i] = u - 2*d1
		o[2][i] = u + 2*(d1-d2)
		o[3][i] = t
		o[4][i] = d4 - d2 - 2*t
	}
}

func adjoinInput6(o, v *[7]block) {
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

func adjoinInput5(o, v *[7]block) {
	for i := range v[0] {
		v0, v1, v2, v3, v4 := v[0][i], v[1][i], v[2][i], v[3][i], v[4][i]
		s12 := v1 + v2
		o[0][i] = 2 * v0
		o[1][i] = 2*(v4-(v1-v2)) - (v0 + v3)
		o[2][i] = -2*(v0+v2) - (s12 + v4)
		o[3][i] = v0 + s12 + (v3 - 2*v4)
		o[4][i] = v4
	}
}

func transformOutput4(o, m *[7]block) {
	for i := range m[0] {
		s12, d12, s34, d34 := m[1][i]+m[2][i], m[1][i]-m[2][i], m[3][i]+m[4][i], m[3][i]-m[4][i]
		o[0][i] = m[0][i] + s12 + s34
		o[1][i] = d12 + 2*d34
		o[2][i] = s12 + 4*s34
		o[3][i] = d12 + 8*d34 + m[5][i]
	}
}

func transformOutput3(o, m *[7]block) {
	for i := range m[0] {
		m3, s12, d12 := m[3][i], m[1][i]+m[2][i], m[1][i]-m[2][i]
		o[0][i] = m[0][i] + s12 + m3
		o[1][i] = d12 + 2*m3
		o[2][i] = s12 + 4*m3 + m[4][i]
	}
}

func transformOutput2(o, m *[7]block) {
	for i := range m[0] {
		s12, d12, s34, d34 := m[1][i]+m[2][i], m[1][i]-m[2][i], m[3][i]+m[4][i], m[3][i]-m[4][i]
		o[0][i] = m[0][i] + s12 + s34
		o[1][i] = d12 + 2*d34 + m[5][i]
	}
}

func adjoinOutput4(o, y *[7]block) {
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

func adjoinOutput3(o, y *[7]block) {
	for i := range y[0] {
		y0, y1, y2 := y[0][i], y[1][i], y[2][i]
		even := y0 + y2
		o[0][i] = y0
		o[1][i] = even + y1
		o[2][i] = even - y1
		o[3][i] = y0 + 2*y1 + 4*y2
		o[4][i] = y2
	}
}

func adjoinOutput2(o, y *[7]block) {
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

func transformInput7(o, d *[7]block) {
	for i := range d[0] {
		d0, d1, d2, d3, d4, d5, d6 := d[0][i], d[1][i], d[2][i], d[3][i], d[4][i], d[5][i], d[6][i]
		one0, one1 := d0+d4-17./4*d2, d1+d5-17./4*d3
		two0, two1 := d4-5./4*d2+1./4*d0, d5-5./4*d3+1./4*d1
		half0, half1 := d4-5*d2+4*d0, d5-5*d3+4*d1
		o[0][i] = one1 - one0
		o[1][i] = one1 + one0
		o[2][i] = two1 + 2*two0
		o[3][i] = two1 - 2*two0
		o[4][i] = half1 + 1./2*half0
		o[5][i] = half1 - 1./2*half0
		o[6][i] = d6 - d0 + 21./4*(d2-d4)
	}
}

func adjoinInput7(o, v *[7]block) {
	for i := range v[0] {
		v6 := v[6][i]
		s1, d1 := v[1][i]+v[0][i], v[1][i]-v[0][i]
		s2, d2 := v[2][i]+v[3][i], 2*(v[2][i]-v[3][i])
		sh, dh := v[4][i]+v[5][i], 1./2*(v[4][i]-v[5][i])
		o[0][i] = d1 + 1./4*d2 + 4*dh - v6
		o[1][i] = s1 + 1./4*s2 + 4*sh
		o[2][i] = 21./4*v6 - 17./4*d1 - 5./4*d2 - 5*dh
		o[3][i] = -17./4*s1 - 5./4*s2 - 5*sh
		o[4][i] = d1 + (d2 + dh) - 21./4*v6
		o[5][i] = s1 + (s2 + sh)
		o[6][i] = v6
	}
}

func transformOutput5(o, m *[7]block) {
	for i := range m[0] {
		s1, d1 := m[1][i]+m[0][i], m[1][i]-m[0][i]
		s2, d2 := m[2][i]+m[3][i], m[2][i]-m[3][i]
		sh, dh := m[4][i]+m[5][i], m[4][i]-m[5][i]
		o[0][i] = s1 + (s2 + sh)
		o[1][i] = d1 + 2*d2 + 1./2*dh
		o[2][i] = s1 + 4*s2 + 1./4*sh
		o[3][i] = d1 + 8*d2 + 1./8*dh
		o[4][i] = s1 + 16*s2 + 1./16*sh + m[6][i]
	}
}

func adjoinOutput5(o, y *[7]block) {
	for i := range y[0] {
		y0, y1, y2, y3, y4 := y[0][i], y[1][i], y[2][i], y[3][i], y[4][i]
		even, odd := y0+(y2+y4), y1+y3
		even2, odd2 := y0+4*y2+16*y4, 2*y1+8*y3
		evenh, oddh := y0+1./4*y2+1./16*y4, 1./2*y1+1./8*y3
		o[0][i] = even - odd
		o[1][i] = even + odd
		o[2][i] = even2 + odd2
		o[3][i] = even2 - odd2
		o[4][i] = evenh + oddh
		o[5][i] = evenh - oddh
		o[6][i] = y4
	}
}

// filterMatrix is G. The factors are such that the other two matrices are whole
// numbers.
func (t tile) filterMatrix() (g [7][5]float32) {
	at, factor := []float64{0, 1, -1, 2, -2}, []float64{1. / 4, -1. / 6, -1. / 6, 1. / 24, 1. / 24}
	switch t.side() {
	case 7:
		at = []float64{-1, 1, 2, -2, 1. / 2, -1. / 2}
		factor = []float64{2. / 9, -2. / 9, 1. / 45, -1. / 45, 16. / 45, -16. / 45}
	case 5:
		at, factor = at[:4], []float64{1. / 2, -1. / 2, -1. / 6, 1. / 6}
	}
	for i, p := range at {
		x := factor[i]
		for j := range t.filter {
			g[i][j] = float32(x)
			x *= p
		}
	}
	g[len(at)][t.filter-1] = 1
	return g
}
