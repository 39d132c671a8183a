package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/kernel"
)

// PolicyConfig is the shape of a policy network.
type PolicyConfig struct {
	// Board is the side of the board, 2 to 19. The head has a bias for every
	// point, so a network serves one size only.
	Board int
	// Planes is the number of input planes: 48, or 4, 12, 20 as in the
	// ablations of Extended Data Table 3.
	Planes int
	// Filters is the number of channels of every hidden layer, at least 1. The
	// paper's match version has 192; 128, 256 and 384 were tried too.
	Filters int
	// Layers counts all convolutions, the 1×1 head included: 13 in the paper,
	// at least 2. The first is 5×5, those between are 3×3.
	Layers int
}

// Limits that keep every size computation far from overflow.
const (
	maxFilters = 4096
	maxLayers  = 256
)

// Paper is the network that played Fan Hui: Silver et al. 2016, Extended Data
// Table 3, second row.
func Paper() PolicyConfig { return PolicyConfig{Board: 19, Planes: 48, Filters: 192, Layers: 13} }

// Validate names the first field that cannot be.
func (c PolicyConfig) Validate() error {
	if c.Board < 2 || c.Board > 19 {
		return fmt.Errorf("policy network: board %d, want 2 to 19", c.Board)
	}
	switch c.Planes {
	case 4, 12, 20, 48:
	default:
		return fmt.Errorf("policy network: %d planes, want 4, 12, 20 or 48", c.Planes)
	}
	if c.Filters < 1 || c.Filters > maxFilters {
		return fmt.Errorf("policy network: %d filters, want 1 to %d", c.Filters, maxFilters)
	}
	if c.Layers < 2 || c.Layers > maxLayers {
		return fmt.Errorf("policy network: %d layers, want 2 to %d", c.Layers, maxLayers)
	}
	return nil
}

// Points is the number of points of the board, and of outputs.
func (c PolicyConfig) Points() int { return c.Board * c.Board }

// MultiplyAdds is the number of multiplications of one forward pass by direct
// convolution, borders counted in full: 1.40e9 for the paper's network. A
// training step costs three times as many per position.
func (c PolicyConfig) MultiplyAdds() int {
	n := c.Filters
	for _, s := range c.convs() {
		n += s.Weights()
	}
	return n * c.Points()
}

// convs lists the shapes of the convolutions below the head.
func (c PolicyConfig) convs() []kernel.Shape {
	out := make([]kernel.Shape, c.Layers-1)
	for i := range out {
		out[i] = kernel.Shape{Board: c.Board, In: c.Filters, Out: c.Filters, Filter: 3}
	}
	out[0].In, out[0].Filter = c.Planes, 5
	return out
}
