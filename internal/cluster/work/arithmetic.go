package work

import (
	"runtime"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// Arithmetic names how this machine computes, with networks on a device; nil for the CPU. Kernels and cards differ by
// rounding, and so do processors of different kinds without assembly: in one game of many a draw falls on the other
// side of a bound. Where the name is the same, and the version of the program, games are the same to the bit.
func Arithmetic(device nets.Device) string {
	name := kernel.Name() + "/" + runtime.GOARCH
	if device != nil && device != nets.Device(nets.CPU{}) {
		name = device.Name() + "/" + name
	}
	return name
}
