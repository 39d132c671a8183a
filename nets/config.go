package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/nets/internal/layers"
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

// Paper is the network that played Fan Hui: Silver et al. 2016, Extended Data
// Table 3, second row.
func Paper() PolicyConfig { return PolicyConfig{Board: 19, Planes: 48, Filters: 192, Layers: 13} }

// Validate names the first field that cannot be.
func (c PolicyConfig) Validate() error {
	switch c.Planes {
	case 4, 12, 20, 48:
	default:
		return fmt.Errorf("policy network: %d planes, want 4, 12, 20 or 48", c.Planes)
	}
	if err := validate(c.Board, c.Filters, c.Layers); err != nil {
		return fmt.Errorf("policy network: %w", err)
	}
	return nil
}

// Points is the number of points of the board, and of outputs.
func (c PolicyConfig) Points() int { return c.Board * c.Board }

// MultiplyAdds is the number of multiplications of one forward pass by direct
// convolution, borders counted in full: 1.40e9 for the paper's network. A
// training step costs three times as many per position.
func (c PolicyConfig) MultiplyAdds() int { return layers.MultiplyAdds(c.layers()) }

// layers is the network up to the logits.
func (c PolicyConfig) layers() []layers.Layer {
	return append(trunk(c.Board, c.Planes, c.Filters, c.Layers-1),
		layers.Plane{Name: "head", Points: c.Points(), Channels: c.Filters, Biases: c.Points()})
}

// ValueConfig is the shape of a value network.
type ValueConfig struct {
	// Board is the side of the board, 2 to 19.
	Board int
	// Planes is the number of input planes: 49, the last of which tells the colour
	// of the player to move, or 4, 12, 20, 48 as for a policy.
	Planes int
	// Filters is the number of channels of the convolutions, at least 1; 192 in the
	// paper.
	Filters int
	// Layers counts all convolutions, the 1×1 to one plane included: 13 in the paper
	// (its hidden layers 1 to 13), at least 2. The first is 5×5, those between are
	// 3×3.
	Layers int
	// Hidden is the number of units of the fully connected layer, at least 1; 256 in
	// the paper.
	Hidden int
}

// PaperValue is the value network of Silver et al. 2016 (Methods, "Neural network
// architecture").
func PaperValue() ValueConfig {
	return ValueConfig{Board: 19, Planes: 49, Filters: 192, Layers: 13, Hidden: 256}
}

// Validate names the first field that cannot be.
func (c ValueConfig) Validate() error {
	switch c.Planes {
	case 4, 12, 20, 48, 49:
	default:
		return fmt.Errorf("value network: %d planes, want 49, or 4, 12, 20 or 48", c.Planes)
	}
	if err := validate(c.Board, c.Filters, c.Layers); err != nil {
		return fmt.Errorf("value network: %w", err)
	}
	if c.Hidden < 1 || c.Hidden > maxHidden {
		return fmt.Errorf("value network: %d hidden units, want 1 to %d", c.Hidden, maxHidden)
	}
	return nil
}

// MultiplyAdds is the number of multiplications of one forward pass by direct
// convolution, borders counted in full. A training step costs three times as many
// per position.
func (c ValueConfig) MultiplyAdds() int { return layers.MultiplyAdds(c.layers()) }

func (c ValueConfig) points() int { return c.Board * c.Board }

// layers is the network up to the tanh.
func (c ValueConfig) layers() []layers.Layer {
	return append(trunk(c.Board, c.Planes, c.Filters, c.Layers-1),
		layers.Plane{Name: "head", Points: c.points(), Channels: c.Filters, Biases: 1},
		layers.Dense{Name: "hidden", Inputs: c.points(), Units: c.Hidden},
		layers.Unit{Name: "value", Inputs: c.Hidden, Node: "outcome"})
}
