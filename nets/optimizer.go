package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
)

// The optimisers.
const (
	SGD      = "sgd"      // the paper's: no momentum
	Momentum = "momentum" // Polyak's, velocity = momentum·velocity + gradient
	Adam     = "adam"     // Kingma and Ba 2015, weight decay apart from the gradient
)

// Constants of Adam, those of its paper.
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
	slots           []slot // memory beside the weights, laid out as Policy.flat
	steps           uint64 // taken so far; Adam corrects its bias by it
}

type slot struct {
	name string
	flat []float32
}

const stepsTensor = "steps"

func newOptimizer(kind string, momentum, decay float64, size int) *optimizer {
	o := &optimizer{kind: kind, momentum: float32(momentum), decay: float32(decay)}
	switch kind {
	case Momentum:
		o.slots = []slot{{"velocity", kernel.Aligned(size)}}
	case Adam:
		o.slots = []slot{{"mean", kernel.Aligned(size)}, {"square", kernel.Aligned(size)}}
	}
	return o
}

// apply takes one step on the range s of the flat arrays. Every range of a step
// is applied with the same o.steps, the number of this step from 1. Biases do
// not decay.
func (o *optimizer) apply(w, g []float32, s span, bias bool, rate float32) {
	decay := o.decay
	if bias {
		decay = 0
	}
	w, g = w[s.from:s.to], g[s.from:s.to]
	at := func(i int) []float32 { return o.slots[i].flat[s.from:s.to] }
	switch o.kind {
	case SGD:
		kernel.SGD(w, g, rate, decay)
	case Momentum:
		kernel.Momentum(w, at(0), g, rate, o.momentum, decay)
	case Adam:
		kernel.Adam(w, at(0), at(1), g, kernel.AdamRule{
			Rate: rate, Beta1: adamBeta1, Beta2: adamBeta2, Epsilon: adamEpsilon, Decay: decay, Step: int(o.steps),
		})
	}
}

// state returns copies of the slots, one tensor for each parameter, and the
// number of steps as two values below 2²⁴, which float32 holds exactly.
func (o *optimizer) state(p *Policy) []models.Tensor {
	out := []models.Tensor{{Name: stepsTensor, Shape: []int{2}, Data: []float32{float32(o.steps >> 24), float32(o.steps & (1<<24 - 1))}}}
	for _, sl := range o.slots {
		for i, q := range p.params {
			s := p.spans[i]
			out = append(out, models.Tensor{Name: sl.name + "/" + q.Name, Shape: q.Shape, Data: append([]float32(nil), sl.flat[s.from:s.to]...)})
		}
	}
	return out
}

// setState is the inverse of state. On an error nothing has changed.
func (o *optimizer) setState(p *Policy, tensors []models.Tensor) error {
	want := []Param{{Name: stepsTensor, Shape: []int{2}}}
	for _, sl := range o.slots {
		for _, q := range p.params {
			want = append(want, Param{Name: sl.name + "/" + q.Name, Shape: q.Shape})
		}
	}
	data, err := match(tensors, want)
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
	for _, sl := range o.slots {
		for _, s := range p.spans {
			copy(sl.flat[s.from:s.to], data[0])
			data = data[1:]
		}
	}
	return nil
}
