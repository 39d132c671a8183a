package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// peak repeats a multiply-add on as many vectors as the registers hold beside its
// constants: more than enough in flight to keep every unit of the core busy, and
// nothing else to do.
func peak() {
	function("peak", "peakPortable", "func(sums []float32, n int)")
	sums, n := base("sums"), count("n")
	scale, shift := load(constant(peakScale)), load(constant(peakShift))
	acc := make([]reg.VecVirtual, peakVectors())
	for i := range acc {
		acc[i] = load(Mem{Base: sums, Disp: i * width})
	}
	loop("main", n, func() {
		for _, x := range acc {
			VFMADD213PS(shift, scale, x)
		}
	})
	for i, x := range acc {
		VMOVUPS(x, Mem{Base: sums, Disp: i * width})
	}
	finish()
}

// The constants of peakPortable.
const (
	peakScale = 0.5
	peakShift = 0.25
)

// peakVectors is how many vectors peak works on; peak.go knows their floats.
func peakVectors() int {
	if width == 64 {
		return 24
	}
	return 12
}
