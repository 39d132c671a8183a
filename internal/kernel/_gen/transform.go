package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
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

// inputTransform is Bᵀ, of six inputs.
func inputTransform(d []reg.VecVirtual) []reg.VecVirtual {
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

// inputAdjoint is B, of six products.
func inputAdjoint(v []reg.VecVirtual) []reg.VecVirtual {
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

// outputTransform3 is Aᵀ of F(4,3), of six products.
func outputTransform3(m []reg.VecVirtual) []reg.VecVirtual {
	s12, d12, s34, d34 := add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
	return []reg.VecVirtual{
		add(add(m[0], s12), s34),
		fma(2, d34, d12),
		fma(4, s34, s12),
		add(fma(8, d34, d12), m[5]),
	}
}

// outputTransform5 is Aᵀ of F(2,5), of six products.
func outputTransform5(m []reg.VecVirtual) []reg.VecVirtual {
	s12, d12, s34, d34 := add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
	return []reg.VecVirtual{add(add(m[0], s12), s34), add(fma(2, d34, d12), m[5])}
}

// outputAdjoint3 is A of F(4,3), of four output gradients.
func outputAdjoint3(y []reg.VecVirtual) []reg.VecVirtual {
	even, odd := add(y[0], y[2]), add(y[1], y[3])
	even4, odd8 := fma(4, y[2], y[0]), fma(8, y[3], scale(2, y[1]))
	return []reg.VecVirtual{
		move(y[0]), add(even, odd), sub(even, odd), add(even4, odd8), sub(even4, odd8), move(y[3]),
	}
}

// outputAdjoint5 is A of F(2,5), of two output gradients.
func outputAdjoint5(y []reg.VecVirtual) []reg.VecVirtual {
	odd2 := scale(2, y[1])
	return []reg.VecVirtual{
		move(y[0]), add(y[0], y[1]), sub(y[0], y[1]), add(y[0], odd2), sub(y[0], odd2), move(y[1]),
	}
}

// The points of interpolation, but for infinity, and the factors that the filter
// transform takes so that the other two need none.
var (
	points  = []float64{0, 1, -1, 2, -2}
	factors = []float64{1. / 4, -1. / 6, -1. / 6, 1. / 24, 1. / 24}
)

// filterMatrix is G for filters of side r.
func filterMatrix(r int) [][]float64 {
	var g [][]float64
	for i, p := range points {
		row, x := make([]float64, r), factors[i]
		for j := range row {
			row[j] = x
			x *= p
		}
		g = append(g, row)
	}
	last := make([]float64, r)
	last[r-1] = 1
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

// step addresses base + j·stride for j up to 5.
type step struct{ one, three, five reg.GPVirtual }

func newStep(stride reg.GPVirtual) step {
	three, five := GP64(), GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, three)
	LEAQ(Mem{Base: stride, Index: stride, Scale: 4}, five)
	return step{stride, three, five}
}

func (s step) at(base reg.Register, j, disp int) Mem {
	m := Mem{Base: base, Disp: disp}
	switch j {
	case 1, 2, 4:
		m.Index, m.Scale = s.one, uint8(j)
	case 3:
		m.Index, m.Scale = s.three, 1
	case 5:
		m.Index, m.Scale = s.five, 1
	}
	return m
}

// advance moves base by six strides.
func (s step) advance(base reg.Register) { LEAQ(Mem{Base: base, Index: s.three, Scale: 2}, base) }

// lane is the place of the vector (i, j) of a 6x6 tile between the two passes of a
// transform.
func lane(scratch reg.Register, i, j int) Mem {
	return Mem{Base: scratch, Disp: (i*6 + j) * width}
}

// gather takes tiles² tiles of side×side pixels, stride pixels apart, from a picture
// of 16 channels, transforms them on both sides and writes the 36 values of each to
// v + point·plane + tile·32.
func gather(name, twin string, side, stride int, t transform) {
	function(name, twin, "func(v, picture, scratch []float32, tiles, pitch, plane int)")
	v, p, scratch := base("v"), base("picture"), base("scratch")
	rows := count("tiles")
	pitch := newStep(bytes("pitch"))
	plane := newStep(bytes("plane"))
	cols, from, to := GP64(), GP64(), GP64()
	loop("row", rows, func() {
		Load(Param("tiles"), cols)
		MOVQ(p, from)
		loop("col", cols, func() {
			for h := range halves {
				o := h * width
				for j := range side {
					var d []reg.VecVirtual
					for i := range side {
						d = append(d, load(pitch.at(from, i, j*64+o)))
					}
					for i, r := range t(d) {
						VMOVUPS(r, lane(scratch, i, j))
					}
				}
				MOVQ(v, to)
				for i := range 6 {
					var d []reg.VecVirtual
					for j := range side {
						d = append(d, load(lane(scratch, i, j)))
					}
					for j, r := range t(d) {
						VMOVUPS(r, plane.at(to, j, o))
					}
					if i < 5 {
						plane.advance(to)
					}
				}
			}
			ADDQ(U32(uint32(stride*64)), from)
			ADDQ(U32(128), v)
		})
		LEAQ(Mem{Base: p, Index: pitch.one, Scale: uint8(stride)}, p)
	})
	finish()
}

// scatter is the way back: the 36 values of each tile, transformed on both sides,
// become side×side pixels, which are added to the picture (add) or get a bias and,
// if wanted, the ReLU.
func scatter(name, twin string, side, stride int, t transform, add bool) {
	if add {
		function(name, twin, "func(picture, v, scratch []float32, tiles, pitch, plane int)")
	} else {
		function(name, twin, "func(picture, v, scratch, bias []float32, tiles, pitch, plane int, relu bool)")
	}
	p, v, scratch := base("picture"), base("v"), base("scratch")
	rows := count("tiles")
	pitch := newStep(bytes("pitch"))
	plane := newStep(bytes("plane"))
	cols, from, to := GP64(), GP64(), GP64()
	var bias reg.Register
	var floor reg.VecVirtual
	if !add { // the floor is 0 with ReLU and -inf without
		bias = base("bias")
		floor = load(constant(math.Inf(-1)))
		relu := Load(Param("relu"), GP8())
		TESTB(relu, relu)
		JZ(LabelRef("linear"))
		zero(floor)
		Label("linear")
	}
	loop("row", rows, func() {
		Load(Param("tiles"), cols)
		MOVQ(p, to)
		loop("col", cols, func() {
			for h := range halves {
				o := h * width
				MOVQ(v, from)
				for i := range 6 {
					var d []reg.VecVirtual
					for j := range 6 {
						d = append(d, load(plane.at(from, j, o)))
					}
					for j, r := range t(d) {
						VMOVUPS(r, lane(scratch, i, j))
					}
					if i < 5 {
						plane.advance(from)
					}
				}
				for j := range side {
					var d []reg.VecVirtual
					for i := range 6 {
						d = append(d, load(lane(scratch, i, j)))
					}
					for i, r := range t(d) {
						pixel := pitch.at(to, i, j*64+o)
						if add {
							VADDPS(pixel, r, r)
						} else {
							VADDPS(Mem{Base: bias, Disp: o}, r, r)
							VMAXPS(r, floor, r) // this order lets a NaN through
						}
						VMOVUPS(r, pixel)
					}
				}
			}
			ADDQ(U32(uint32(stride*64)), to)
			ADDQ(U32(128), v)
		})
		LEAQ(Mem{Base: p, Index: pitch.one, Scale: uint8(stride)}, p)
	})
	finish()
}

// filter transforms rows of 32 filters of side r: G w Gᵀ.
func filter(name string, r int) {
	function(name, "filterForward", "func(u, w, scratch []float32, rows, tap, row, plane int)")
	u, w, scratch := base("u"), base("w"), base("scratch")
	rows, tap, row := count("rows"), bytes("tap"), bytes("row")
	plane := newStep(bytes("plane"))
	from, to, column := GP64(), GP64(), GP64()
	t := dense(filterMatrix(r))
	loop("row", rows, func() {
		for h := range 2 * halves {
			o := h * width
			MOVQ(w, from)
			for i := range r {
				var d []reg.VecVirtual
				for range r {
					d = append(d, load(Mem{Base: from, Disp: o}))
					ADDQ(tap, from)
				}
				for j, x := range t(d) {
					VMOVUPS(x, lane(scratch, i, j))
				}
			}
			MOVQ(u, column)
			for j := range 6 {
				var d []reg.VecVirtual
				for i := range r {
					d = append(d, load(lane(scratch, i, j)))
				}
				MOVQ(column, to)
				for i, x := range t(d) {
					VMOVUPS(x, Mem{Base: to, Disp: o})
					if i < 5 {
						plane.advance(to)
					}
				}
				ADDQ(plane.one, column)
			}
		}
		ADDQ(row, w)
		ADDQ(U32(128), u)
	})
	finish()
}

// filterGrad is the adjoint of filter: Gᵀ u G.
func filterGrad(name string, r int) {
	function(name, "filterBackward", "func(w, u, scratch []float32, rows, tap, row, plane int)")
	w, u, scratch := base("w"), base("u"), base("scratch")
	rows, tap, row := count("rows"), bytes("tap"), bytes("row")
	plane := newStep(bytes("plane"))
	from, to, column := GP64(), GP64(), GP64()
	t := dense(transpose(filterMatrix(r)))
	loop("row", rows, func() {
		for h := range 2 * halves {
			o := h * width
			MOVQ(u, from)
			for i := range 6 {
				var d []reg.VecVirtual
				for j := range 6 {
					d = append(d, load(plane.at(from, j, o)))
				}
				for j, x := range t(d) {
					VMOVUPS(x, lane(scratch, i, j))
				}
				if i < 5 {
					plane.advance(from)
				}
			}
			MOVQ(w, column)
			for j := range r {
				var d []reg.VecVirtual
				for i := range 6 {
					d = append(d, load(lane(scratch, i, j)))
				}
				MOVQ(column, to)
				for i, x := range t(d) {
					VMOVUPS(x, Mem{Base: to, Disp: o})
					if i < r-1 {
						for range r {
							ADDQ(tap, to)
						}
					}
				}
				ADDQ(tap, column)
			}
		}
		ADDQ(row, w)
		ADDQ(U32(128), u)
	})
	finish()
}

// copyPixels copies rows×cols pixels of 16 channels; with mask, the channels at
// which y, laid out like src, is not positive become zero.
func copyPixels(name string, mask bool) {
	if mask {
		function(name, name, "func(dst, src, y []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)")
	} else {
		function(name, name, "func(dst, src []float32, rows, cols, dstRow, dstPixel, srcRow, srcPixel int)")
	}
	dst, src := base("dst"), base("src")
	var y reg.GPVirtual
	if mask {
		y = base("y")
	}
	rows, cols := count("rows"), GP64()
	dstPixel, srcPixel := bytes("dstPixel"), bytes("srcPixel")
	nought := vector()
	zero(nought)
	d, s, m, distance := GP64(), GP64(), GP64(), GP64()
	loop("row", rows, func() {
		Load(Param("cols"), cols)
		MOVQ(dst, d)
		MOVQ(src, s)
		if mask {
			MOVQ(y, m)
		}
		loop("col", cols, func() {
			for h := range halves {
				x := load(Mem{Base: s, Disp: h * width})
				if mask {
					const greater = 30 // quiet
					v := load(Mem{Base: m, Disp: h * width})
					if width == 64 {
						k := K()
						VCMPPS(Imm(greater), nought, v, k)
						VMOVAPS_Z(x, k, x)
					} else {
						k := vector()
						VCMPPS(Imm(greater), nought, v, k)
						VANDPS(k, x, x)
					}
				}
				VMOVUPS(x, Mem{Base: d, Disp: h * width})
			}
			ADDQ(dstPixel, d)
			ADDQ(srcPixel, s)
			if mask {
				ADDQ(srcPixel, m)
			}
		})
		Load(Param("dstRow"), distance)
		LEAQ(Mem{Base: dst, Index: distance, Scale: 4}, dst)
		Load(Param("srcRow"), distance)
		LEAQ(Mem{Base: src, Index: distance, Scale: 4}, src)
		if mask {
			LEAQ(Mem{Base: y, Index: distance, Scale: 4}, y)
		}
	})
	finish()
}
