package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// More opcodes for the tests.
const (
	opConstantNull = 46
	opVariable     = 59
)

// small is a module with one product of matrices. Ids: 1 uint, 2 float, 3 half, 4 to 6 sizes and scope, 7 true,
// 8 false, 9 and 10 types of A and B, 11 of the sums, 12 sums of zero, 13 a pointer.
func small(a, b, sums uint32) ([]uint32, []instruction) {
	return []uint32{magic, 0x10500, 0, 30, 0}, []instruction{
		{opCapability, []uint32{capabilityNV}},
		{opCapability, []uint32{1}},
		{opExtension, text(extensionNV)},
		{opTypeInt, []uint32{1, 32, 0}},
		{opConstantTrue, []uint32{20, 7}},
		{opConstantFalse, []uint32{20, 8}},
		{opTypeNV, []uint32{9, 3, 6, 4, 5}},
		{opTypeNV, []uint32{10, 3, 6, 5, 4}},
		{opTypeNV, []uint32{11, 2, 6, 4, 4}},
		{opConstantNull, []uint32{11, 12}},
		{opLoadNV, []uint32{9, 14, 13, 5, 7}},
		{opLoadNV, []uint32{10, 15, 13, 5, 8, 0x30, 2}},
		{opMultiplyAddNV, []uint32{11, 16, a, b, sums}},
		{opStoreNV, []uint32{13, 16, 5, 8, 0x28, 2}},
		{opLengthNV, []uint32{1, 17, 11}},
	}
}

// Every instruction gets its new number and operands; the rest stays.
func TestMatricesBecomeKHR(t *testing.T) {
	header, list := small(14, 15, 12)
	got, err := khr(assemble(header, list))
	if err != nil {
		t.Fatal(err)
	}
	want := assemble([]uint32{0x07230203, 0x10500, 0, 33, 0}, []instruction{
		{17, []uint32{6022}},
		{17, []uint32{1}},
		{10, text("SPV_KHR_cooperative_matrix")},
		{21, []uint32{1, 32, 0}},
		{41, []uint32{20, 7}},
		{42, []uint32{20, 8}},
		{43, []uint32{1, 30, 0}},
		{43, []uint32{1, 31, 1}},
		{43, []uint32{1, 32, 2}},
		{4456, []uint32{9, 3, 6, 4, 5, 30}},
		{4456, []uint32{10, 3, 6, 5, 4, 31}},
		{4456, []uint32{11, 2, 6, 4, 4, 32}},
		{46, []uint32{11, 12}},
		{4457, []uint32{9, 14, 13, 31, 5}},
		{4457, []uint32{10, 15, 13, 30, 5, 0x30, 2}},
		{4459, []uint32{11, 16, 14, 15, 12}},
		{4458, []uint32{13, 16, 30, 5, 0x28, 2}},
		{4460, []uint32{1, 17, 11}},
	})
	if !bytes.Equal(got, want) {
		t.Errorf("got  % x\nwant % x", got, want)
	}
	if string(assemble(nil, []instruction{{opExtension, text("SPV")}})) != "\x0a\x00\x02\x00SPV\x00" {
		t.Error("a string is not what SPIR-V has")
	}
}

// What cannot be rewritten is refused.
func TestMatricesThatCannotBecomeKHR(t *testing.T) {
	header, list := small(14, 15, 12)
	changed := func(at int, args ...uint32) []byte {
		l := slices.Clone(list)
		l[at].args = args
		return assemble(header, l)
	}
	unused := slices.Clone(list)
	unused[12] = instruction{opVariable, []uint32{99, 16, 7}}
	for words, code := range map[string][]byte{
		"no SPIR-V":                           []byte("no SPIR-V, but of whole words..."),
		"words, 2 are left":                   append(assemble(header, list), 1, 0, 3, 0, 0, 0, 0, 0),
		"is used in two places":               changed(12, 11, 16, 14, 14, 12),
		"the type of matrix 13 is not":        changed(12, 11, 16, 13, 15, 12),
		"the layout of matrix 14 is no":       changed(10, 9, 14, 13, 5, 1),
		"in which matrix 16 is stored is no":  changed(13, 13, 16, 5, 1),
		"type 9 of matrices is in no product": assemble(header, unused),
	} {
		if _, err := khr(code); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %q", err, words)
		}
	}
}

// All committed files come apart and together again. Those of the grade for matrices have only what KHR has, with
// ids that are declared and matrices in their places.
func TestCommittedKernels(t *testing.T) {
	files, err := filepath.Glob("../spirv/*.spv")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	products := 0
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		header, list, err := parse(code)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(assemble(header, list), code) {
			t.Errorf("%s changes when it comes apart and together", name)
		}
		if strings.HasSuffix(name, ".matrix.spv") {
			products++
			checkKHR(t, name, header, list)
		}
	}
	if products != 3 {
		t.Errorf("%d kernels with products of matrices, want 3", products)
	}
}

func checkKHR(t *testing.T, name string, header []uint32, list []instruction) {
	t.Helper()
	numbers := map[uint32]uint32{} // by id
	use := map[uint32]uint32{}     // by id of a type
	of := map[uint32]uint32{}      // uses of matrices by id
	capable, extended, multiplied := false, false, false
	number := func(id uint32) uint32 {
		n, ok := numbers[id]
		if !ok {
			t.Errorf("%s: %d is no number", name, id)
		}
		return n
	}
	for _, i := range list {
		a := i.args
		if len(a) > 1 {
			if u, ok := use[a[0]]; ok {
				of[a[1]] = u
			}
		}
		switch i.op {
		case opCapability:
			capable = capable || a[0] == capabilityKHR
			if a[0] == capabilityNV {
				t.Errorf("%s has the capability of NV", name)
			}
		case opExtension:
			extended = extended || slices.Equal(a, text(extensionKHR))
			if slices.Equal(a, text(extensionNV)) {
				t.Errorf("%s has the extension of NV", name)
			}
		case opConstant:
			numbers[a[1]] = a[2]
		case opTypeKHR:
			if len(a) != 6 {
				t.Fatalf("%s: a type of %d operands", name, len(a))
			}
			use[a[0]] = number(a[5])
		case opLoadKHR:
			if layout := number(a[3]); layout > columnMajor || len(a) < 5 {
				t.Errorf("%s: a load of layout %d, %d operands", name, layout, len(a))
			}
		case opStoreKHR:
			if layout := number(a[2]); layout != rowMajor || len(a) < 4 || of[a[1]] != useSums {
				t.Errorf("%s: a store of layout %d, %d operands, use %d", name, layout, len(a), of[a[1]])
			}
		case opMultiplyAddKHR:
			multiplied = true
			if len(a) != 5 || use[a[0]] != useSums || of[a[2]] != useA || of[a[3]] != useB || of[a[4]] != useSums {
				t.Errorf("%s: a product of uses %d, %d, %d", name, of[a[2]], of[a[3]], of[a[4]])
			}
		case opTypeNV, opLoadNV, opStoreNV, opMultiplyAddNV, opLengthNV:
			t.Errorf("%s has instruction %d of NV", name, i.op)
		}
	}
	if !capable || !extended || !multiplied || len(use) != 3 {
		t.Errorf("%s: capability %v, extension %v, products %v, %d types", name, capable, extended, multiplied, len(use))
	}
	for id := range of {
		if id >= header[headerBound] {
			t.Errorf("%s: id %d above the bound %d", name, id, header[headerBound])
		}
	}
}
