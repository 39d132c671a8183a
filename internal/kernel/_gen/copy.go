package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

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

// transposeBlocks writes the transpose of a matrix of rows×cols floats, both multiples
// of 8, in squares of 8×8. The squares of 8 columns follow each other, so that the
// lines written to fill up.
func transposeBlocks() {
	function("transposeBlocks", "transposePortable", "func(dst, src []float32, rows, cols, dstRow, srcRow int)")
	dst, src := base("dst"), base("src")
	dstRow, srcRow := newStep(bytes("dstRow")), newStep(bytes("srcRow"))
	rows, cols := GP64(), count("cols")
	// row i of a square of rows that lie s apart
	row := func(s step, at, fifth reg.GPVirtual, i int) Mem {
		if i < 4 {
			return s.at(at, i, 0)
		}
		return s.at(fifth, i-4, 0)
	}
	from, to, fifth := GP64(), GP64(), GP64()
	SHRQ(Imm(3), cols)
	loop("cols", cols, func() {
		MOVQ(src, from)
		MOVQ(dst, to)
		Load(Param("rows"), rows)
		SHRQ(Imm(3), rows)
		loop("rows", rows, func() {
			var x, pairs, fours [8]reg.VecVirtual
			LEAQ(Mem{Base: from, Index: srcRow.one, Scale: 4}, fifth)
			for i := range x {
				x[i], pairs[i], fours[i] = YMM(), YMM(), YMM()
				VMOVUPS(row(srcRow, from, fifth, i), x[i])
			}
			// Each half of a vector: two rows interleaved, then four, then the halves.
			for i := 0; i < 8; i += 2 {
				VUNPCKLPS(x[i+1], x[i], pairs[i])
				VUNPCKHPS(x[i+1], x[i], pairs[i+1])
			}
			for i := 0; i < 8; i += 4 {
				for j := range 2 {
					VSHUFPS(Imm(0x44), pairs[i+j+2], pairs[i+j], fours[i+2*j])
					VSHUFPS(Imm(0xee), pairs[i+j+2], pairs[i+j], fours[i+2*j+1])
				}
			}
			LEAQ(Mem{Base: to, Index: dstRow.one, Scale: 4}, fifth)
			for i := range x {
				const low, high = 0x20, 0x31
				halves, y := low, YMM()
				if i >= 4 {
					halves = high
				}
				VPERM2F128(Imm(uint64(halves)), fours[i%4+4], fours[i%4], y)
				VMOVUPS(y, row(dstRow, to, fifth, i))
			}
			LEAQ(Mem{Base: from, Index: srcRow.one, Scale: 8}, from)
			ADDQ(Imm(32), to)
		})
		ADDQ(Imm(32), src)
		LEAQ(Mem{Base: dst, Index: dstRow.one, Scale: 8}, dst)
	})
	finish()
}

// sumRows adds rows of 32 floats to sum.
func sumRows() {
	function("sumRows", "sumRowsPortable", "func(sum, x []float32, rows int)")
	sum, x, rows := base("sum"), base("x"), count("rows")
	var acc []reg.VecVirtual
	for o := 0; o < 128; o += width {
		acc = append(acc, load(Mem{Base: sum, Disp: o}))
	}
	loop("row", rows, func() {
		for i, a := range acc {
			VADDPS(Mem{Base: x, Disp: i * width}, a, a)
		}
		ADDQ(U32(128), x)
	})
	for i, a := range acc {
		VMOVUPS(a, Mem{Base: sum, Disp: i * width})
	}
	finish()
}
