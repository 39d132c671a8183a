package layers

import (
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/onnx"
)

// Dense is a fully connected layer with ReLU.
type Dense struct {
	Name   string
	Inputs int
	Units  int
}

// Params: He et al. 2015, variance 2/fan-in for layers with ReLU.
func (l Dense) Params() []Param {
	return []Param{
		{Name: l.Name + ".weight", Shape: []int{l.Inputs, l.Units}, Variance: 2 / float64(l.Inputs)},
		{Name: l.Name + ".bias", Shape: []int{l.Units}},
	}
}

func (l Dense) In() int           { return l.Inputs }
func (l Dense) Out() int          { return l.Units }
func (l Dense) MultiplyAdds() int { return l.Inputs * l.Units }

func (l Dense) Kernel() (Kernel, error) { return denseKernel{l.Inputs, l.Units}, nil }

func (l Dense) ONNX(s *onnx.Stack, params [][]float32) {
	s.Dense(l.Name, l.Units, params[0], params[1])
	s.Relu()
}

type denseKernel struct{ in, out int }

func (k denseKernel) Prepare(params [][]float32, _ bool) [][]float32 { return params }

// Forward computes y[b] = max(0, x[b]·weight + bias). It reads each row of the weights
// once for all positions. The result of a position does not depend on the others.
func (k denseKernel) Forward(_ *Env, y, x []float32, params [][]float32, n int) {
	weight, bias := params[0], params[1]
	for b := range n {
		copy(y[b*k.out:(b+1)*k.out], bias)
	}
	for i := range k.in {
		row := weight[i*k.out : (i+1)*k.out]
		for b := range n {
			kernel.Axpy(y[b*k.out:(b+1)*k.out], row, x[b*k.in+i])
		}
	}
	for i, v := range y[:n*k.out] {
		y[i] = max(v, 0)
	}
}

func (k denseKernel) Backward(e *Env, g Gradients, x, y, dy []float32, params [][]float32, n int) {
	weight, dw, db := params[0], g.Params[0], g.Params[1]
	active := e.row(n * k.out) // dy where the ReLU let something through
	for i, v := range y[:n*k.out] {
		active[i] = dy[i]
		if v <= 0 {
			active[i] = 0
		}
	}
	clear(db)
	for b := range n {
		kernel.Axpy(db, active[b*k.out:(b+1)*k.out], 1)
	}
	clear(dw)
	for i := range k.in {
		w, slope := weight[i*k.out:(i+1)*k.out], dw[i*k.out:(i+1)*k.out]
		for b := range n {
			row := active[b*k.out : (b+1)*k.out]
			kernel.Axpy(slope, row, x[b*k.in+i])
			if g.X != nil {
				g.X[b*k.in+i] = kernel.Dot(row, w)
			}
		}
	}
}
