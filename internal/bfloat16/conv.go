package bfloat16

import (
	"errors"
	"unsafe"

	"github.com/tengen-go/tengen/internal/kernel"
)

// ErrNone is wrapped by errors that say why there are no tiles for bfloat16.
var ErrNone = errors.New("no matrix tiles for bfloat16")

// Conv is one padded convolution layer with bias and ReLU. As for a [kernel.Conv], any number of goroutines may use
// it, each with a [Scratch] of its own, but not while SetWeights runs.
type Conv struct {
	kernel.Shape
	l       *loops
	in, out plane // of the board
	train   bool

	wide   []float32 // [taps][in.channels][out.channels], with zeros for the channels that are not there; may be nil
	narrow []uint16  // the same, rounded
	ahead  []uint32  // [out.channels/32][taps][in.channels/2][32], pairs of input channels
	back   []uint32  // [in.channels/32][taps, the last first][out.channels/2][32], pairs of output channels
	turned []uint32  // [out.channels/2][in.channels] of a tap

	aheadSteps, backSteps []int32 // where a step's points and channels begin, in bytes
}

// NewConv returns a layer with zero weights. The error wraps [ErrNone], or says what is wrong with the shape.
func NewConv(s kernel.Shape) (*Conv, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	l, err := available()
	if err != nil {
		return nil, err
	}
	return newConv(s, l), nil
}

// NewPortableConv is NewConv in plain Go. It is slow, and there for tests on processors without tiles.
func NewPortableConv(s kernel.Shape) (*Conv, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return newConv(s, &portable), nil
}

// Err says why there are no tiles here, and wraps [ErrNone]; nil if there are.
func Err() error {
	_, err := available()
	return err
}

func newConv(s kernel.Shape, l *loops) *Conv {
	c := &Conv{Shape: s, l: l, in: newPlane(s, s.In), out: newPlane(s, s.Out)}
	c.aheadSteps, c.backSteps = c.in.steps(s.Filter), c.out.steps(s.Filter)
	return c
}

// plane is a board with zeros around it, its points in a row.
type plane struct {
	channels int // a multiple of 32
	width    int // points of a row: the zeros at its end are also those in front of the next one
	first    int // point of the board
	rows     int // points of the board with its zeros at the right, a multiple of 32
	length   int // points, a multiple of 16
}

func newPlane(s kernel.Shape, channels int) plane {
	half := s.Filter / 2
	p := plane{channels: blocks(channels) * tile, width: s.Board + half}
	p.first = half*p.width + half
	p.rows = blocks(s.Board*p.width) * tile
	p.length = (2*p.first + p.rows + 15) &^ 15
	return p
}

// blocks is how many blocks of 32 hold n.
func blocks(n int) int { return (n + tile - 1) / tile }

// steps are the places that the taps of a filter read for point 0, in bytes, one for each 32 channels.
func (p plane) steps(filter int) []int32 {
	var out []int32
	for tap := range filter * filter {
		for k := 0; k < p.channels; k += tile {
			out = append(out, int32(2*(p.at(tap, filter)*p.channels+k)))
		}
	}
	return out
}

// at is how far the point that a tap reads for point 0 is from the beginning.
func (p plane) at(tap, filter int) int { return tap/filter*p.width + tap%filter }

// SetWeights prepares w, [Filter²][In][Out] in true channels, for use; train also prepares the gradient of the input.
// w is not kept.
func (c *Conv) SetWeights(w []float32, train bool) {
	w = w[:c.Weights()]
	c.train = train
	taps, in, out := c.Filter*c.Filter, c.in.channels, c.out.channels
	if c.ahead == nil {
		c.ahead = uint32s(kernel.Aligned(taps * in / 2 * out))
		c.narrow = uint16s(kernel.Aligned(taps * in / 2 * out))
		if in != c.In || out != c.Out {
			c.wide = kernel.Aligned(taps * in * out)
		}
	}
	if c.wide != nil {
		for tap := range taps {
			for i := range c.In {
				copy(c.wide[(tap*in+i)*out:][:c.Out], w[(tap*c.In+i)*c.Out:])
			}
		}
		w = c.wide
	}
	c.l.narrow(c.narrow, w, nil, taps*in, out, out, out)
	for b := range out / tile {
		c.l.pairs(c.ahead[b*taps*in/2*tile:], c.narrow[b*tile:], taps*in/2, tile, tile, out)
	}
	if !train {
		return
	}
	if c.back == nil {
		c.back = uint32s(kernel.Aligned(taps * in / 2 * out))
		c.turned = uint32s(kernel.Aligned(in * out / 2))
	}
	for tap := range taps {
		// Two output channels of an input channel lie side by side already: they are a word.
		words := pairsOf(c.narrow[tap*in*out:][:in*out])
		kernel.Transpose(floats(c.turned), floats(words), in, out/2, in, out/2)
		last := taps - 1 - tap
		for b := range in / tile {
			to := c.back[(b*taps+last)*out/2*tile:]
			for o := range out / 2 {
				copy(to[o*tile:][:tile], c.turned[o*in+b*tile:])
			}
		}
	}
}

// pairsOf is two neighbours of a row as one word.
func pairsOf(x []uint16) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(x))), len(x)/2)
}
