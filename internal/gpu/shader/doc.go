// Package shader has the kernels of package kernels as compute shaders: GLSL in the folder kernels, one
// file a kernel with its formula and its tiles, and SPIR-V in the folder spirv, which is committed.
//
//	code, err := shader.Of(kernels.Conv, gpu.Half)
//	groups := code.Groups(call.Shape, call.Args)
//
// A kernel that reads or writes activations has a file for each of the grades float16 and float32. Convolutions have
// one for gpu.Matrix too, with a card's instructions for [Products] of matrices. Some kernels share a source
// and differ by a macro. make generate compiles the sources with glslc; make generate-check fails
// if a committed file is not what glslc of Debian 12 makes of its source.
//
// # A new kernel
//
// Declare it in package kernels and compute it in package twin. Write kernels/NAME.comp here, with
// bindings, constants and push constants in the order of its signature. Add a row to the list in
// kernels.go: its source and its number of groups. Run make generate. Package trial compares it
// with the twin; constants with unusual names need a line there, and a test asks for it.
//
// Nothing here is stable: the package is internal.
package shader

//go:generate go run -C ../../.. ./internal/gpu/shader/compile
