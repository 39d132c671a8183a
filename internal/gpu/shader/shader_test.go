package shader

import (
	"encoding/binary"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Instructions and decorations of SPIR-V that the test reads.
const (
	opDecorate        = 71
	opMemberDecorate  = 72
	opVariable        = 59
	opTypePointer     = 32
	opTypeStruct      = 30
	opTypeArray       = 28
	opSpecConstant    = 50
	opSpecConstantOp  = 52
	decorationSpecID  = 1
	decorationBinding = 33
	classPush         = 9
)

// module is what a compiled kernel asks for.
type module struct {
	bindings, constants map[uint32]bool
	push                int  // words
	sized               bool // an array has the size of a constant of specialisation
}

func read(t *testing.T, code []byte) module {
	t.Helper()
	m := module{bindings: map[uint32]bool{}, constants: map[uint32]bool{}}
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	if words[0] != 0x07230203 {
		t.Fatal("no SPIR-V")
	}
	members, pointers, special := map[uint32]int{}, map[uint32]uint32{}, map[uint32]bool{}
	for i := 5; i < len(words); i += int(words[i] >> 16) {
		args := words[i+1 : i+int(words[i]>>16)]
		switch words[i] & 0xffff {
		case opDecorate:
			switch args[1] {
			case decorationBinding:
				m.bindings[args[2]] = true
			case decorationSpecID:
				m.constants[args[2]] = true
			}
		case opSpecConstant, opSpecConstantOp:
			special[args[1]] = true
		case opTypeArray:
			m.sized = m.sized || special[args[2]]
		case opTypeStruct:
			members[args[0]] = len(args) - 1
		case opTypePointer:
			pointers[args[0]] = args[2]
		case opVariable:
			if args[2] == classPush {
				m.push = members[pointers[args[0]]]
			}
		}
	}
	return m
}

// Every kernel has a shader of each grade, which asks for no more than its signature has.
func TestShadersFitTheirSignatures(t *testing.T) {
	for _, s := range kernels.All() {
		for _, g := range gpu.Grades() {
			code, err := Of(s.Kernel, g)
			if err != nil {
				t.Error(err)
				continue
			}
			m := read(t, code.SPIRV)
			for b := range m.bindings {
				if int(b) >= len(s.Buffers) {
					t.Errorf("%s: binding %d of %d", s.Kernel, b, len(s.Buffers))
				}
			}
			for c := range m.constants {
				size := int(c) >= firstProduct && int(c) < len(Products{}.Constants(nil))
				if int(c) >= len(s.Shape) && !(code.Products && size) {
					t.Errorf("%s: constant %d of %d", s.Kernel, c, len(s.Shape))
				}
			}
			if m.push > len(s.Args) {
				t.Errorf("%s: %d push constants of %d", s.Kernel, m.push, len(s.Args))
			}
			if m.sized && g != gpu.Matrix { // Metal refuses it, and has no such instructions
				t.Errorf("%s %s: an array has the size of a constant of specialisation", s.Kernel, g)
			}
			if len(s.Args) > 32 {
				t.Errorf("%s: %d arguments: devices need not take more than 32", s.Kernel, len(s.Args))
			}
		}
	}
	for _, g := range gpu.Grades() {
		if _, err := Of("expnad", g); err == nil {
			t.Errorf("an unknown kernel has code in grade %s", g)
		}
	}
}

// Only the three products of convolutions have code of their own for matrices; their constants are where
// kernels/matrix.glsl has them.
func TestProductsHaveTheirConstants(t *testing.T) {
	for _, s := range kernels.All() {
		code, err := Of(s.Kernel, gpu.Matrix)
		if err != nil {
			t.Fatal(err)
		}
		product := slices.Contains([]kernels.Name{kernels.Conv, kernels.ConvData, kernels.ConvWeights}, s.Kernel)
		if code.Products != product {
			t.Errorf("%s: products of matrices %v", s.Kernel, code.Products)
		}
		m := read(t, code.SPIRV)
		for id := range uint32(5) {
			if m.constants[firstProduct+id] != product {
				t.Errorf("%s: constant %d is there: %v", s.Kernel, firstProduct+id, !product)
			}
		}
	}
	got := Products{M: 16, N: 8, K: 4, Lanes: 32}.Constants([]uint32{7, 9})
	if want := []uint32{7, 9, 16, 8, 4, 32, 128}; !slices.Equal(append(got[:2:2], got[firstProduct:]...), want) {
		t.Errorf("constants %v", got)
	}
}

// Sources and compiled files stand in the list, and the list has them.
func TestFilesAreListed(t *testing.T) {
	var outputs, files []string
	for _, c := range Compilations() {
		outputs = append(outputs, c.Output)
		files = append(files, c.Source)
	}
	check := func(found []string, listed []string) {
		for _, name := range found {
			if !slices.Contains(listed, name) {
				t.Errorf("%s is in no row of the list", name)
			}
		}
	}
	spirv, err := fs.Glob(compiled, "spirv/*.spv")
	if err != nil {
		t.Fatal(err)
	}
	check(spirv, outputs)
	sources, err := fs.Glob(os.DirFS("."), "kernels/*.comp")
	if err != nil {
		t.Fatal(err)
	}
	check(sources, files)
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, second, _ := strings.Cut(string(text), "\n"); !strings.HasPrefix(second, "// ") {
			t.Errorf("%s does not begin with its formula", name)
		}
	}
}
