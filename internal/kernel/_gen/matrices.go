package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

// transform is one of the small matrices of Winograd's method applied to vectors:
// it takes as many as the matrix has columns and returns as many as it has rows.
type transform func(d []reg.VecVirtual) []reg.VecVirtual

func add(a, b reg.VecVirtual) reg.VecVirtual { r := vector(); VADDPS(a, b, r); return r }
func sub(a, b reg.VecVirtual) reg.VecVirtual { r := vector(); VSUBPS(b, a, r); return r } // a - b
func move(a reg.VecVirtual) reg.VecVirtual   { r := vector(); VMOVAPS(a, r); return r }

func scale(c float64, a reg.VecVirtual) reg.VecVirtual {
	r := vector()
	VMULPS(constant(c), a, r)
	return r
}

// fma returns acc + c·a.
func fma(c float64, a, acc reg.VecVirtual) reg.VecVirtual {
	r := move(acc)
	VFMADD231PS(constant(c), a, r)
	return r
}

// tile is one way to cut up a board: step×step outputs of a filter of side filter come
// from side×side inputs.
type tile struct {
	filter, step                int
	input, spread, output, grad transform // Bᵀ, B, Aᵀ and A

	// The points of interpolation, but for infinity, and the factors that the filter
	// transform takes so that the other two need none.
	points, factors []float64
}

func (t *tile) side() int { return t.step + t.filter - 1 }

// tiles are those of package kernel.
var tiles = []*tile{
	{3, 5, input7, spread7, output5, grad5, points7, factors7},
	{3, 4, input6, spread6, output4, grad4, points6, factors6},
	{3, 3, input5, spread5, output3, grad3, points5, factors5},
	{5, 2, input6, spread6, output2, grad2, points6, factors6},
}

var (
	points7  = []float64{-1, 1, 2, -2, 1. / 2, -1. / 2}
	factors7 = []float64{2. / 9, -2. / 9, 1. / 45, -1. / 45, 16. / 45, -16. / 45}
	points6  = []float64{0, 1, -1, 2, -2}
	factors6 = []float64{1. / 4, -1. / 6, -1. / 6, 1. / 24, 1. / 24}
	points5  = []float64{0, 1, -1, 2}
	factors5 = []float64{1. / 2, -1. / 2, -1. / 6, 1. / 6}
)

// input6 is Bᵀ, of six inputs.
func input6(d []reg.VecVirtual) []reg.VecVirtual {
	t0 := fma(-4, d[2], d[4])
	t1 := fma(-4, d[1], d[3])
	t2 := sub(d[4], d[2])
	u := sub(d[3], d[1])
	return []reg.VecVirtual{
		fma(4, d[0], fma(-5, d[2], d[4])),
		add(t0, t1),
		sub(t0, t1),
		fma(2, u, t2),
		fma(-2, u, t2),
		fma(4, d[1], fma(-5, d[3], d[5])),
	}
}

// spread6 is B, of six products.
func spread6(v []reg.VecVirtual) []reg.VecVirtual {
	s12, d12, s34, d34 := add(v[1], v[2]), sub(v[1], v[2]), add(v[3], v[4]), sub(v[3], v[4])
	return []reg.VecVirtual{
		scale(4, v[0]),
		fma(-2, d34, fma(-4, d12, scale(4, v[5]))),
		fma(-4, s12, fma(-5, v[0], scale(-1, s34))),
		fma(-5, v[5], fma(2, d34, d12)),
		add(v[0], add(s12, s34)),
		move(v[5]),
	}
}

// output4 is Aᵀ of F(4,3), of six products.
func output4(m []reg.VecVirtual) []reg.VecVirtual {
	s12, d12, s34, d34 := add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
	return []reg.VecVirtual{
		add(add(m[0], s12), s34),
		fma(2, d34, d12),
		fma(4, s34, s12),
		add(fma(8, d34, d12), m[5]),
	}
}

// output2 is Aᵀ of F(2,5), of six products.
func output2(m []reg.VecVirtual) []reg.VecVirtual {
	s12, d12, s34, d34 := add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
	return []reg.VecVirtual{add(add(m[0], s12), s34), add(fma(2, d34, d12), m[5])}
}

// grad4 is A of F(4,3), of four output gradients.
func grad4(y []reg.VecVirtual) []reg.VecVirtual {
	even, odd := add(y[0], y[2]), add(y[1], y[3])
	even4, odd8 := fma(4, y[2], y[0]), fma(8, y[3], scale(2, y[1]))
	return []reg.VecVirtual{
		move(y[0]), add(even, odd), sub(even, odd), add(even4, odd8), sub(even4, odd8), move(y[3]),
	}
}

// grad2 is A of F(2,5), of two output gradients.
func grad2(y []reg.VecVirtual) []reg.VecVirtual {
	odd2 := scale(2, y[1])
	return []reg.VecVirtual{
		move(y[0]), add(y[0], y[1]), sub(y[0], y[1]), add(y[0], odd2), sub(y[0], odd2), move(y[1]),
	}
}

// input5 is Bᵀ of F(3,3), of five inputs.
func input5(d []reg.VecVirtual) []reg.VecVirtual {
	t, u := sub(d[3], d[1]), sub(d[3], d[2])
	return []reg.VecVirtual{
		fma(2, sub(d[0], d[2]), t),
		fma(-2, d[1], u),
		fma(2, sub(d[1], d[2]), u),
		t,
		fma(-2, t, sub(d[4], d[2])),
	}
}

// spread5 is B of F(3,3), of five products.
func spread5(v []reg.VecVirtual) []reg.VecVirtual {
	s12 := add(v[1], v[2])
	return []reg.VecVirtual{
		add(v[0], v[0]),
		fma(2, sub(v[4], sub(v[1], v[2])), scale(-1, add(v[0], v[3]))),
		fma(-2, add(v[0], v[2]), scale(-1, add(s12, v[4]))),
		fma(-2, v[4], add(add(v[0], s12), v[3])),
		move(v[4]),
	}
}

// output3 is Aᵀ of F(3,3), of five products.
func output3(m []reg.VecVirtual) []reg.VecVirtual {
	s12, d12 := add(m[1], m[2]), sub(m[1], m[2])
	return []reg.VecVirtual{
		add(add(m[0], s12), m[3]),
		fma(2, m[3], d12),
		add(fma(4, m[3], s12), m[4]),
	}
}

// grad3 is A of F(3,3), of three output gradients.
func grad3(y []reg.VecVirtual) []reg.VecVirtual {
	even := add(y[0], y[2])
	return []reg.VecVirtual{
		move(y[0]), add(even, y[1]), sub(even, y[1]), fma(4, y[2], fma(2, y[1], y[0])), move(y[2]),
	}
}

// input7 is Bᵀ of F(5,3), of seven inputs.
func input7(d []reg.VecVirtual) []reg.VecVirtual {
	// Even polynomials that vanish at two pairs of points, times 1 and times x.
	one := [2]reg.VecVirtual{fma(-17./4, d[2], add(d[0], d[4])), fma(-17./4, d[3], add(d[1], d[5]))}
	two := [2]reg.VecVirtual{fma(1./4, d[0], fma(-5./4, d[2], d[4])), fma(1./4, d[1], fma(-5./4, d[3], d[5]))}
	half := [2]reg.VecVirtual{fma(4, d[0], fma(-5, d[2], d[4])), fma(4, d[1], fma(-5, d[3], d[5]))}
	return []reg.VecVirtual{
		sub(one[1], one[0]),
		add(one[1], one[0]),
		fma(2, two[0], two[1]),
		fma(-2, two[0], two[1]),
		fma(1./2, half[0], half[1]),
		fma(-1./2, half[0], half[1]),
		fma(21./4, sub(d[2], d[4]), sub(d[6], d[0])),
	}
}

// spread7 is B of F(5,3), of seven products.
func spread7(v []reg.VecVirtual) []reg.VecVirtual {
	s1, d1 := add(v[1], v[0]), sub(v[1], v[0])
	s2, d2 := add(v[2], v[3]), sub(v[2], v[3])
	sh, dh := add(v[4], v[5]), sub(v[4], v[5])
	d2, dh = add(d2, d2), scale(1./2, dh)
	return []reg.VecVirtual{
		sub(fma(4, dh, fma(1./4, d2, d1)), v[6]),
		fma(4, sh, fma(1./4, s2, s1)),
		fma(21./4, v[6], fma(-5, dh, fma(-5./4, d2, scale(-17./4, d1)))),
		fma(-5, sh, fma(-5./4, s2, scale(-17./4, s1))),
		fma(-21./4, v[6], add(d1, add(d2, dh))),
		add(s1, add(s2, sh)),
		move(v[6]),
	}
}

// output5 is Aᵀ of F(5,3), of seven products.
func output5(m []reg.VecVirtual) []reg.VecVirtual {
	s1, d1 := add(m[1], m[0]), sub(m[1], m[0])
	s2, d2 := add(m[2], m[3]), sub(m[2], m[3])
	sh, dh := add(m[4], m[5]), sub(m[4], m[5])
	return []reg.VecVirtual{
		add(s1, add(s2, sh)),
		fma(1./2, dh, fma(2, d2, d1)),
		fma(1./4, sh, fma(4, s2, s1)),
		fma(1./8, dh, fma(8, d2, d1)),
		add(fma(1./16, sh, fma(16, s2, s1)), m[6]),
	}
}

// grad5 is A of F(5,3), of five output gradients.
func grad5(y []reg.VecVirtual) []reg.VecVirtual {
	even, odd := add(y[0], add(y[2], y[4])), add(y[1], y[3])
	even2, odd2 := fma(16, y[4], fma(4, y[2], y[0])), fma(8, y[3], add(y[1], y[1]))
	evenh, oddh := fma(1./16, y[4], fma(1./4, y[2], y[0])), fma(1./8, y[3], scale(1./2, y[1]))
	return []reg.VecVirtual{
		sub(even, odd), add(even, odd), add(even2, odd2), sub(even2, odd2), add(evenh, oddh), sub(evenh, oddh), move(y[4]),
	}
}

// filterMatrix is G.
func (t *tile) filterMatrix() [][]float64 {
	var g [][]float64
	for i, p := range t.points {
		row, x := make([]float64, t.filter), t.factors[i]
		for j := range row {
			row[j] = x
			x *= p
		}
		g = append(g, row)
	}
	last := make([]float64, t.filter)
	last[t.filter-1] = 1
	return append(g, last)
}

func transpose(m [][]float64) [][]float64 {
	t := make([][]float64, len(m[0]))
	for i := range t {
		for j := range m {
			t[i] = append(t[i], m[j][i])
		}
	}
	return t
}

// dense is the transform of any matrix.
func dense(m [][]float64) transform {
	return func(d []reg.VecVirtual) []reg.VecVirtual {
		var out []reg.VecVirtual
		for _, row := range m {
			var acc reg.VecVirtual
			for j, c := range row {
				switch {
				case c == 0:
				case acc == nil:
					acc = scale(c, d[j])
				default:
					VFMADD231PS(constant(c), d[j], acc)
				}
			}
			out = append(out, acc)
		}
		return out
	}
}
