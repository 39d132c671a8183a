// Command _gen writes the assembly of package kernel for one instruction set:
//
//	go run . -isa avx512 -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg kernel
//	go run . -isa avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel
//
// Both sets come from the same code: a "block" of 16 floats is one register of
// AVX-512 and two of AVX2, and every kernel below is written over blocks. What each
// of them computes stands in Go beside its twin in portable.go and tiles.go.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The instruction set being written.
var (
	suffix string // of every function's name
	width  int    // bytes of a vector register
	halves int    // vector registers of a block of 16 floats
)

func main() {
	isa := flag.String("isa", "", "avx512 or avx2")
	flag.Parse()
	rows := 0 // of a micro-kernel: as many as the registers hold, two vectors each
	switch *isa {
	case "avx512":
		suffix, width, halves, rows = "AVX512", 64, 1, 14
	case "avx2":
		suffix, width, halves, rows = "AVX2", 32, 2, 6
	default:
		fmt.Fprintf(os.Stderr, "unknown instruction set %q: want -isa avx512 or avx2\n", *isa)
		os.Exit(2)
	}
	ConstraintExpr("amd64,!noasm")
	for m := 1; m <= rows; m++ {
		product(m)
	}
	for m := 1; m <= rows; m++ {
		outer(m)
	}
	for _, t := range tiles {
		t.gather("inputTiles", t.side(), t.filter/2, t.input, false)
		t.gather("gradTiles", t.step, 0, t.grad, true)
		t.scatter("outputTiles", t.step, 0, t.output, false)
		t.scatter("spreadTiles", t.side(), t.filter/2, t.spread, true)
		t.filterForward()
		t.filterBackward()
	}
	words()
	sumTaps(32)
	sumTaps(16)
	sumPixels()
	copyPixels("copyPixels", false)
	copyPixels("copyPositive", true)
	transposeBlocks()
	sumRows()
	axpy()
	scaled()
	dot()
	sgd()
	momentum()
	adam()
	peak()
	Generate()
}

// function opens a function whose Go twin bears the name twin.
func function(name, twin, signature string) {
	TEXT(name+suffix, NOSPLIT, signature)
	Doc(fmt.Sprintf("%s is %s in assembly.", name+suffix, twin))
	Pragma("noescape")
}

func finish() {
	VZEROUPPER()
	RET()
}

// base loads the address of a slice parameter.
func base(name string) reg.GPVirtual { return Load(Param(name).Base(), GP64()).(reg.GPVirtual) }

// count loads an int parameter.
func count(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// address is the place of an int parameter, or of the base of a slice, for use as an
// operand.
func address(name string) Mem {
	var c gotypes.Component
	if slice, ok := strings.CutSuffix(name, "_base"); ok {
		c = Param(slice).Base()
	} else {
		c = Param(name)
	}
	p, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// bytes loads a distance given in floats and makes it one in bytes.
func bytes(name string) reg.GPVirtual {
	r := count(name)
	SHLQ(Imm(2), r)
	return r
}

func loop(label string, n reg.Register, body func()) {
	Label(label)
	body()
	DECQ(n)
	JNZ(LabelRef(label))
}

// vector returns a fresh register.
func vector() reg.VecVirtual {
	if width == 64 {
		return ZMM()
	}
	return YMM()
}

func load(m Mem) reg.VecVirtual { r := vector(); VMOVUPS(m, r); return r }

func zero(v reg.VecVirtual) {
	if width == 64 {
		VPXORD(v, v, v) // VXORPS of 512 bits would need AVX512DQ
	} else {
		VXORPS(v, v, v)
	}
}

var constants = map[uint32]Mem{}

// constant is a memory operand with f in all lanes. It is written as bits, since the
// assembler takes no infinity for a float.
func constant(f float64) Mem { return constantBits(math.Float32bits(float32(f))) }

// constantBits is a memory operand with these bits in all lanes.
func constantBits(bits uint32) Mem {
	if m, ok := constants[bits]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("constant%08x%s", bits, suffix), RODATA|NOPTR)
	for i := range width / 4 {
		DATA(i*4, U32(bits))
	}
	constants[bits] = m
	return m
}
