package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Debian 12's glslc knows matrices of cards as SPV_NV_cooperative_matrix only. Drivers have its successor,
// SPV_KHR_cooperative_matrix. The two differ in numbers and in operands:
//
//	                NV                                  KHR
//	type            component scope rows columns        … use
//	load            pointer stride column-major …       pointer layout stride …
//	store           pointer object stride column-major  pointer object layout stride …
//	multiply-add    A B C                               the same
//
// The use of a matrix is A, B or sums. A program of NV must use a type for one of them only.

// Opcodes and numbers of SPIR-V, as its headers have them.
const (
	magic            = 0x07230203
	headerWords      = 5
	headerBound      = 3 // ids are below it
	opExtension      = 10
	opCapability     = 17
	opTypeInt        = 21
	opConstantTrue   = 41
	opConstantFalse  = 42
	opConstant       = 43
	opTypeNV         = 5358
	opLoadNV         = 5359
	opStoreNV        = 5360
	opMultiplyAddNV  = 5361
	opLengthNV       = 5362
	opTypeKHR        = 4456
	opLoadKHR        = 4457
	opStoreKHR       = 4458
	opMultiplyAddKHR = 4459
	opLengthKHR      = 4460
	capabilityNV     = 5357
	capabilityKHR    = 6022
	extensionNV      = "SPV_NV_cooperative_matrix"
	extensionKHR     = "SPV_KHR_cooperative_matrix"
)

// What a matrix is in a product, and how it lies in memory.
const (
	useA        = 0
	useB        = 1
	useSums     = 2
	rowMajor    = 0
	columnMajor = 1
)

// instruction is an instruction of SPIR-V.
type instruction struct {
	op   uint32
	args []uint32
}

// parse takes a module apart: its header and its instructions.
func parse(code []byte) (header []uint32, list []instruction, err error) {
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	if len(code)%4 != 0 || len(words) < headerWords || words[0] != magic {
		return nil, nil, errors.New("no SPIR-V")
	}
	for rest := words[headerWords:]; len(rest) > 0; {
		n := int(rest[0] >> 16)
		if n < 1 || n > len(rest) {
			return nil, nil, fmt.Errorf("an instruction of %d words, %d are left", n, len(rest))
		}
		list = append(list, instruction{rest[0] & 0xffff, rest[1:n:n]})
		rest = rest[n:]
	}
	return words[:headerWords:headerWords], list, nil
}

// assemble puts a module together again.
func assemble(header []uint32, list []instruction) []byte {
	words := append([]uint32{}, header...)
	for _, i := range list {
		words = append(append(words, uint32(len(i.args)+1)<<16|i.op), i.args...)
	}
	code := make([]byte, 0, 4*len(words))
	for _, w := range words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}

// text is a string as operands have it.
func text(s string) []uint32 {
	b := append([]byte(s), make([]byte, 4-len(s)%4)...)
	var words []uint32
	for i := 0; i < len(b); i += 4 {
		words = append(words, binary.LittleEndian.Uint32(b[i:]))
	}
	return words
}

// khr makes a module with the matrices of NV one with those of KHR.
func khr(code []byte) ([]byte, error) {
	header, list, err := parse(code)
	if err != nil {
		return nil, err
	}
	uses, err := usesOf(list)
	if err != nil {
		return nil, err
	}
	var uint32Type uint32
	layouts := map[uint32]uint32{} // by the ids of true and false: is it column-major?
	numbers := header[headerBound] // ids of the numbers 0, 1 and 2
	header[headerBound] += useSums + 1
	var out []instruction
	declared := false
	for _, i := range list {
		a := i.args
		switch i.op {
		case opCapability:
			if a[0] == capabilityNV {
				a = []uint32{capabilityKHR}
			}
		case opExtension:
			if slices.Equal(a, text(extensionNV)) {
				a = text(extensionKHR)
			}
		case opTypeInt:
			if a[1] == 32 && a[2] == 0 {
				uint32Type = a[0]
			}
		case opConstantTrue:
			layouts[a[1]] = numbers + columnMajor
		case opConstantFalse:
			layouts[a[1]] = numbers + rowMajor
		case opTypeNV:
			if !declared {
				for n := range uint32(useSums + 1) {
					out = append(out, instruction{opConstant, []uint32{uint32Type, numbers + n, n}})
				}
				declared = true
			}
			use, ok := uses[a[0]]
			if !ok {
				return nil, fmt.Errorf("type %d of matrices is in no product", a[0])
			}
			i.op, a = opTypeKHR, append(a[:5:5], numbers+use)
		case opLoadNV:
			layout, ok := layouts[a[4]]
			if !ok {
				return nil, fmt.Errorf("the layout of matrix %d is no constant", a[1])
			}
			i.op, a = opLoadKHR, append([]uint32{a[0], a[1], a[2], layout, a[3]}, a[5:]...)
		case opStoreNV:
			layout, ok := layouts[a[3]]
			if !ok {
				return nil, fmt.Errorf("the layout in which matrix %d is stored is no constant", a[1])
			}
			i.op, a = opStoreKHR, append([]uint32{a[0], a[1], layout, a[2]}, a[4:]...)
		case opMultiplyAddNV:
			i.op = opMultiplyAddKHR
		case opLengthNV:
			i.op = opLengthKHR
		}
		out = append(out, instruction{i.op, a})
	}
	return assemble(header, out), nil
}

// usesOf says for each type of matrices what its matrices are in products.
func usesOf(list []instruction) (map[uint32]uint32, error) {
	types := map[uint32]bool{}
	of := map[uint32]uint32{} // types of results that are matrices
	for _, i := range list {
		// After its declaration, an instruction that begins with the id of a type has a result of that type.
		if len(i.args) > 1 && types[i.args[0]] {
			of[i.args[1]] = i.args[0]
		}
		if i.op == opTypeNV {
			types[i.args[0]] = true
		}
	}
	uses := map[uint32]uint32{}
	for _, i := range list {
		if i.op != opMultiplyAddNV {
			continue
		}
		for n, use := range []uint32{useA, useB, useSums} {
			t, ok := of[i.args[2+n]]
			if !ok {
				return nil, fmt.Errorf("the type of matrix %d is not known", i.args[2+n])
			}
			if before, ok := uses[t]; ok && before != use {
				return nil, fmt.Errorf("type %d of matrices is used in two places of products", t)
			}
			uses[t] = use
		}
	}
	return uses, nil
}
