package kernel

import "fmt"

// Pad returns the number of channels that c true channels occupy in an
// activation: the next multiple of 16, one vector of the widest kernels. The
// channels beyond c are zero.
func Pad(c int) int { return (c + 15) &^ 15 }

// PadIn returns the channels of a layer's input for c true ones. It is [Pad]:
// what one layer writes the next one reads.
func PadIn(c int) int { return Pad(c) }

// PadOut returns the channels of a layer's output for c true ones. It is [Pad].
func PadOut(c int) int { return Pad(c) }

// Shape is one convolution layer: a square filter over a square board, padded with
// zeros so that the output is as large as the input.
type Shape struct {
	Board  int // side of the board, 2 to 19
	In     int // true input channels, at least 1
	Out    int // true output channels, at least 1
	Filter int // side of the filter: 1, 3 or 5
}

// Validate tells what is wrong with the shape.
func (s Shape) Validate() error {
	switch {
	case s.Board < 2 || s.Board > 19:
		return fmt.Errorf("kernel: board side %d: want 2 to 19", s.Board)
	case s.In < 1 || s.Out < 1:
		return fmt.Errorf("kernel: %d input and %d output channels: want at least 1 of each", s.In, s.Out)
	case s.In > maxChannels || s.Out > maxChannels:
		return fmt.Errorf("kernel: %d input and %d output channels: want at most %d of each", s.In, s.Out, maxChannels)
	case s.Filter != 1 && s.Filter != 3 && s.Filter != 5:
		return fmt.Errorf("kernel: filter side %d: want 1, 3 or 5", s.Filter)
	}
	return nil
}

// maxChannels bounds a layer so that no size computation can overflow.
const maxChannels = 1 << 14

// Weights returns the number of weights, Filter²·In·Out.
func (s Shape) Weights() int { return s.Filter * s.Filter * s.In * s.Out }

// InSize returns the floats of one board's input, Board²·PadIn(In).
func (s Shape) InSize() int { return s.Board * s.Board * PadIn(s.In) }

// OutSize returns the floats of one board's output, Board²·PadOut(Out).
func (s Shape) OutSize() int { return s.Board * s.Board * PadOut(s.Out) }
