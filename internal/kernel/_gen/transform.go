package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// step addresses base + j·stride for j up to 6.
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
	case 6:
		m.Index, m.Scale = s.three, 2
	}
	return m
}

// advance moves base by n strides, five to seven.
func (s step) advance(base reg.Register, n int) {
	switch n {
	case 5:
		ADDQ(s.five, base)
	case 6:
		LEAQ(Mem{Base: base, Index: s.three, Scale: 2}, base)
	case 7:
		LEAQ(Mem{Base: base, Index: s.three, Scale: 2}, base)
		ADDQ(s.one, base)
	}
}

// lane is the place of row i and column j in the lanes, for the vector h of a block.
// Lanes are the columns of one row of tiles between the two passes of a transform:
// they are shared by the tiles that overlap there.
func (t *tile) lane(lanes reg.Register, i, j, h int) Mem {
	return Mem{Base: lanes, Disp: (j*t.side()+i)*64 + h*width}
}

// columns is the distance of n columns of lanes in bytes.
func (t *tile) columns(n int) int { return n * t.side() * 64 }

// nextPixel steps along a row that is left floats before its end.
func nextPixel(left reg.GPVirtual, label string) {
	ADDQ(address("pixel"), left)
	JNZ(LabelRef(label))
}

// rowSize is the number of floats from one row of the board to the next.
func rowSize() reg.GPVirtual {
	r := count("board")
	IMULQ(address("pixel"), r)
	return r
}

// rowEnds returns the ends of n rows of the board, of which the first has the number
// first and begins at start. Rows that are not on the board end where outside ends.
func rowEnds(n int, start reg.GPVirtual, first reg.Register) []reg.GPVirtual {
	ends := make([]reg.GPVirtual, n)
	size, outside, row, end := rowSize(), base("outside"), GP64(), GP64()
	SHLQ(Imm(2), size)
	ADDQ(size, outside)
	MOVQ(first, row)
	MOVQ(start, end)
	for i := range ends {
		ADDQ(size, end)
		ends[i] = GP64()
		MOVQ(end, ends[i])
		CMPQ(row, address("board"))
		CMOVQCC(outside, ends[i]) // unsigned, for the rows above the board
		if i < n-1 {
			INCQ(row)
		}
	}
	return ends
}

// nextTiles goes to the next row of tiles; it ends the loop below the board, or before
// the row of tiles "to".
func (t *tile) nextTiles(start, first reg.GPVirtual, border int, some bool, label string) {
	size := rowSize()
	IMUL3Q(U32(uint32(4*t.step)), size, size)
	ADDQ(size, start)
	ADDQ(Imm(uint64(t.step)), first)
	var end reg.GPVirtual
	if some {
		end = count("to")
		IMUL3Q(U32(uint32(t.step)), end, end)
	} else {
		end = count("board")
	}
	if border > 0 {
		SUBQ(Imm(uint64(border)), end)
	}
	CMPQ(first, end)
	JLT(LabelRef(label))
}

// startTiles returns the address and the number of the first row of the first tiles, or
// of the row of tiles "from".
func (t *tile) startTiles(slice string, border int, some bool) (at, first reg.GPVirtual) {
	at = base(slice)
	if some {
		first = count("from")
		IMUL3Q(U32(uint32(t.step)), first, first)
		if border > 0 {
			SUBQ(Imm(uint64(border)), first)
		}
		size := rowSize()
		IMULQ(first, size)
		LEAQ(Mem{Base: at, Index: size, Scale: 4}, at)
		return at, first
	}
	first = GP64()
	MOVQ(I32(int32(-border)), first)
	if border > 0 {
		size := rowSize()
		IMUL3Q(U32(uint32(4*border)), size, size)
		SUBQ(size, at)
	}
	return at, first
}

// gather takes the tiles of 16 channels of a board, side×side pixels from border
// before it on, multiplies them on both sides by a matrix and writes the values at
// the tile's points to v + point·plane + tile·32. It multiplies all columns of a row
// of tiles first; those beside the board are zero. With a mask, the pixels count
// where y, unless empty, is positive.
func (t *tile) gather(name string, side, border int, matrix transform, mask bool) {
	n := t.side()
	x := "x"
	if mask {
		x = "dy"
		function(fmt.Sprint(name, t.step), name, "func(v, dy, y, lanes, outside []float32, board, pixel, tiles, plane int)")
	} else {
		function(fmt.Sprint(name, t.step), name, "func(v, x, lanes, outside []float32, board, pixel, tiles, from, to, plane int)")
	}

	lanes, nought := base("lanes"), vector()
	zero(nought)
	for o := 0; o < t.columns(border); o += width {
		VMOVUPS(nought, Mem{Base: lanes, Disp: o})
	}
	right, board := count("tiles"), count("board")
	IMUL3Q(U32(uint32(t.step)), right, right)
	ADDQ(Imm(uint64(side-t.step-border)), right)
	SUBQ(board, right)
	IMUL3Q(U32(uint32(t.columns(1))), board, board)
	LEAQ(Mem{Base: lanes, Index: board, Scale: 1, Disp: t.columns(border)}, lanes)
	Label("right")
	DECQ(right)
	JLT(LabelRef("start"))
	for o := 0; o < t.columns(1); o += width {
		VMOVUPS(nought, Mem{Base: lanes, Disp: o})
	}
	ADDQ(U32(uint32(t.columns(1))), lanes)
	JMP(LabelRef("right"))
	Label("start")

	v := base("v")
	from, first := t.startTiles(x, border, !mask)
	Label("row")
	columns := func(label string, pixel func(i int, left reg.GPVirtual, h int) reg.VecVirtual) {
		to, left := base("lanes"), rowSize()
		NEGQ(left)
		if border > 0 {
			ADDQ(U32(uint32(t.columns(border))), to)
		}
		Label(label)
		for h := range halves {
			var d []reg.VecVirtual
			for i := range side {
				d = append(d, pixel(i, left, h))
			}
			for i, r := range matrix(d) {
				VMOVUPS(r, t.lane(to, i, 0, h))
			}
		}
		ADDQ(U32(uint32(t.columns(1))), to)
		nextPixel(left, label)
	}
	at := func(end, left reg.GPVirtual, h int) Mem {
		return Mem{Base: end, Index: left, Scale: 4, Disp: h * width}
	}
	if mask {
		length := Load(Param("y").Len(), GP64())
		TESTQ(length, length)
		JZ(LabelRef("plain"))
		keptV, keptFrom := AllocLocal(8), AllocLocal(8) // the registers are needed
		MOVQ(v, keptV)
		MOVQ(from, keptFrom)
		ends := rowEnds(side, from, first)
		y := base("y")
		ADDQ(from, y)
		SUBQ(address("dy_base"), y)
		masks := rowEnds(side, y, first)
		nought := vector()
		zero(nought)
		columns("masked", func(i int, left reg.GPVirtual, h int) reg.VecVirtual {
			const greater = 30 // quiet
			v, d := load(at(masks[i], left, h)), vector()
			if width == 64 {
				k := K()
				VCMPPS(Imm(greater), nought, v, k)
				VMOVUPS_Z(at(ends[i], left, h), k, d)
			} else {
				VCMPPS(Imm(greater), nought, v, d)
				VANDPS(at(ends[i], left, h), d, d)
			}
			return d
		})
		MOVQ(keptV, v)
		MOVQ(keptFrom, from)
		JMP(LabelRef("tiles"))
		Label("plain")
	}
	ends := rowEnds(side, from, first)
	columns("column", func(i int, left reg.GPVirtual, h int) reg.VecVirtual { return load(at(ends[i], left, h)) })

	Label("tiles")
	plane := newStep(bytes("plane"))
	lanes = base("lanes")
	to := GP64()
	loop("tile", count("tiles"), func() {
		for h := range halves {
			MOVQ(v, to)
			for i := range n {
				var d []reg.VecVirtual
				for j := range side {
					d = append(d, load(t.lane(lanes, i, j, h)))
				}
				for j, r := range matrix(d) {
					VMOVUPS(r, plane.at(to, j, h*width))
				}
				if i < n-1 {
					plane.advance(to, n)
				}
			}
		}
		ADDQ(U32(uint32(t.columns(t.step))), lanes)
		ADDQ(U32(128), v)
	})
	t.nextTiles(from, first, border, !mask, "row")
	finish()
}

// scatter is the way back: the values at the points of each tile, multiplied on both
// sides by a matrix, become side×side pixels from border before the board on. They
// are added up where tiles overlap (add), or get a bias and, if wanted, the ReLU.
// What is not on the board goes outside.
func (t *tile) scatter(name string, side, border int, matrix transform, add bool) {
	n, overlap := t.side(), side-t.step
	y := "y"
	if add {
		y = "dx"
		function(fmt.Sprint(name, t.step), name, "func(dx, v, lanes, outside []float32, board, pixel, tiles, plane int)")
	} else {
		function(fmt.Sprint(name, t.step), name, "func(y, v, lanes, outside, bias []float32, board, pixel, tiles, from, to, plane int, relu bool)")
	}
	if border > 0 { // the first tiles find zeros to add to
		nought, to, pixel, rest := vector(), base(y), bytes("pixel"), count("board")
		zero(nought)
		IMUL3Q(U32(uint32(border)), rest, rest)
		loop("clear", rest, func() {
			for h := range halves {
				VMOVUPS(nought, Mem{Base: to, Disp: h * width})
			}
			ADDQ(pixel, to)
		})
	}
	v := base("v")
	to, first := t.startTiles(y, border, !add)
	Label("row")
	plane := newStep(bytes("plane"))
	lanes, from := base("lanes"), GP64()
	if overlap > 0 {
		nought := vector()
		zero(nought)
		for o := 0; o < t.columns(overlap); o += width {
			VMOVUPS(nought, Mem{Base: lanes, Disp: o})
		}
	}
	loop("tile", count("tiles"), func() {
		for h := range halves {
			MOVQ(v, from)
			for i := range n {
				var d []reg.VecVirtual
				for j := range n {
					d = append(d, load(plane.at(from, j, h*width)))
				}
				for j, r := range matrix(d) {
					if j < overlap {
						VADDPS(t.lane(lanes, i, j, h), r, r)
					}
					VMOVUPS(r, t.lane(lanes, i, j, h))
				}
				if i < n-1 {
					plane.advance(from, n)
				}
			}
		}
		ADDQ(U32(uint32(t.columns(t.step))), lanes)
		ADDQ(U32(128), v)
	})

	ends := rowEnds(side, to, first)
	lanes = base("lanes")
	if border > 0 {
		ADDQ(U32(uint32(t.columns(border))), lanes)
	}
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
	left := rowSize()
	NEGQ(left)
	Label("column")
	for h := range halves {
		var d []reg.VecVirtual
		for i := range n {
			d = append(d, load(t.lane(lanes, i, 0, h)))
		}
		for i, r := range matrix(d) {
			pixel := Mem{Base: ends[i], Index: left, Scale: 4, Disp: h * width}
			switch {
			case i < overlap:
				VADDPS(pixel, r, r)
			case !add:
				VADDPS(Mem{Base: bias, Disp: h * width}, r, r)
				VMAXPS(r, floor, r) // this order lets a NaN through
			}
			VMOVUPS(r, pixel)
		}
	}
	ADDQ(U32(uint32(t.columns(1))), lanes)
	nextPixel(left, "column")
	t.nextTiles(to, first, border, !add, "row")
	finish()
}

// point is the place of the vector (i, j) between the two passes over a filter.
func point(scratch reg.Register, i, j int) Mem {
	return Mem{Base: scratch, Disp: (i*7 + j) * width}
}

// filterForward transforms rows of 32 filters: G w Gᵀ.
func (t *tile) filterForward() {
	function(fmt.Sprint("filter", t.step), "filterForward", "func(u, w, scratch []float32, rows, tap, row, plane int)")
	u, w, scratch := base("u"), base("w"), base("scratch")
	rows, tap, row := count("rows"), bytes("tap"), bytes("row")
	plane := newStep(bytes("plane"))
	from, to, column := GP64(), GP64(), GP64()
	r, matrix := t.filter, dense(t.filterMatrix())
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
				for j, x := range matrix(d) {
					VMOVUPS(x, point(scratch, i, j))
				}
			}
			MOVQ(u, column)
			for j := range t.side() {
				var d []reg.VecVirtual
				for i := range r {
					d = append(d, load(point(scratch, i, j)))
				}
				MOVQ(column, to)
				for i, x := range matrix(d) {
					VMOVUPS(x, Mem{Base: to, Disp: o})
					if i < t.side()-1 {
						plane.advance(to, t.side())
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

// filterBackward is the adjoint of filterForward: Gᵀ u G.
func (t *tile) filterBackward() {
	function(fmt.Sprint("filterGrad", t.step), "filterBackward", "func(w, u, scratch []float32, rows, tap, row, plane int)")
	w, u, scratch := base("w"), base("u"), base("scratch")
	rows, tap, row := count("rows"), bytes("tap"), bytes("row")
	plane := newStep(bytes("plane"))
	from, to, column := GP64(), GP64(), GP64()
	r, matrix := t.filter, dense(transpose(t.filterMatrix()))
	loop("row", rows, func() {
		for h := range 2 * halves {
			o := h * width
			MOVQ(u, from)
			for i := range t.side() {
				var d []reg.VecVirtual
				for j := range t.side() {
					d = append(d, load(plane.at(from, j, o)))
				}
				for j, x := range matrix(d) {
					VMOVUPS(x, point(scratch, i, j))
				}
				if i < t.side()-1 {
					plane.advance(from, t.side())
				}
			}
			MOVQ(w, column)
			for j := range r {
				var d []reg.VecVirtual
				for i := range t.side() {
					d = append(d, load(point(scratch, i, j)))
				}
				MOVQ(column, to)
				for i, x := range matrix(d) {
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
