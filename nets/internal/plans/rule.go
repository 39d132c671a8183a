package plans

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Names of the optimisers' memory.
const (
	Velocity = "velocity"
	Mean     = "mean"
	Square   = "square"
)

// Rule is an optimiser: how a parameter follows from its gradient. Biases do not decay.
type Rule interface {
	slots() []string
	// keeps says whether a slot is in use for a parameter.
	keeps(slot string, q layers.Param) bool
	// record is the step of a parameter by the gradients. It may overwrite the gradient of the parameter. Muon's step
	// of filters also moves the bias after them.
	record(t *trainingRecorder, param int, grads *Arrays) []gpu.Call
	// means says whether the steps of a parameter need the means of the inputs that it is multiplied by.
	means(q layers.Param) bool
}

// SGD is gradient descent.
type SGD struct{ Decay float32 }

// Momentum is gradient descent with momentum.
type Momentum struct{ Momentum, Decay float32 }

// Adam is Adam with its constants.
type Adam struct{ Beta1, Beta2, Epsilon, Decay float32 }

// Muon is Muon for matrices, in coordinates where their inputs have a mean of zero, and Adam for the rest.
type Muon struct {
	Adam
	Momentum, Scale float32
}

func (SGD) slots() []string              { return nil }
func (SGD) means(layers.Param) bool      { return false }
func (Momentum) means(layers.Param) bool { return false }
func (Adam) means(layers.Param) bool     { return false }
func (Muon) means(q layers.Param) bool   { return q.Matrix() }

func (SGD) keeps(string, layers.Param) bool { return true }

func (Momentum) slots() []string                 { return []string{Velocity} }
func (Momentum) keeps(string, layers.Param) bool { return true }

func (Adam) slots() []string                 { return []string{Mean, Square} }
func (Adam) keeps(string, layers.Param) bool { return true }

func (Muon) keeps(slot string, q layers.Param) bool { return slot != Square || !q.Matrix() }

// weights are buffer and size of a parameter, and what is left of a decay.
func (t *trainingRecorder) weights(param int, decay float32) (buffer, size int, rest float32) {
	l := t.params.Layouts[param]
	if t.net.Params[param].Bias() {
		decay = 0
	}
	return l.Buffer, l.Size(), decay
}

func (r SGD) record(t *trainingRecorder, param int, grads *Arrays) []gpu.Call {
	w, size, decay := t.weights(param, r.Decay)
	return []gpu.Call{descend(t, w, grads.Layouts[param].Buffer, size, 1, decay)}
}

// descend is gradient descent at a multiple of the rate.
func descend(t *trainingRecorder, w, g, size int, factor, decay float32) gpu.Call {
	return gpu.Call{
		Kernel: kernels.SGD, Buffers: []int{w, g, t.Values, t.Flag},
		Args: []uint32{uint32(size), kernels.Bits(factor), kernels.Bits(decay)},
	}
}

func (r Momentum) record(t *trainingRecorder, param int, grads *Arrays) []gpu.Call {
	w, size, decay := t.weights(param, r.Decay)
	return []gpu.Call{{
		Kernel:  kernels.Momentum,
		Buffers: []int{w, t.slot(Velocity, param), grads.Layouts[param].Buffer, t.Values, t.Flag},
		Args:    []uint32{uint32(size), kernels.Bits(r.Momentum), kernels.Bits(decay)},
	}}
}

func (r Adam) record(t *trainingRecorder, param int, grads *Arrays) []gpu.Call {
	w, size, decay := t.weights(param, r.Decay)
	return []gpu.Call{{
		Kernel: kernels.Adam, Buffers: []int{
			w, t.slot(Mean, param), t.slot(Square, param), grads.Layouts[param].Buffer, t.Values, t.Flag,
		},
		Args: []uint32{
			uint32(size), kernels.Bits(r.Beta1), kernels.Bits(r.Beta2), kernels.Bits(r.Epsilon), kernels.Bits(decay),
		},
	}}
}

// record follows optimizer.filters of package learn step by step.
func (r Muon) record(t *trainingRecorder, param int, grads *Arrays) []gpu.Call {
	q := t.net.Params[param]
	if !q.Matrix() {
		return r.Adam.record(t, param, grads)
	}
	w, size, decay := t.weights(param, r.Decay)
	l := t.params.Layouts[param]
	rows, cols := l.Blocks*l.PaddedRows, l.PaddedColumns
	m := t.muon(param)
	var calls []gpu.Call
	add := func(k kernels.Name, args []uint32, buffers ...int) {
		calls = append(calls, gpu.Call{Kernel: k, Buffers: buffers, Args: args})
	}
	mean, ok := t.means[param]
	if !ok {
		panic(fmt.Sprintf("plans: nobody computes the mean inputs of parameter %d", param))
	}
	g, bias := grads.Layouts[param].Buffer, t.params.Layouts[param+1].Buffer
	add(kernels.MeanGradient, shape(rows, cols, l.PaddedRows), g, grads.Layouts[param+1].Buffer, mean)
	add(kernels.LookAhead, []uint32{uint32(size), kernels.Bits(r.Momentum)},
		t.slot(Mean, param), m.step, g, t.Values, t.Flag)
	add(kernels.Centre, shape(rows, cols, l.PaddedRows, l.Rows), m.step)
	add(kernels.Squares, shape(size), m.step, m.norm)
	add(kernels.Normalize, shape(size), m.step, m.norm, m.x)
	add(kernels.Gram, shape(rows, cols), m.x, m.a)
	square := shape(cols, cols, cols)
	// p is the product of the factors q so far; spare is where the next one goes.
	a, next, p, spare := m.a, m.next, m.p, m.spare
	for i := range kernel.NewtonSteps {
		add(kernels.Product, square, a, a, m.t)
		to := m.q
		if i == 0 {
			to = p
		}
		add(kernels.Polynomial, []uint32{
			uint32(cols), kernels.Bits(kernel.NewtonA), kernels.Bits(kernel.NewtonB), kernels.Bits(kernel.NewtonC),
		}, a, m.t, to)
		if i > 0 {
			add(kernels.Product, square, p, m.q, spare)
			p, spare = spare, p
		}
		if i < kernel.NewtonSteps-1 { // A of the next step is Q·A·Q
			factor := to
			if i > 0 {
				factor = m.q
			}
			add(kernels.Product, square, a, factor, m.t)
			add(kernels.Product, square, factor, m.t, next)
			a, next = next, a
		}
	}
	add(kernels.Product, shape(rows, cols, cols), m.x, p, m.step)
	width := q.Shape[0] * q.Shape[1] * q.Shape[2]
	scale := r.Scale * float32(math.Sqrt(float64(max(width, q.Shape[3]))))
	add(kernels.MeanStep, []uint32{
		uint32(rows), uint32(cols), uint32(l.PaddedRows), kernels.Bits(scale), kernels.Bits(decay),
	}, bias, m.step, w, mean, t.Values, t.Flag)
	return append(calls, descend(t, w, m.step, size, scale, decay/scale))
}

// muonBuffers are the matrices of Muon for a parameter.
type muonBuffers struct{ step, norm, x, a, next, t, q, p, spare int }

// muon adds the buffers of a parameter at their first use. No two parameters share any. Their matrices are small,
// and so a card can work on all of them at the same time.
func (t *trainingRecorder) muon(param int) muonBuffers {
	m, ok := t.matrices[param]
	if ok {
		return m
	}
	l, of := t.params.Layouts[param], " of "+t.net.Params[param].Name
	m = muonBuffers{
		step: t.buffer("muon step"+of, kernels.Float32, l.Size()),
		norm: t.buffer("muon norm"+of, kernels.Float32, 1),
		x:    t.buffer("muon x"+of, kernels.Float32, l.Size()),
	}
	for i, b := range []*int{&m.a, &m.next, &m.t, &m.q, &m.p, &m.spare} {
		*b = t.buffer("muon matrix "+string(rune('1'+i))+of, kernels.Float32, l.PaddedColumns*l.PaddedColumns)
	}
	t.matrices[param] = m
	return m
}
