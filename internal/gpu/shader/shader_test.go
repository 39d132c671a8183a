package shader

import (
	"encoding/binary"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
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
	for _, s := range gpu.Signatures() {
		for _, g := range []gpu.Grade{gpu.Single, gpu.Half} {
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
				if int(c) >= len(s.Shape) {
					t.Errorf("%s: constant %d of %d", s.Kernel, c, len(s.Shape))
				}
			}
			if m.push > len(s.Args) {
				t.Errorf("%s: %d push constants of %d", s.Kernel, m.push, len(s.Args))
			}
			if m.sized { // Metal refuses it
				t.Errorf("%s %s: an array has the size of a constant of specialisation", s.Kernel, g)
			}
			if len(s.Args) > 32 {
				t.Errorf("%s: %d arguments: devices need not take more than 32", s.Kernel, len(s.Args))
			}
		}
	}
	if _, err := Of("expnad", gpu.Half); err == nil {
		t.Error("an unknown kernel has code")
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
