package ops

import (
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"sync/atomic"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Function is a differentiable function of an input x and parameters, over float32
// slices in row-major order. It must not change its arguments, nor keep them.
type Function interface {
	// Forward writes f(x, params) to y.
	Forward(y, x []float32, params [][]float32) error
	// Backward writes the gradients of x and of the parameters to g, given dy, the
	// gradient of y. y is the result of Forward for the same x and params, which was
	// its last call.
	Backward(g Gradients, x, y, dy []float32, params [][]float32) error
}

// Gradients is where Backward writes. Nil slices are not wanted.
type Gradients struct {
	X      []float32
	Params [][]float32
}

// Operation says how [Apply] makes a node of a function.
type Operation struct {
	// Name is the name in errors and drawings of the graph. It need not be unique.
	Name     string
	Function Function
	Shape    tensor.Shape // of the result; empty: a scalar
	// Data says which arguments, the input first and then the parameters, are data
	// without a gradient. Missing entries are false.
	Data []bool
	// Result and Gradients are memory for the values: nil for memory of its own. Nothing
	// else may write there before the machine has finished its run.
	Result    []float32
	Gradients Gradients
}

// Apply adds a function of x and parameters to their graph. Every argument is a
// tensor of float32.
//
// The operation owns the memory of its result and its gradients and writes it anew in
// every run, so that a run allocates next to nothing. Copy values that must outlive the
// next run.
func Apply(o Operation, x *gorgonia.Node, params ...*gorgonia.Node) (*gorgonia.Node, error) {
	children := append(gorgonia.Nodes{x}, params...)
	op, err := newOp(o.Name, children, o.Shape, o.Result)
	if err != nil {
		return nil, err
	}
	y, err := gorgonia.ApplyOp(&forwardOp{op, o}, children...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return y, nil
}

// op is what our gorgonia operations share. An operation belongs to one node.
//
// gorgonia's tape drops its registers at Reset, so results that it allocates would be
// allocated anew in each step (1.4 GB for a batch of 16 of AlphaGo's network).
type op struct {
	name   string
	serial uint64 // gorgonia takes two nodes with equal hash and equal children for one
	dims   []int  // of the arguments
	memory []float32
	result *tensor.Dense // over memory
}

var serials atomic.Uint64

func newOp(name string, children gorgonia.Nodes, shape tensor.Shape, memory []float32) (op, error) {
	o := op{name: name, serial: serials.Add(1)}
	for i, n := range children {
		if n == nil {
			return op{}, fmt.Errorf("%s: argument %d is nil", name, i)
		}
		if dt := n.Dtype(); dt != tensor.Float32 {
			return op{}, fmt.Errorf("%s: argument %d (%s) is of %v, want float32", name, i, n.Name(), dt)
		}
		o.dims = append(o.dims, n.Dims())
	}
	size := 1
	for _, s := range shape {
		size *= s
	}
	if memory == nil {
		memory = make([]float32, size)
	}
	if len(memory) != size {
		return op{}, fmt.Errorf("%s: memory of %d floats for a result of %d", name, len(memory), size)
	}
	o.memory, o.result = memory, view(memory, shape)
	return o, nil
}

// view makes a tensor over existing memory. A scalar has a copy.
func view(data []float32, shape tensor.Shape) *tensor.Dense {
	if len(shape) == 0 {
		return tensor.New(tensor.FromScalar(data[0]))
	}
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

func (o *op) Arity() int { return len(o.dims) }

// Type gives gorgonia the dimensions of arguments and result.
func (o *op) Type() hm.Type {
	var types []hm.Type
	for _, d := range append(o.dims[:len(o.dims):len(o.dims)], o.result.Dims()) {
		if d == 0 {
			types = append(types, hm.TypeVariable('a'))
			continue
		}
		types = append(types, gorgonia.TensorType{Dims: d, Of: hm.TypeVariable('a')})
	}
	return hm.NewFnType(types...)
}

func (o *op) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.result.Shape(), nil }
func (o *op) ReturnsPtr() bool                                      { return false }
func (o *op) CallsExtern() bool                                     { return false }
func (o *op) OverwritesInput() int                                  { return -1 }
func (o *op) WriteHash(h hash.Hash)                                 { fmt.Fprintf(h, "%s#%d", o.name, o.serial) }
func (o *op) String() string                                        { return o.name }

func (o *op) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// floats returns the values of every argument in row-major order.
func (o *op) floats(in []gorgonia.Value) ([][]float32, error) {
	out := make([][]float32, len(in))
	for i, v := range in {
		data, err := floats(v)
		if err != nil {
			return nil, fmt.Errorf("%s: argument %d: %w", o.name, i, err)
		}
		out[i] = data
	}
	return out, nil
}

func floats(v gorgonia.Value) ([]float32, error) {
	if d, ok := v.(tensor.View); ok && (d.RequiresIterator() || d.DataOrder().IsColMajor()) {
		v = d.Materialize() // transposed or cut out of another tensor
	}
	switch data := v.Data().(type) {
	case []float32:
		if len(data) < v.Size() {
			return nil, fmt.Errorf("%d values of %d", len(data), v.Size())
		}
		return data[:v.Size()], nil
	case float32:
		return []float32{data}, nil
	}
	return nil, fmt.Errorf("a value of %T, want float32", v.Data())
}

// forwardOp is y = f(x, params).
type forwardOp struct {
	op
	Operation
}

func (o *forwardOp) String() string { return o.name }

func (o *forwardOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	args, err := o.floats(in)
	if err != nil {
		return nil, err
	}
	if err := o.Function.Forward(o.memory, args[0], args[1:]); err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	if o.result.Dims() == 0 {
		return gorgonia.NewF32(o.memory[0]), nil
	}
	return o.result, nil
}

func (o *forwardOp) differentiable(i int) bool { return i >= len(o.Data) || !o.Data[i] }

// DiffWRT excludes data, so that no gradient of it is computed.
func (o *forwardOp) DiffWRT(inputs int) []bool {
	out := make([]bool, inputs)
	for i := range out {
		out[i] = o.differentiable(i)
	}
	return out
}

// SymDiff adds the node that computes all gradients at once, and behind it a node for
// each of them: gorgonia's operations have one result.
func (o *forwardOp) SymDiff(in gorgonia.Nodes, y, dy *gorgonia.Node) (gorgonia.Nodes, error) {
	values := make(gradients, len(in))
	for i, n := range in {
		if !o.differentiable(i) {
			continue
		}
		memory := o.gradient(i)
		if memory == nil {
			memory = make([]float32, n.Shape().TotalSize())
		}
		if len(memory) != n.Shape().TotalSize() {
			return nil, fmt.Errorf("%s: memory of %d floats for the gradient of argument %d, of shape %v",
				o.name, len(memory), i, n.Shape())
		}
		values[i] = view(memory, n.Shape())
	}
	children := append(append(gorgonia.Nodes{}, in...), y, dy)
	back, err := newOp(o.name+".back", children, tensor.Shape{1}, nil)
	if err != nil {
		return nil, err
	}
	all, err := gorgonia.ApplyOp(&backwardOp{back, o.Function, values}, children...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	out := make(gorgonia.Nodes, len(in))
	for i, v := range values {
		if v == nil {
			continue
		}
		part, err := newOp(fmt.Sprintf("%s.grad%d", o.name, i), gorgonia.Nodes{all}, v.Shape(), v.Data().([]float32))
		if err != nil {
			return nil, err
		}
		if out[i], err = gorgonia.ApplyOp(&partOp{part, i}, all); err != nil {
			return nil, fmt.Errorf("%s: %w", o.name, err)
		}
	}
	return out, nil
}

// gradient is the caller's memory for the gradient of argument i, or nil.
func (o *forwardOp) gradient(i int) []float32 {
	if i == 0 {
		return o.Gradients.X
	}
	if i <= len(o.Gradients.Params) {
		return o.Gradients.Params[i-1]
	}
	return nil
}

// gradients has the gradient of each argument, nil for data.
type gradients []*tensor.Dense

// gradientsValue is gradients as one value of a graph. As a tensor it is the single
// number 0, which is never read.
type gradientsValue struct {
	*tensor.Dense
	of gradients
}

// backwardOp computes the gradients of all arguments. Its value is a gradientsValue.
type backwardOp struct {
	op
	f      Function
	values gradients
}

func (o *backwardOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	args, err := o.floats(in)
	if err != nil {
		return nil, err
	}
	n := len(o.values)
	memory := make([][]float32, n)
	for i, v := range o.values {
		if v != nil {
			memory[i] = v.Data().([]float32)
		}
	}
	g := Gradients{X: memory[0], Params: memory[1:]}
	if err := o.f.Backward(g, args[0], args[n], args[n+1], args[1:n]); err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	return gradientsValue{o.result, o.values}, nil
}

// partOp is the gradient of one argument.
type partOp struct {
	op
	argument int
}

func (o *partOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	all, ok := in[0].(gradientsValue)
	if !ok {
		return nil, errors.New(o.name + ": its argument is not the value of a backward operation")
	}
	return all.of[o.argument], nil
}
