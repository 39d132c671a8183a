package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A prefetch of the panel after the next one lets small batches, which read every
// weight once, run at the speed of large ones. Any distance between 16 and 50 KB is
// equally good.
const prefetch = 24 << 10

// accumulators returns rows×2 zero vectors: one tile of the result, held in
// registers through the whole product.
func accumulators(rows int) [][2]reg.VecVirtual {
	acc := make([][2]reg.VecVirtual, rows)
	for r := range acc {
		for v := range acc[r] {
			acc[r][v] = vector()
			zero(acc[r][v])
		}
	}
	return acc
}

// product multiplies rows×depth by depth×(2 vectors).
func product(rows int) {
	function(fmt.Sprintf("product%d", rows), "productPortable", "func(c, a, b []float32, depth, stride int)")
	c, a, b := base("c"), base("a"), base("b")
	depth, stride := count("depth"), bytes("stride")
	acc := accumulators(rows)
	n, block := GP64(), GP64()
	SHRQ(Imm(2), depth)
	Label("block")
	MOVQ(U32(8), n) // a block is 32 deep, the last one 4 to 32
	CMPQ(depth, n)
	CMOVQLT(depth, n)
	SUBQ(n, depth)
	MOVQ(a, block)
	loop("main", n, func() {
		for u := range 4 {
			var row [2]reg.VecVirtual
			for v := range row {
				row[v] = load(Mem{Base: b, Disp: u*128 + v*width})
			}
			for line := 0; line < 2*width; line += 64 {
				PREFETCHT1(Mem{Base: b, Disp: u*128 + prefetch + line})
			}
			for r := range acc {
				x := vector()
				VBROADCASTSS(Mem{Base: block, Disp: r*128 + u*4}, x)
				for v := range row {
					VFMADD231PS(x, row[v], acc[r][v])
				}
			}
		}
		ADDQ(U32(16), block)
		ADDQ(U32(512), b)
	})
	ADDQ(stride, a)
	TESTQ(depth, depth)
	JNZ(LabelRef("block"))
	for r := range acc {
		for v := range acc[r] {
			VMOVUPS(acc[r][v], Mem{Base: c, Disp: r*128 + v*width})
		}
	}
	finish()
}

// outer sums depth outer products of rows and 2 vectors.
func outer(rows int) {
	function(fmt.Sprintf("outer%d", rows), "outerPortable", "func(c, a, b []float32, depth int, add bool)")
	c, a, b := base("c"), base("a"), base("b")
	depth := count("depth")
	acc := accumulators(rows)
	body := func(u int) {
		var row [2]reg.VecVirtual
		for v := range row {
			row[v] = load(Mem{Base: b, Disp: u*128 + v*width})
		}
		PREFETCHT1(Mem{Base: b, Disp: u*128 + prefetch})
		PREFETCHT1(Mem{Base: b, Disp: u*128 + prefetch + 64})
		PREFETCHT1(Mem{Base: a, Disp: u*128 + prefetch})
		for r := range acc {
			x := vector()
			VBROADCASTSS(Mem{Base: a, Disp: u*128 + r*4}, x)
			for v := range row {
				VFMADD231PS(x, row[v], acc[r][v])
			}
		}
	}
	four := GP64()
	MOVQ(depth, four)
	SHRQ(Imm(2), four)
	JZ(LabelRef("rest"))
	loop("main", four, func() {
		for u := range 4 {
			body(u)
		}
		ADDQ(U32(512), b)
		ADDQ(U32(512), a)
	})
	Label("rest")
	ANDQ(Imm(3), depth)
	JZ(LabelRef("done"))
	loop("one", depth, func() {
		body(0)
		ADDQ(U32(128), b)
		ADDQ(U32(128), a)
	})
	Label("done")
	add := Load(Param("add"), GP8())
	TESTB(add, add)
	JZ(LabelRef("store"))
	for r := range acc {
		for v := range acc[r] {
			VADDPS(Mem{Base: c, Disp: r*128 + v*width}, acc[r][v], acc[r][v])
		}
	}
	Label("store")
	for r := range acc {
		for v := range acc[r] {
			VMOVUPS(acc[r][v], Mem{Base: c, Disp: r*128 + v*width})
		}
	}
	finish()
}
