package bfloat16

import (
	"unsafe"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Scratch is the workspace of one goroutine. The zero value is ready; it grows to the largest layer it meets and can
// serve any number of layers in turn.
type Scratch struct {
	in, out frame     // a board of inputs, and of gradients of outputs
	c       []float32 // [points][32], a block of results
	bias    []float32 // padded
	zeros   []float32 // a bias of nothing

	words  []uint32 // a board of inputs, its points in pairs
	turned []uint32 // inputs of some boards, [channel][points/2]
	pairs  []uint32 // gradients of outputs, [block of 32 channels][board][points/2][32]
	steps  []int32  // where the blocks of points begin
	sums   []float32

	work work // under way: it would be allocated for each call of the loops else
}

// frame is one board in bfloat16 with zeros around it: [points][channels].
type frame struct {
	geometry plane
	written  int // channels, those behind them are zeros
	data     []uint16
}

// of makes room for a board of a geometry, of which so many channels will be written. All else is zero.
func (f *frame) of(g plane, channels int) []uint16 {
	if f.geometry != g || f.written != channels {
		f.geometry, f.written = g, channels
		f.data = f.data[:0]
		if n := g.length * g.channels; cap(f.data) < n {
			f.data = uint16s(kernel.Aligned((n + 1) / 2))
		} else {
			f.data = f.data[:n]
			clear(f.data)
		}
	}
	return f.data
}

// uint16s is the memory of x as halves of words. The next two read memory as words and as floats.
func uint16s(x []float32) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}

func uint32s(x []float32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

func floats(x []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// grow makes *p at least n long; what it held is lost.
func grow(p *[]float32, n int) {
	if len(*p) < n {
		*p = kernel.Aligned(n)
	}
}

func growWords(p *[]uint32, n int) {
	if len(*p) < n {
		*p = uint32s(kernel.Aligned(n))
	}
}
