package nets

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

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

func (c ValueConfig) input() (board, planes int) { return c.Board, c.Planes }

// layers is the network up to the tanh.
func (c ValueConfig) layers() []layers.Layer {
	return append(trunk(c.Board, c.Planes, c.Filters, c.Layers-1),
		layers.Plane{Name: "head", Points: c.points(), Channels: c.Filters, Biases: 1},
		layers.Dense{Name: "hidden", Inputs: c.points(), Units: c.Hidden},
		layers.Unit{Name: "value", Inputs: c.Hidden, Node: "outcome"})
}

// Value is a value network. All methods may be called from many goroutines; one
// learn.ValueTrainer at a time may work on it meanwhile.
type Value struct {
	network
	cfg ValueConfig
}

// NewValue returns a network with weights drawn from the seed: He et al.
// 2015, variance 2/fan-in for layers with ReLU, 1/fan-in for the two without;
// biases 0. The 3×3 convolutions begin near to the identity (Zagoruyko and Komodakis 2017).
func NewValue(cfg ValueConfig, seed uint64) (*Value, error) {
	v := &Value{cfg: cfg}
	if err := v.draw(models.Value, cfg, seed); err != nil {
		return nil, err
	}
	return v, nil
}

// ValueOf is [Of] for the value network alone. A model without one is refused.
func ValueOf(m *models.Model) (*Value, error) {
	a, err := architecture(m, models.Value)
	if err != nil {
		return nil, err
	}
	v := &Value{
		cfg: ValueConfig{
			Board:   m.Manifest.Board,
			Planes:  a.Planes,
			Filters: a.Filters,
			Layers:  a.Layers,
			Hidden:  a.Hidden,
		},
	}
	if err := v.take(m, models.Value, v.cfg); err != nil {
		return nil, err
	}
	return v, nil
}

func (v *Value) stored() stored {
	return stored{
		models.Value,
		&v.network,
		models.Architecture{Planes: v.cfg.Planes, Layers: v.cfg.Layers, Filters: v.cfg.Filters, Hidden: v.cfg.Hidden},
	}
}

// Config returns the shape of the network.
func (v *Value) Config() ValueConfig { return v.cfg }

// Evaluate writes the values of n positions, each from −1 (the player to move
// loses) to 1 (wins): dst is [n], planes is [n][points][Stride]. Any n ≥ 0 will do,
// and a position's result does not depend on the others. It is an error if a slice is
// too short.
func (v *Value) Evaluate(dst, planes []float32, n int) error {
	return v.inference.evaluate(dst, planes, n, tanhRow)
}

// ONNX returns the network as a file, as [Policy.ONNX] does: input ONNXPlanes, output
// ONNXValue.
func (v *Value) ONNX(notes ONNXNotes) ([]byte, error) {
	s := v.onnx()
	s.Tanh()
	s.Output(ONNXValue)
	return s.Encode(v.about(models.Value, notes,
		"value is the outcome to be expected, from −1 (the player to move loses) to 1 (wins)."))
}

// SetBody takes over the convolutions of a value network for another board, also the one to
// a plane. The size of the following layers depends on the board, so they keep their random
// weights. The last layer is divided by ten, so that planes of any scale begin with answers near
// 0, which can still learn.
func (v *Value) SetBody(from *Value) error {
	a, b := from.cfg, v.cfg
	if a.Planes != b.Planes || a.Layers != b.Layers || a.Filters != b.Filters {
		return fmt.Errorf("the convolutions of a network with %d planes and %d layers of %d filters do not fit one "+
			"with %d planes and %d layers of %d filters",
			a.Planes, a.Layers, a.Filters, b.Planes, b.Layers, b.Filters)
	}
	weights := from.Weights()
	return v.Update(func(params []Param) error {
		body := 2 * b.Layers // a weight and a bias each
		for i, q := range params[:body] {
			copy(q.Data, weights[i].Data)
		}
		for i := range params[body+2].Data {
			params[body+2].Data[i] /= 10
		}
		return nil
	})
}

func tanhRow(row []float32) {
	for i, x := range row {
		row[i] = float32(math.Tanh(float64(x)))
	}
}

// Trunk is how many convolutions [Value.SetTrunk] takes over.
func (c ValueConfig) Trunk() int { return max(1, (c.Layers-1)/2) }

// SetTrunk takes over the first half of the convolutions of a policy network of the same
// board, filters and layers, at least one; planes that the policy lacks get weights of
// zero. What those layers know of stones and liberties serves both networks. In the later
// layers of a trained policy few channels show more than the next move. A value network
// that begins with them learns more slowly than from random weights.
//
// A trained policy's activations are many times as large as the activations of random layers,
// and the layers above are made for these. The values would be ±1 everywhere, where tanh has
// no slope, and nothing would be learnt. So the layers are scaled by a factor: it brings the
// activations of the n ≥ 1 positions in planes, [n][points][Stride], to the size that they had
// before. Layers of ReLU with scaled weights and biases compute the same, scaled.
func (v *Value) SetTrunk(p *Policy, planes []float32, n int) error {
	from, to := p.cfg, v.cfg
	if to.Planes < from.Planes || from.Board != to.Board || from.Filters != to.Filters || from.Layers != to.Layers {
		return fmt.Errorf("the convolutions of a policy network for %d×%d with %d planes and %d layers of %d "+
			"filters do not fit a value network for %d×%d with %d planes and %d layers of %d filters",
			from.Board, from.Board, from.Planes, from.Layers, from.Filters, to.Board, to.Board, to.Planes, to.Layers,
			to.Filters)
	}
	taken := to.Trunk()
	before, err := v.inference.activation(planes, n, taken)
	if err != nil {
		return err
	}
	weights := p.Weights()
	set := func(scale float64) error {
		return v.Update(func(params []Param) error {
			total := 1.0 // of the layers so far: biases are added to activations of that scale
			for i := range taken {
				weight, bias := weights[2*i].Data, weights[2*i+1].Data
				if i == 0 {
					weight = widen(weight, from.Planes, to.Planes, 5*5, to.Filters)
				}
				total *= scale
				for j, w := range weight {
					params[2*i].Data[j] = float32(scale * float64(w))
				}
				for j, b := range bias {
					params[2*i+1].Data[j] = float32(total * float64(b))
				}
			}
			return nil
		})
	}
	if err := set(1); err != nil {
		return err
	}
	after, err := v.inference.activation(planes, n, taken)
	if err != nil {
		return err
	}
	if before == 0 || after == 0 {
		return nil // a trunk that answers nothing has no scale
	}
	return set(math.Pow(before/after, 1/float64(taken)))
}
