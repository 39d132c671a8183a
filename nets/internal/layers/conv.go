package layers

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/bfloat16"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/onnx"
)

// Conv is a padded convolution with bias and ReLU. Its activations are [point][channel],
// the channels padded with zeros to kernel.Pad.
type Conv struct {
	Name     string
	Board    int  // side of the board
	Channels int  // input channels
	Filters  int  // output channels
	Side     int  // side of the filter: 1, 3 or 5
	Linear   bool // no ReLU
	Pass     bool // new filters are near to passing on the channel with their number; as many filters as channels
}

func (c Conv) shape() kernel.Shape {
	return kernel.Shape{Board: c.Board, In: c.Channels, Out: c.Filters, Filter: c.Side}
}

// passVariance is the variance of new weights in a convolution that passes its channels on, as a part of the usual
// one. Among deviations from 0 to 1 of the usual one, 0.2 and 0.4 learned best, and equally well.
const passVariance = 0.2 * 0.2

// Params: He et al. 2015, variance 2/fan-in for layers with ReLU. With Pass the layer begins near to the identity, as
// in a residual network (Zagoruyko and Komodakis 2017, "DiracNets"): a deep network begins as a shallow one.
func (c Conv) Params() []Param {
	variance := 2 / float64(c.Side*c.Side*c.Channels)
	if c.Pass {
		variance *= passVariance
	}
	return []Param{
		{
			Name: c.Name + ".weight", Shape: []int{c.Side, c.Side, c.Channels, c.Filters},
			Variance: variance, Pass: c.Pass,
		},
		{Name: c.Name + ".bias", Shape: []int{c.Filters}},
	}
}

func (c Conv) In() int  { return c.shape().InSize() }
func (c Conv) Out() int { return c.shape().OutSize() }

// Stride is the number of channels of the input, padding included.
func (c Conv) Stride() int { return c.In() / (c.Board * c.Board) }

func (c Conv) MultiplyAdds() int { return c.shape().Weights() * c.Board * c.Board }

func (c Conv) Kernel() (Kernel, error) {
	k, err := kernel.NewConv(c.shape())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return convKernel{k, !c.Linear}, nil
}

// Rounded is the arithmetic with filters rounded to bfloat16, and what they are multiplied by. plain: in Go, for tests
// on processors without tiles.
func (c Conv) Rounded(plain bool) (Kernel, error) {
	newConv := bfloat16.NewConv
	if plain {
		newConv = bfloat16.NewPortableConv
	}
	k, err := newConv(c.shape())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return roundedKernel{k, !c.Linear}, nil
}

func (c Conv) ONNX(s *onnx.Stack, params [][]float32) {
	s.Conv(c.Name, c.Side, c.Filters, params[0], params[1])
	if !c.Linear {
		s.Relu()
	}
}

type convKernel struct {
	conv *kernel.Conv // holds the weights, transformed
	relu bool
}

func (k convKernel) Prepare(params [][]float32, train bool) [][]float32 {
	k.conv.SetWeights(params[0], train)
	return [][]float32{nil, params[1]}
}

func (k convKernel) Forward(e *Env, y, x []float32, params [][]float32, n int) {
	if e.Team == nil {
		k.conv.Forward(&e.Scratch, y, x, params[1], n, k.relu)
		return
	}
	k.conv.ForwardSplit(e.Team, &e.Scratch, y, x, params[1], n, k.relu)
}

func (k convKernel) Backward(e *Env, g Gradients, x, y, dy []float32, _ [][]float32, n int) {
	if !k.relu {
		y = nil
	}
	if e.Team == nil {
		k.conv.Backward(&e.Scratch, g.X, g.Params[0], g.Params[1], x, y, dy, n)
		return
	}
	k.conv.BackwardSplit(e.Team, &e.Scratch, g.X, g.Params[0], g.Params[1], x, y, dy, n)
}

func (k convKernel) SplitTime(members, positions int) float64 {
	return k.conv.SplitTime(members, positions)
}

// roundedKernel is a convolution in bfloat16. A team does not share it: see SplitTime.
type roundedKernel struct {
	conv *bfloat16.Conv
	relu bool
}

func (k roundedKernel) Prepare(params [][]float32, train bool) [][]float32 {
	k.conv.SetWeights(params[0], train)
	return [][]float32{nil, params[1]}
}

func (k roundedKernel) Forward(e *Env, y, x []float32, params [][]float32, n int) {
	k.conv.Forward(&e.Rounded, y, x, params[1], n, k.relu)
}

func (k roundedKernel) Backward(e *Env, g Gradients, x, y, dy []float32, _ [][]float32, n int) {
	if !k.relu {
		y = nil
	}
	k.conv.Backward(&e.Rounded, g.X, g.Params[0], g.Params[1], x, y, dy, n)
}

// SplitTime is the time of one thread, because a team does not help.
func (k roundedKernel) SplitTime(_, positions int) float64 { return float64(positions) }
