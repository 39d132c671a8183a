package nets

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
)

// convOp is a convolution with bias and ReLU: x [batch][point][channel], weight
// [tap][in][out], bias [out].
type convOp struct {
	op
	conv    *kernel.Conv    // the weights in the kernels' form, shared by all graphs of a trainer
	scratch *kernel.Scratch // shared by the operations of one graph
	team    *kernel.Team    // the same
	batch   int
	dx      []float32 // room for the gradient of x; nil: x is the input and needs none
	dw, db  []float32 // where the gradients of weight and bias go
}

// Do computes the activation. The weight comes in as a node for the sake of
// differentiation; the kernel works on the form that the trainer has made of
// the same memory, once a step for all graphs.
func (o *convOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	o.conv.ForwardSplit(o.team, o.scratch, floats(o.result), floats(in[0]), floats(in[2]), o.batch, true)
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
	f.conv.BackwardSplit(f.team, f.scratch, f.dx, f.dw, f.db, floats(in[0]), floats(in[1]), floats(in[2]), f.batch)
	return o.result, nil
}
