package nets

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
)

// op is what our gorgonia operations share. An operation belongs to one node of
// one graph and owns the memory of its result: gorgonia's tape drops every
// register at Reset, so results that it allocates itself would be allocated
// anew in each step (1.4 GB for a batch of 16 of the paper's network).
type op struct {
	// name is unique within the graph. gorgonia takes two nodes with equal hash
	// and equal children for one.
	name   string
	dims   []int // of the arguments
	result *tensor.Dense
}

// newOp returns an operation whose result lies in data.
func newOp(name string, dims []int, data []float32, shape ...int) op {
	return op{name: name, dims: dims, result: view(data, shape...)}
}

// view makes a tensor over existing memory.
func view(data []float32, shape ...int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

func (o *op) Arity() int { return len(o.dims) }

// Type tells gorgonia the dimensions of arguments and result.
func (o *op) Type() hm.Type {
	var types []hm.Type
	for _, d := range append(o.dims[:len(o.dims):len(o.dims)], o.result.Dims()) {
		types = append(types, tensorType(d))
	}
	return hm.NewFnType(types...)
}

func tensorType(dims int) hm.Type {
	if dims == 0 {
		return hm.TypeVariable('a')
	}
	return gorgonia.TensorType{Dims: dims, Of: hm.TypeVariable('a')}
}

func (o *op) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.result.Shape(), nil }
func (o *op) ReturnsPtr() bool                                      { return false }
func (o *op) CallsExtern() bool                                     { return false }
func (o *op) OverwritesInput() int                                  { return -1 }
func (o *op) WriteHash(h hash.Hash)                                 { fmt.Fprint(h, o.name) }
func (o *op) String() string                                        { return o.name }

func (o *op) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// floats returns the memory of a float32 tensor.
func floats(v gorgonia.Value) []float32 { return v.Data().([]float32) }

// takeOp hands on a gradient that the backward operation it depends on has left
// in memory: gorgonia's operations have one result, a layer's backward has
// three.
type takeOp struct{ op }

func (o *takeOp) Do(...gorgonia.Value) (gorgonia.Value, error) { return o.result, nil }

// take adds a takeOp for each of the two parameters of a layer behind its
// backward node.
func take(layer string, backward *gorgonia.Node, dw, db []float32, wShape ...int) (w, b *gorgonia.Node, err error) {
	dims := []int{backward.Dims()}
	if w, err = gorgonia.ApplyOp(&takeOp{newOp(layer+".dw", dims, dw, wShape...)}, backward); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", layer, err)
	}
	if b, err = gorgonia.ApplyOp(&takeOp{newOp(layer+".db", dims, db, len(db))}, backward); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", layer, err)
	}
	return w, b, nil
}

// convOp is a convolution with bias and ReLU: x [batch][point][channel], weight
// [tap][in][out], bias [out].
type convOp struct {
	op
	conv    *kernel.Conv    // the weights in the kernels' form, shared by all graphs of a trainer
	scratch *kernel.Scratch // shared by the operations of one graph
	batch   int
	dx      []float32 // room for the gradient of x; nil: x is the input and needs none
	dw, db  []float32 // where the gradients of weight and bias go
}

// Do computes the activation. The weight comes in as a node for the sake of
// differentiation; the kernel works on the form that the trainer has made of
// the same memory, once a step for all graphs.
func (o *convOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	o.conv.Forward(o.scratch, floats(o.result), floats(in[0]), floats(in[2]), o.batch, true)
	return o.result, nil
}

// DiffWRT excludes the network's input, so that no gradient of it is computed.
func (o *convOp) DiffWRT(int) []bool { return []bool{o.dx != nil, true, true} }

func (o *convOp) SymDiff(in gorgonia.Nodes, out, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	data, shape := o.dx, in[0].Shape()
	if data == nil {
		data, shape = make([]float32, 1), tensor.Shape{1, 1, 1} // nobody asks for its value
	}
	back := &convBackOp{op: newOp(o.name+".back", []int{3, 3, 3}, data, shape...), fwd: o}
	node, err := gorgonia.ApplyOp(back, in[0], out, grad)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	dw, db, err := take(o.name, node, o.dw, o.db, in[1].Shape()...)
	if err != nil {
		return nil, err
	}
	if o.dx == nil {
		node = nil
	}
	return gorgonia.Nodes{node, dw, db}, nil
}

// convBackOp has the gradient of x as its value and leaves those of weight and
// bias beside.
type convBackOp struct {
	op
	fwd *convOp
}

func (o *convBackOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	f := o.fwd
	f.conv.Backward(f.scratch, f.dx, f.dw, f.db, floats(in[0]), floats(in[1]), floats(in[2]), f.batch)
	return o.result, nil
}

// headOp is the last layer: x [batch][point][channel], weight [channel], bias
// [point], result [batch][point].
type headOp struct {
	op
	head
	batch      int
	dx, dw, db []float32
}

func (o *headOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	o.forward(floats(o.result), floats(in[0]), o.batch)
	return o.result, nil
}

func (o *headOp) DiffWRT(int) []bool { return []bool{true, true, true} }

func (o *headOp) SymDiff(in gorgonia.Nodes, _, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	back := &headBackOp{op: newOp(o.name+".back", []int{3, 2}, o.dx, in[0].Shape()...), fwd: o}
	node, err := gorgonia.ApplyOp(back, in[0], grad)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	dw, db, err := take(o.name, node, o.dw, o.db, len(o.dw))
	if err != nil {
		return nil, err
	}
	return gorgonia.Nodes{node, dw, db}, nil
}

type headBackOp struct {
	op
	fwd *headOp
}

func (o *headBackOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	f := o.fwd
	f.backward(f.dx, f.dw, f.db, floats(in[0]), floats(in[1]), f.batch)
	return o.result, nil
}
