package layers

import (
	"github.com/tengen-go/tengen/internal/bfloat16"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/onnx"
)

// Layer describes one layer of a network.
type Layer interface {
	// Params lists the parameters in their canonical order, without memory.
	Params() []Param
	// In and Out are the floats of one position's input and output, padding included.
	In() int
	Out() int
	// MultiplyAdds is the number of multiplications for one position by the
	// definition, borders counted in full.
	MultiplyAdds() int
	// Kernel returns the arithmetic. Its weights are yet to be prepared.
	Kernel() (Kernel, error)
	// ONNX adds the layer to a file. params are the values in the order of Params.
	ONNX(s *onnx.Stack, params [][]float32)
}

// Param is one parameter of a network.
type Param struct {
	Name  string
	Shape []int
	// Variance is the variance of the normal distribution around 0 that the values are
	// drawn from. A parameter with variance 0 is a bias: it begins at 0 and never
	// decays.
	Variance float64
	// Pass adds 1 to what is drawn for the weight in the middle of each filter that reads the channel with the filter's
	// number. The parameter is the filters of a convolution, as many as its channels.
	Pass bool
	Data []float32 // row-major
}

// Size is the number of values of the shape.
func (q Param) Size() int {
	n := 1
	for _, s := range q.Shape {
		n *= s
	}
	return n
}

// Bias says whether the parameter is a bias.
func (q Param) Bias() bool { return q.Variance == 0 }

// Matrix says whether the parameter is a linear map between channels: the filters of a convolution. The next
// parameter is their bias.
func (q Param) Matrix() bool { return len(q.Shape) == 4 }

// Middle is where the weight in the middle of filter j is that reads channel j, in the parameter of a convolution.
func (q Param) Middle(j int) int {
	return (q.Shape[0]*q.Shape[1]/2*q.Shape[2]+j)*q.Shape[3] + j
}

// Kernel is the arithmetic of a layer. Many goroutines may call Forward and Backward,
// each with an [Env] of its own. While Prepare runs nothing else may be called.
type Kernel interface {
	// Prepare brings the parameters into the form that Forward wants, and with train
	// into the one for the gradient of the input. It returns those that Forward and
	// Backward still read, with nil for the others.
	Prepare(params [][]float32, train bool) [][]float32
	// Forward computes y, [n][Out], from x, [n][In].
	Forward(e *Env, y, x []float32, params [][]float32, n int)
	// Backward computes the gradients from dy, the gradient of y. y is what Forward
	// made of x. It writes to nothing but g.
	Backward(e *Env, g Gradients, x, y, dy []float32, params [][]float32, n int)
}

// Splitter is a kernel that a team can share.
type Splitter interface {
	// SplitTime is the time that so many members need together for so many positions,
	// as a multiple of one position's time on one thread.
	SplitTime(members, positions int) float64
}

// Gradients is where Backward writes.
type Gradients struct {
	X      []float32   // [n][In]; nil: not wanted
	Params [][]float32 // in the order of Params
}

// Env is what one goroutine needs to compute layers. The zero value is ready.
type Env struct {
	Scratch kernel.Scratch
	Rounded bfloat16.Scratch
	Team    *kernel.Team // shares each layer; may be nil
	floats  []float32
}

// row returns room for n floats, valid until the next call.
func (e *Env) row(n int) []float32 {
	if len(e.floats) < n {
		e.floats = kernel.Aligned(n)
	}
	return e.floats[:n]
}
