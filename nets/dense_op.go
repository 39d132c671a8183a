package nets

import (
	"fmt"

	"gorgonia.org/gorgonia"
)

// denseOp is a fully connected layer with ReLU: x [batch][in], weight [in][out],
// bias [out], result [batch][1][out], which a headOp takes as one point.
type denseOp struct {
	op
	dense
	batch      int
	dx, dw, db []float32
}

func (o *denseOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	o.forward(floats(o.result), floats(in[0]), o.batch)
	return o.result, nil
}

func (o *denseOp) DiffWRT(int) []bool { return []bool{true, true, true} }

func (o *denseOp) SymDiff(in gorgonia.Nodes, out, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	back := &denseBackOp{op: newOp(o.name+".back", []int{2, 3, 3}, o.dx, in[0].Shape()...), fwd: o}
	node, err := gorgonia.ApplyOp(back, in[0], out, grad)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	dw, db, err := take(o.name, node, o.dw, o.db, in[1].Shape()...)
	if err != nil {
		return nil, err
	}
	return gorgonia.Nodes{node, dw, db}, nil
}

// denseBackOp has the gradient of x as its value and leaves those of weight and
// bias beside. It clears the gradient of its result where the ReLU was off, which
// nobody else reads.
type denseBackOp struct {
	op
	fwd *denseOp
}

func (o *denseBackOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	f := o.fwd
	f.backward(f.dx, f.dw, f.db, floats(in[0]), floats(in[1]), floats(in[2]), f.batch)
	return o.result, nil
}
