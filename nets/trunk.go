package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/kernel"
)

// trunk is the shape of the convolutions with ReLU that every network begins
// with.
type trunk struct {
	board   int // side of the board
	planes  int // of the input that have weights
	filters int // channels of every layer
	layers  int // the first is 5×5, the others are 3×3
}

// Limits that keep every size computation far from overflow.
const (
	maxFilters = 4096
	maxLayers  = 256
	maxHidden  = 1 << 14
)

// validate names the first figure that cannot be. layers counts as the
// configuration of a network does, the 1×1 convolution included.
func validate(board, filters, layers int) error {
	switch {
	case board < 2 || board > 19:
		return fmt.Errorf("board %d, want 2 to 19", board)
	case filters < 1 || filters > maxFilters:
		return fmt.Errorf("%d filters, want 1 to %d", filters, maxFilters)
	case layers < 2 || layers > maxLayers:
		return fmt.Errorf("%d layers, want 2 to %d", layers, maxLayers)
	}
	return nil
}

func (t trunk) points() int { return t.board * t.board }

// convs lists the layers' shapes.
func (t trunk) convs() []kernel.Shape {
	out := make([]kernel.Shape, t.layers)
	for i := range out {
		out[i] = kernel.Shape{Board: t.board, In: t.filters, Out: t.filters, Filter: 3}
	}
	out[0].In, out[0].Filter = t.planes, 5
	return out
}

// params lists the parameters in their canonical order, without memory.
func (t trunk) params() []Param {
	var out []Param
	for i, s := range t.convs() {
		out = append(out,
			Param{Name: fmt.Sprintf("conv%d.weight", i+1), Shape: []int{s.Filter, s.Filter, s.In, s.Out}},
			Param{Name: fmt.Sprintf("conv%d.bias", i+1), Shape: []int{s.Out}})
	}
	return out
}

// stride is the number of floats of a point of the trunk's output.
func (t trunk) stride() int { return kernel.PadOut(t.filters) }

// multiplyAdds is the number of multiplications of one position by direct
// convolution, borders counted in full.
func (t trunk) multiplyAdds() int {
	n := 0
	for _, s := range t.convs() {
		n += s.Weights()
	}
	return n * t.points()
}

// newConvs returns the layers with zero weights.
func (t trunk) newConvs() ([]*kernel.Conv, error) {
	var out []*kernel.Conv
	for i, s := range t.convs() {
		c, err := kernel.NewConv(s)
		if err != nil {
			return nil, fmt.Errorf("layer %d: %w", i+1, err)
		}
		out = append(out, c)
	}
	return out, nil
}
