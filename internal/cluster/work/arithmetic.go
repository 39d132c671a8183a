package work

import (
	"runtime"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Arithmetic names how this machine computes. Kernels differ by rounding, and so do processors of different kinds
// without assembly: in one game of many a draw falls on the other side of a bound. Where the name is the
// same, games are the same to the bit.
func Arithmetic() string { return kernel.Name() + "/" + runtime.GOARCH }
