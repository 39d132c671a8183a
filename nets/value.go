package nets

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gorgonia.org/gorgonia"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Value is a value network. All methods may be called from many goroutines; one
// [ValueTrainer] at a time may work on it meanwhile.
type Value struct {
	network
	cfg       ValueConfig
	inference inference
}

// NewValue returns a network whose weights are drawn from the seed: He et al.
// 2015, variance 2/fan-in for layers with ReLU, 1/fan-in for the two without;
// biases 0.
func NewValue(cfg ValueConfig, seed uint64) (*Value, error) {
	v, err := emptyValue(cfg)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x76616c7565)) // "value": a stream of its own
	v.draw(rng)
	above := v.above()
	fill(rng, above[0].Data, 1/float64(cfg.Filters))
	fill(rng, above[2].Data, 2/float64(cfg.points()))
	fill(rng, above[4].Data, 1/float64(cfg.Hidden))
	return v, nil
}

// emptyValue lays out a network with all weights 0.
func emptyValue(cfg ValueConfig) (*Value, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	v := &Value{cfg: cfg}
	v.lay(cfg.trunk(), cfg.params())
	v.inference = inference{net: &v.network, planes: cfg.Planes, outputs: 1, newTop: func(above []Param) top { return cfg.top(above) }}
	return v, nil
}

// params lists the parameters in their canonical order, without memory.
func (c ValueConfig) params() []Param {
	return append(c.trunk().params(),
		Param{Name: "head.weight", Shape: []int{c.Filters}},
		Param{Name: "head.bias", Shape: []int{1}},
		Param{Name: "hidden.weight", Shape: []int{c.points(), c.Hidden}},
		Param{Name: "hidden.bias", Shape: []int{c.Hidden}},
		Param{Name: "value.weight", Shape: []int{c.Hidden}},
		Param{Name: "value.bias", Shape: []int{1}})
}

// valueTop is the layers above the trunk of a value network, without the tanh.
type valueTop struct {
	head   head  // 1×1 convolution to one plane
	hidden dense // ReLU
	value  head  // of one point, whose channels are the hidden units
}

// top returns the layers above the trunk over the memory of their parameters.
func (c ValueConfig) top(above []Param) valueTop {
	return valueTop{
		head:   head{points: c.points(), stride: c.trunk().stride(), weight: above[0].Data, bias: above[1].Data},
		hidden: dense{in: c.points(), out: c.Hidden, weight: above[2].Data, bias: above[3].Data},
		value:  head{points: 1, stride: c.Hidden, weight: above[4].Data, bias: above[5].Data},
	}
}

func (t valueTop) room() int { return chunk * (t.hidden.in + t.hidden.out) }

func (t valueTop) forward(dst, x, work []float32, n int) {
	plane, hidden := work[:n*t.hidden.in], work[n*t.hidden.in:]
	t.head.forward(plane, x, nil, n)
	t.hidden.forward(hidden, plane, n)
	t.value.forward(dst, hidden, nil, n)
}

// Config returns the shape of the network.
func (v *Value) Config() ValueConfig { return v.cfg }

// Evaluate writes the values of n positions, each from −1 (the player to move
// loses) to 1 (wins): dst is [n], planes is [n][points][Stride]. Any n ≥ 0 will do,
// and a position's result does not depend on the others. The error tells of slices
// that are too short.
func (v *Value) Evaluate(dst, planes []float32, n int) error {
	return v.inference.evaluate(dst, planes, n, tanhRow)
}

// SetBody takes over the convolutions of a value network for another board, the one to a
// plane included. What follows, whose size depends on the board, stays as it was drawn, but
// for the last layer: a tenth of it, so that planes of any scale begin with answers near 0,
// which can still learn.
func (v *Value) SetBody(from *Value) error {
	a, b := from.trunk, v.trunk
	if a.board = b.board; a != b {
		return fmt.Errorf("the convolutions of a network with %d planes and %d layers of %d filters do not fit one with %d planes and %d layers of %d filters",
			a.planes, a.layers+1, a.filters, b.planes, b.layers+1, b.filters)
	}
	weights := from.Weights()
	return v.Update(func(params []Param) error {
		body := 2 * (b.layers + 1)
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

func (v *Value) addTop(b *graphBuilder, x *gorgonia.Node) (*gorgonia.Node, criterion, error) {
	t := v.cfg.top(v.above())
	x, err := b.addHead("head", t.head, x, b.trunkGradient())
	if err != nil {
		return nil, nil, err
	}
	if x, err = b.addDense("hidden", t.hidden, x, kernel.Aligned(b.batch*t.hidden.in)); err != nil {
		return nil, nil, err
	}
	x, err = b.addHead("value", t.value, x, kernel.Aligned(b.batch*t.hidden.out))
	return x, squaredErrorLoss{}, err
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
	from, to := p.trunk, v.trunk
	if to.planes < from.planes || from.board != to.board || from.filters != to.filters || from.layers != to.layers {
		return fmt.Errorf("the convolutions of a policy network for %d×%d with %d planes and %d layers of %d filters do not fit a value network for %d×%d with %d planes and %d layers of %d filters",
			from.board, from.board, from.planes, from.layers+1, from.filters, to.board, to.board, to.planes, to.layers+1, to.filters)
	}
	taken := max(1, to.layers/2)
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
					weight = widen(weight, from.planes, to.planes, 5*5, to.filters)
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
