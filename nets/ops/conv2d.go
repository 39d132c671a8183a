package ops

import (
	"fmt"
	"runtime"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Option changes what a convolution does.
type Option int

const (
	// ReLU replaces negative results by 0, as part of the convolution.
	ReLU Option = iota + 1
	// NoInputGradient saves the gradient of x: for the first layer, where x is data.
	NoInputGradient
)

// Conv2d adds a convolution with a bias to the graph of its arguments, all of float32:
//
//	x     [batch][channel][height][width], images of any height and width
//	w     [filter][channel][side][side], a side of 1, 3 or 5
//	b     [filter]
//	value [batch][filter][height][width]
//
// As in gorgonia.Conv2d the filters are not turned around. The stride is 1, and the
// images are padded with zeros so that the result is as high and wide as x. Without
// options it is gorgonia.Conv2d with padding side/2, plus b.
//
// Every run reads the weights from the value of w.
func Conv2d(x, w, b *gorgonia.Node, options ...Option) (*gorgonia.Node, error) {
	for i, n := range []*gorgonia.Node{x, w, b} {
		if n == nil {
			return nil, fmt.Errorf("conv2d: %s is nil", []string{"x", "w", "b"}[i])
		}
	}
	relu, still := slices.Contains(options, ReLU), slices.Contains(options, NoInputGradient)
	f, err := newConvolution(x.Shape(), w.Shape(), b.Shape(), relu)
	if err != nil {
		return nil, fmt.Errorf("conv2d: %w", err)
	}
	f.train = !still
	return Apply(Operation{
		Name:     "conv2d",
		Function: f,
		Shape:    tensor.Shape{f.batch, f.filters, f.height, f.width},
		Data:     []bool{still},
	}, x, w, b)
}

// convolution is the function of Conv2d. It cuts the images into the square boards of
// package kernel, which overlap by what the filter sees beyond a point, and puts
// together what comes out.
type convolution struct {
	batch, channels, filters, height, width, side int

	layer    layers.Conv
	kernel   layers.Kernel
	env      layers.Env
	train    bool  // the gradient of x is wanted
	rows     []cut // of the height
	cols     []cut // of the width
	weights  []float32
	gradient []float32 // of weights
	x, y     []float32 // boards
	dx, dy   []float32
}

// cut is a piece of an axis: a board begins at start, and the points [from, to) of the
// axis are its own.
type cut struct{ start, from, to int }

func newConvolution(x, w, b tensor.Shape, relu bool) (*convolution, error) {
	switch {
	case len(x) != 4:
		return nil, fmt.Errorf("x of shape %v, want [batch][channel][height][width]", x)
	case len(w) != 4:
		return nil, fmt.Errorf("w of shape %v, want [filter][channel][side][side]", w)
	case w[1] != x[1]:
		return nil, fmt.Errorf("w of shape %v reads %d channels, x of shape %v has %d", w, w[1], x, x[1])
	case w[2] != w[3] || w[2] != 1 && w[2] != 3 && w[2] != 5:
		return nil, fmt.Errorf("filters of %d×%d, want 1×1, 3×3 or 5×5", w[2], w[3])
	case len(b) != 1 || b[0] != w[0]:
		return nil, fmt.Errorf("b of shape %v, want [%d], one for each filter", b, w[0])
	}
	f := &convolution{batch: x[0], channels: x[1], height: x[2], width: x[3], filters: w[0], side: w[2]}
	board, rows, cols := cuts(f.height, f.width, f.side/2)
	f.rows, f.cols = rows, cols
	f.layer = layers.Conv{
		Name:     "conv2d",
		Board:    board,
		Channels: f.channels,
		Filters:  f.filters,
		Side:     f.side,
		Linear:   !relu,
	}
	var err error
	if f.kernel, err = f.layer.Kernel(); err != nil {
		return nil, err
	}
	f.env.Team = kernel.NewTeam(runtime.GOMAXPROCS(0))
	f.weights = make([]float32, f.side*f.side*f.channels*f.filters)
	f.x = kernel.Aligned(f.boards() * f.layer.In())
	f.y = kernel.Aligned(f.boards() * f.layer.Out())
	return f, nil
}

// Sides of the boards that package kernel computes.
const smallestBoard, largestBoard = 2, 19

// cuts finds the side of the boards that cover an image with the fewest points, and the
// cuts of both axes. reach is how far a filter sees.
func cuts(height, width, reach int) (board int, rows, cols []cut) {
	least := 0
	for side := smallestBoard; side <= largestBoard; side++ {
		r, c := cutAxis(height, side, reach), cutAxis(width, side, reach)
		if r == nil || c == nil {
			continue
		}
		if points := len(r) * len(c) * side * side; least == 0 || points <= least {
			least, board, rows, cols = points, side, r, c
		}
	}
	return board, rows, cols
}

// cutAxis cuts an axis into boards of a side; nil if they are too small for the filter.
// Beyond the ends of the axis there are zeros, as beyond a board.
func cutAxis(length, side, reach int) []cut {
	if length <= side {
		return []cut{{0, 0, length}}
	}
	step := side - 2*reach
	if step < 1 {
		return nil
	}
	var out []cut
	for start := 0; ; start += step {
		c := cut{start: start, from: start + reach, to: start + side - reach}
		if start == 0 {
			c.from = 0
		}
		if start+side >= length {
			c.to = length
			return append(out, c)
		}
		out = append(out, c)
	}
}

func (f *convolution) boards() int { return f.batch * len(f.rows) * len(f.cols) }

func (f *convolution) Forward(y, x []float32, params [][]float32) error {
	f.setWeights(params[0])
	prepared := f.kernel.Prepare([][]float32{f.weights, params[1]}, f.train)
	f.toBoards(f.x, x)
	f.kernel.Forward(&f.env, f.y, f.x, prepared, f.boards())
	f.fromBoards(y, f.y)
	return nil
}

func (f *convolution) Backward(g Gradients, x, y, dy []float32, params [][]float32) error {
	if f.dy == nil {
		f.dy = kernel.Aligned(len(f.y))
		f.gradient = make([]float32, len(f.weights))
	}
	if g.X != nil && f.dx == nil {
		f.dx = kernel.Aligned(len(f.x))
	}
	f.gradientToBoards(f.dy, dy)
	own := layers.Gradients{Params: [][]float32{f.gradient, g.Params[1]}}
	if g.X != nil {
		own.X = f.dx
	}
	f.kernel.Backward(&f.env, own, f.x, f.y, f.dy, [][]float32{nil, params[1]}, f.boards())
	f.getWeights(g.Params[0])
	if g.X != nil {
		f.addBoards(g.X, f.dx)
	}
	return nil
}
