package nets

import (
	"fmt"

	"gorgonia.org/gorgonia"
)

// headOp is the 1×1 convolution to one plane: x [batch][point][channel], weight
// [channel], bias [point] or [1], result [batch][point].
type headOp struct {
	op
	head
	batch      int
	dx, dw, db []float32
}

func (o *headOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	o.forward(floats(o.result), floats(in[0]), nil, o.batch)
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
