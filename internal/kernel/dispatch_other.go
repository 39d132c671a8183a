//go:build !amd64 || noasm

package kernel

// available returns the kernels of a build without assembly.
func available() []*kernels { return []*kernels{&portable} }
