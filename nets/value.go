package nets

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Value is a value network. All methods may be called from many goroutines; one
// learn.ValueTrainer at a time may work on it meanwhile.
type Value struct {
	network
	cfg       ValueConfig
	inference inference
}

// NewValue returns a network with weights drawn from the seed: He et al.
// 2015, variance 2/fan-in for layers with ReLU, 1/fan-in for the two without;
// biases 0.
func NewValue(cfg ValueConfig, seed uint64) (*Value, error) {
	v, err := emptyValue(cfg)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x76616c7565)) // "value": a stream of its own
	v.net.Draw(rng)
	return v, nil
}

// emptyValue lays out a network with all weights 0.
func emptyValue(cfg ValueConfig) (*Value, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	net := layers.New(cfg.layers())
	v := &Value{cfg: cfg, network: network{net: net, board: cfg.Board, planes: cfg.Planes}}
	v.inference = inference{net: net, layers: net.Layers, planes: cfg.Planes}
	return v, nil
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

// SetBody takes over the convolutions of a value network for another board, the one to a
// plane included. What follows, whose size depends on the board, stays as it was drawn, but
// for the last layer: a tenth of it, so that planes of any scale begin with answers near 0,
// which can still learn.
func (v *Value) SetBody(from *Value) error {
	a, b := from.cfg, v.cfg
	if a.Planes != b.Planes || a.Layers != b.Layers || a.Filters != b.Filters {
		return fmt.Errorf("the convolutions of a network with %d planes and %d layers of %d filters do not fit one with %d planes and %d layers of %d filters",
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

// SetTrunk takes over the first half of the convolutions of a policy network of the same
// board, filters and layers, at least one; planes that the policy lacks get weights of
// zero. What those layers know of stones and liberties serves both; the later ones of a
// trained policy have few channels left that tell more than the next move, and a value
// network that begins with them learns more slowly than from nothing.
//
// A trained policy's activations are many times as large as those that the layers above
// were drawn for: the values would be ±1 everywhere, where tanh has no slope, and nothing
// would ever be learnt. So the layers are scaled, by a factor that brings the activations
// of the n ≥ 1 positions in planes, [n][points][Stride], to the size that they had before.
// Layers of ReLU with scaled weights and biases compute the same, scaled.
func (v *Value) SetTrunk(p *Policy, planes []float32, n int) error {
	from, to := p.cfg, v.cfg
	if to.Planes < from.Planes || from.Board != to.Board || from.Filters != to.Filters || from.Layers != to.Layers {
		return fmt.Errorf("the convolutions of a policy network for %d×%d with %d planes and %d layers of %d filters do not fit a value network for %d×%d with %d planes and %d layers of %d filters",
			from.Board, from.Board, from.Planes, from.Layers, from.Filters, to.Board, to.Board, to.Planes, to.Layers, to.Filters)
	}
	taken := max(1, (to.Layers-1)/2)
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
