package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// side is the side of the filter of the first layer, taps its number of weights.
const (
	side = 5
	taps = side * side
)

// words turns pixels of 0 and 1 into bits, 16 channels at a time from the last to the
// first, and tells whether there was nothing else.
func words() {
	function("planeWords", "planeWordsPortable", "func(words []uint64, x []float32, pixels, channels int) bool")
	to, x := base("words"), base("x")
	pixels, channels := count("pixels"), bytes("channels")
	ones, zeros := vector(), vector()
	VBROADCASTSS(constant(1), ones)
	zero(zeros)
	from, left, word, mask, known := GP64(), GP64(), GP64(), GP32(), GP32()
	yes := GP8()
	all := uint32(1)<<(width/4) - 1
	loop("pixel", pixels, func() {
		XORQ(word, word)
		MOVQ(channels, left)
		LEAQ(Mem{Base: x, Index: channels, Scale: 1}, from)
		MOVQ(from, x)
		Label("block")
		SUBQ(Imm(uint64(width)), from)
		v := load(Mem{Base: from})
		const equal = 0
		if width == 64 {
			one, other := K(), K()
			VCMPPS(Imm(equal), ones, v, one)
			VCMPPS(Imm(equal), zeros, v, other)
			KORW(one, other, other)
			KMOVW(one, mask)
			KMOVW(other, known)
		} else {
			one, other := vector(), vector()
			VCMPPS(Imm(equal), ones, v, one)
			VCMPPS(Imm(equal), zeros, v, other)
			VORPS(one, other, other)
			VMOVMSKPS(one, mask)
			VMOVMSKPS(other, known)
		}
		CMPL(known, U32(all))
		JNE(LabelRef("other"))
		SHLQ(Imm(uint64(width/4)), word)
		ORQ(mask.As64(), word)
		SUBQ(Imm(uint64(width)), left)
		JNZ(LabelRef("block"))
		MOVQ(word, Mem{Base: to})
		ADDQ(Imm(8), to)
	})
	MOVB(Imm(1), yes)
	Store(yes, ReturnIndex(0))
	finish()
	Label("other")
	MOVB(Imm(0), yes)
	Store(yes, ReturnIndex(0))
	finish()
}

// sumTaps adds for each pixel of the output the 25 rows of the table that its
// neighbours name, two pixels at a time, of which the channels given.
func sumTaps(channels int) {
	function(fmt.Sprintf("sumTaps%d", channels), "sumTapsPortable",
		"func(y, table, bias []float32, at []int32, rows, yRow, yPixel, atRow int, relu bool)")
	y, table, at := base("y"), base("table"), base("at")
	biases := base("bias")
	rows := count("rows")
	yPixel, atRow := bytes("yPixel"), bytes("atRow")
	vectors := channels * 4 / width
	floor := load(constant(math.Inf(-1)))
	relu := Load(Param("relu"), GP8())
	TESTB(relu, relu)
	JZ(LabelRef("linear"))
	zero(floor)
	Label("linear")
	left, to, row, neighbour, id := GP64(), GP64(), GP64(), GP64(), GP64()
	loop("row", rows, func() {
		Load(Param("atRow"), left) // of rows that are board+4 long
		SUBQ(Imm(side-1), left)
		MOVQ(y, to)
		MOVQ(at, row)
		Label("pair")
		CMPQ(left, Imm(1))
		JNE(LabelRef("two"))
		SUBQ(yPixel, to) // the last of an odd number goes with the one before, again
		SUBQ(Imm(4), row)
		Label("two")
		var acc [2][]reg.VecVirtual
		for p := range acc {
			for v := range vectors {
				acc[p] = append(acc[p], load(Mem{Base: biases, Disp: v * width}))
			}
		}
		MOVQ(row, neighbour)
		for i := range side {
			for j := range side + 1 {
				MOVLQSX(Mem{Base: neighbour, Disp: j * 4}, id)
				for p := range acc {
					if tap := j - p; tap >= 0 && tap < side {
						for v := range vectors {
							VADDPS(Mem{Base: table, Index: id, Scale: 4, Disp: (i*side+tap)*128 + v*width}, acc[p][v], acc[p][v])
						}
					}
				}
			}
			if i < side-1 {
				ADDQ(atRow, neighbour)
			}
		}
		for p := range acc {
			for v, a := range acc[p] {
				VMAXPS(a, floor, a) // this order lets a NaN through
				VMOVUPS(a, Mem{Base: to, Disp: v * width})
			}
			ADDQ(yPixel, to)
		}
		ADDQ(Imm(8), row)
		SUBQ(Imm(2), left)
		JG(LabelRef("pair"))
		ADDQ(atRow, at)
		distance := GP64()
		Load(Param("yRow"), distance)
		LEAQ(Mem{Base: y, Index: distance, Scale: 4}, y)
	})
	finish()
}

// sumPixels adds up the runs of five pixels of 32 channels that start at the places
// listed, and stores the sums from the last to the first: a filter's taps run against
// the pixels it meets.
func sumPixels() {
	function("sumPixels", "sumPixelsPortable", "func(sum, picture []float32, at []int32)")
	to, picture := base("sum"), base("picture")
	half := 16 * 4 / width // vectors of a block
	passes := 1
	vectors := 2 * half
	if side*vectors > 16 && width < 64 {
		passes, vectors = 2, half
	}
	from, n, id := GP64(), GP64(), GP64()
	for pass := range passes {
		var acc [side][]reg.VecVirtual
		for j := range acc {
			for range vectors {
				a := vector()
				zero(a)
				acc[j] = append(acc[j], a)
			}
		}
		Load(Param("at").Base(), from)
		Load(Param("at").Len(), n)
		loop(fmt.Sprintf("pixel%d", pass), n, func() {
			MOVLQSX(Mem{Base: from}, id)
			for j := range acc {
				for v := range acc[j] {
					VADDPS(Mem{Base: picture, Index: id, Scale: 4, Disp: j*128 + (pass*vectors+v)*width}, acc[j][v], acc[j][v])
				}
			}
			ADDQ(Imm(4), from)
		})
		for j := range acc {
			for v, a := range acc[j] {
				VMOVUPS(a, Mem{Base: to, Disp: (side-1-j)*128 + (pass*vectors+v)*width})
			}
		}
	}
	finish()
}
