package learn

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// The optimisers.
const (
	SGD      = "sgd"      // the paper's: no momentum
	Momentum = "momentum" // Polyak's, velocity = momentum·velocity + gradient
	Adam     = "adam"     // Kingma and Ba 2015, weight decay apart from the gradient
	Muon     = "muon"     // Jordan et al. 2024 for the filters of convolutions (see filters), Adam for the rest
)

// Constants of Adam, as in its paper.
const (
	adamBeta1   = 0.9
	adamBeta2   = 0.999
	adamEpsilon = 1e-8
)

// optimizer turns gradients into steps. gorgonia's own solvers are slow (Adam:
// 364 ms and 62 MB of garbage for the paper's network) and Momentum's weight
// decay there acts on the velocity.
type optimizer struct {
	kind            string
	momentum, decay float32
	slots           []slot           // memory in addition to the weights, laid out as layers.Network.Flat
	work            []kernel.Scratch // of Muon, one for each parameter
	steps           uint64           // taken so far; Adam corrects its bias by it
}

type slot struct {
	name string
	flat []float32
}

const stepsTensor = "steps"

// newOptimizer returns one for so many parameters that take size floats.
func newOptimizer(kind string, momentum, decay float64, params, size int) *optimizer {
	o := &optimizer{
		kind:     kind,
		momentum: float32(momentum),
		decay:    float32(decay),
		work:     make([]kernel.Scratch, params),
	}
	switch kind {
	case Momentum:
		o.slots = []slot{{"velocity", kernel.Aligned(size)}}
	case Adam, Muon:
		o.slots = []slot{{"mean", kernel.Aligned(size)}, {"square", kernel.Aligned(size)}}
	}
	return o
}

// whole says whether a parameter's step depends on its whole gradient, not on each value
// alone. Then filters makes it.
func (o *optimizer) whole(q layers.Param) bool { return o.kind == Muon && q.Matrix() }

// apply takes one step on the range s of the flat arrays, which belongs to parameter i
// of the list and is a part of it. g stays as it is.
// Every range of a step is applied with the same o.steps, the number of this step
// from 1. Biases do not decay.
func (o *optimizer) apply(params []layers.Param, i int, w, g []float32, s layers.Span, rate float32) {
	decay := o.decay
	if params[i].Bias() {
		decay = 0
	}
	w, g = w[s.From:s.To], g[s.From:s.To]
	at := func(i int) []float32 { return o.slots[i].flat[s.From:s.To] }
	switch o.kind {
	case SGD:
		kernel.SGD(w, g, rate, decay)
	case Momentum:
		kernel.Momentum(w, at(0), g, rate, o.momentum, decay)
	case Adam, Muon: // Muon's own steps are for filters alone
		kernel.Adam(w, at(0), at(1), g, kernel.AdamRule{
			Rate: rate, Beta1: adamBeta1, Beta2: adamBeta2, Epsilon: adamEpsilon, Decay: decay, Step: int(o.steps),
		})
	}
}

// keeps tells whether the slot is in use for a parameter: Muon has no mean square of
// the weights of convolutions.
func (o *optimizer) keeps(sl slot, q layers.Param) bool {
	return sl.name != "square" || !o.whole(q)
}

// state returns copies of the slots, one tensor for each parameter of the full network, and the
// number of steps as two values below 2²⁴, which float32 holds exactly.
func (o *optimizer) state(n *layers.Lean) []models.Tensor {
	out := []models.Tensor{
		{Name: stepsTensor, Shape: []int{2}, Data: []float32{float32(o.steps >> 24), float32(o.steps & (1<<24 - 1))}},
	}
	for _, sl := range o.slots {
		flat := n.Spread(sl.flat)
		for i, q := range n.Full.Params {
			if !o.keeps(sl, q) {
				continue
			}
			s := n.Full.Spans[i]
			out = append(out, models.Tensor{
				Name:  sl.name + "/" + q.Name,
				Shape: q.Shape,
				Data:  append([]float32(nil), flat[s.From:s.To]...),
			})
		}
	}
	return out
}

// setState is the inverse of state. On an error nothing has changed.
func (o *optimizer) setState(n *layers.Lean, tensors []models.Tensor) error {
	want := []models.Tensor{{Name: stepsTensor, Shape: []int{2}}}
	for _, sl := range o.slots {
		for _, q := range n.Full.Params {
			if o.keeps(sl, q) {
				want = append(want, models.Tensor{Name: sl.name + "/" + q.Name, Shape: q.Shape})
			}
		}
	}
	data, err := models.Match(tensors, want)
	if err != nil {
		return fmt.Errorf("state of optimizer %s: %w", o.kind, err)
	}
	for _, v := range data[0] {
		if v < 0 || v >= 1<<24 || v != float32(int(v)) {
			return fmt.Errorf("state of optimizer %s: %v is no count of steps", o.kind, data[0])
		}
	}
	o.steps = uint64(data[0][0])<<24 | uint64(data[0][1])
	data = data[1:]
	full := make([]float32, len(n.Full.Flat))
	for _, sl := range o.slots {
		clear(full)
		for i, s := range n.Full.Spans {
			if !o.keeps(sl, n.Full.Params[i]) {
				continue
			}
			copy(full[s.From:s.To], data[0])
			data = data[1:]
		}
		n.Gather(sl.flat, full)
	}
	return nil
}
