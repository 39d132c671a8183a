package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// broadcast fills a vector with a float parameter.
func broadcast(name string) reg.VecVirtual {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	v := vector()
	VBROADCASTSS(p.Addr, v)
	return v
}

// blocks runs body over the blocks of 16 floats of the slice named by length; body
// gets the displacement of a vector in the block.
func blocks(length string, slices []reg.GPVirtual, body func(h, disp int)) {
	n := Load(Param(length).Len(), GP64())
	SHRQ(Imm(4), n)
	loop("block", n, func() {
		for h := range halves {
			body(h, h*width)
		}
		for _, s := range slices {
			ADDQ(U32(64), s)
		}
	})
}

func axpy() {
	function("axpy", "axpyPortable", "func(y, x []float32, a float32)")
	y, x, a := base("y"), base("x"), broadcast("a")
	blocks("y", []reg.GPVirtual{y, x}, func(_, o int) {
		t := load(Mem{Base: y, Disp: o})
		VFMADD231PS(Mem{Base: x, Disp: o}, a, t)
		VMOVUPS(t, Mem{Base: y, Disp: o})
	})
	finish()
}

// The magnitudes below which numbers become zero: see the package's kept.
const (
	leastKept   = 0x1p-95
	leastScaled = 0x1p-40
)

// kept replaces the small numbers of x by zero: those with a magnitude below least. NaN stays NaN.
func kept(x reg.VecVirtual, least float64) {
	const notLess = 21 // quiet
	size := vector()
	VANDPS(constantBits(1<<31-1), x, size)
	if width == 64 {
		k := K()
		VCMPPS(Imm(notLess), constant(least), size, k)
		VMOVAPS_Z(x, k, x)
	} else {
		VCMPPS(Imm(notLess), constant(least), size, size)
		VANDPS(size, x, x)
	}
}

func scaled() {
	function("scale", "scalePortable", "func(y, x []float32, a float32)")
	y, x, a := base("y"), base("x"), broadcast("a")
	blocks("y", []reg.GPVirtual{y, x}, func(_, o int) {
		t := load(Mem{Base: x, Disp: o})
		VMULPS(a, t, t)
		kept(t, leastScaled)
		VMOVUPS(t, Mem{Base: y, Disp: o})
	})
	finish()
}

func dot() {
	function("dot", "dotPortable", "func(x, y []float32) float32")
	x, y := base("x"), base("y")
	sum := make([]reg.VecVirtual, halves)
	for h := range sum {
		sum[h] = vector()
		zero(sum[h])
	}
	blocks("x", []reg.GPVirtual{x, y}, func(h, o int) {
		t := load(Mem{Base: y, Disp: o})
		VFMADD231PS(Mem{Base: x, Disp: o}, t, sum[h])
	})
	var eight reg.VecVirtual = YMM()
	if width == 64 {
		VEXTRACTF64X4(Imm(1), sum[0], eight)
		VADDPS(sum[0].AsY(), eight, eight)
	} else {
		VADDPS(sum[0], sum[1], eight)
	}
	high, low := XMM(), XMM()
	VEXTRACTF128(Imm(1), eight, high)
	VADDPS(eight.AsX(), high, low)
	VHADDPS(low, low, low)
	VHADDPS(low, low, low)
	Store(low, ReturnIndex(0))
	finish()
}

func sgd() {
	function("sgd", "sgdPortable", "func(w, g []float32, rate, decay float32)")
	w, g, rate, decay := base("w"), base("g"), broadcast("rate"), broadcast("decay")
	blocks("w", []reg.GPVirtual{w, g}, func(_, o int) {
		x, d := load(Mem{Base: w, Disp: o}), load(Mem{Base: g, Disp: o})
		VFMADD231PS(x, decay, d)
		VFNMADD231PS(d, rate, x)
		VMOVUPS(x, Mem{Base: w, Disp: o})
	})
	finish()
}

func momentum() {
	function("momentum", "momentumPortable", "func(w, v, g []float32, rate, momentum, decay float32)")
	w, v, g := base("w"), base("v"), base("g")
	rate, keep, decay := broadcast("rate"), broadcast("momentum"), broadcast("decay")
	blocks("w", []reg.GPVirtual{w, v, g}, func(_, o int) {
		x, d := load(Mem{Base: w, Disp: o}), load(Mem{Base: g, Disp: o})
		VFMADD231PS(x, decay, d)
		VFMADD231PS(Mem{Base: v, Disp: o}, keep, d)
		kept(d, leastKept)
		VMOVUPS(d, Mem{Base: v, Disp: o})
		VFNMADD231PS(d, rate, x)
		VMOVUPS(x, Mem{Base: w, Disp: o})
	})
	finish()
}

func adam() {
	function("adam", "adamPortable",
		"func(w, m, v, g []float32, rate, beta1, beta2, epsilon, decay, scale1, scale2 float32)")
	w, m, v, g := base("w"), base("m"), base("v"), base("g")
	rate, beta1, beta2 := broadcast("rate"), broadcast("beta1"), broadcast("beta2")
	epsilon, decay := broadcast("epsilon"), broadcast("decay")
	rest1, rest2 := sub(load(constant(1)), beta1), sub(load(constant(1)), beta2)
	scale1, scale2 := broadcast("scale1"), broadcast("scale2")
	blocks("w", []reg.GPVirtual{w, m, v, g}, func(_, o int) {
		x, d := load(Mem{Base: w, Disp: o}), load(Mem{Base: g, Disp: o})
		mean, square := load(Mem{Base: m, Disp: o}), load(Mem{Base: v, Disp: o})
		VMULPS(beta1, mean, mean)
		VFMADD231PS(rest1, d, mean)
		kept(mean, leastKept)
		VMOVUPS(mean, Mem{Base: m, Disp: o})
		VMULPS(d, d, d)
		VMULPS(beta2, square, square)
		VFMADD231PS(rest2, d, square)
		kept(square, leastKept)
		VMOVUPS(square, Mem{Base: v, Disp: o})
		VMULPS(scale1, mean, mean)
		VMULPS(scale2, square, square)
		VSQRTPS(square, square)
		VADDPS(epsilon, square, square)
		VDIVPS(square, mean, mean)
		VFMADD231PS(x, decay, mean)
		VFNMADD231PS(mean, rate, x)
		VMOVUPS(x, Mem{Base: w, Disp: o})
	})
	finish()
}
