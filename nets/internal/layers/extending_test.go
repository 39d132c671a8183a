package layers

import (
	"math"

	"github.com/tengen-go/tengen/internal/onnx"
)

// Tanh is a layer without parameters: the hyperbolic tangent of every value.
type Tanh struct{ Units int }

func (l Tanh) Params() []Param         { return nil }
func (l Tanh) In() int                 { return l.Units }
func (l Tanh) Out() int                { return l.Units }
func (l Tanh) MultiplyAdds() int       { return 0 }
func (l Tanh) Kernel() (Kernel, error) { return tanhKernel{}, nil }

func (l Tanh) ONNX(s *onnx.Stack, _ [][]float32) { s.Tanh() }

type tanhKernel struct{}

func (tanhKernel) Prepare(params [][]float32, _ bool) [][]float32 { return params }

func (tanhKernel) Forward(_ *Env, y, x []float32, _ [][]float32, _ int) {
	for i, v := range x[:len(y)] {
		y[i] = float32(math.Tanh(float64(v)))
	}
}

func (tanhKernel) Backward(_ *Env, g Gradients, _, y, dy []float32, _ [][]float32, _ int) {
	for i := range g.X { // none if nobody wants the gradient
		v := y[i]
		g.X[i] = dy[i] * (1 - v*v)
	}
}

// The test of all kinds compares its gradient with finite differences.
func init() { kinds = append(kinds, Tanh{Units: 6}) }
