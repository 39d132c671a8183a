package nets

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
)

// graph is a gorgonia graph that computes the loss of a slice of the batch and
// its gradient, with the tape that runs it. Its parameter nodes hold tensors
// over the network's own memory; all graphs of a trainer share them.
type graph struct {
	batch   int
	shape   tensor.Shape // of the input
	input   *gorgonia.Node
	targets []float32 // [batch], memory of the input node
	weights []float32 // [batch]
	loss    *lossOp
	tape    gorgonia.VM
	grads   []float32 // laid out as Policy.flat
}

// newGraph builds the graph of a slice of batch positions out of n. convs hold
// the transformed weights.
func newGraph(p *Policy, convs []*kernel.Conv, batch, n int) (*graph, error) {
	g := &graph{
		batch:   batch,
		shape:   tensor.Shape{batch, p.Points(), p.Stride()},
		targets: make([]float32, batch),
		weights: make([]float32, batch),
		grads:   kernel.Aligned(len(p.flat)),
	}
	b := graphBuilder{graph: g, policy: p, expr: gorgonia.NewGraph(), scratch: new(kernel.Scratch)}
	logits, err := b.network(convs)
	if err != nil {
		return nil, err
	}
	loss, err := b.addLoss(logits, n)
	if err != nil {
		return nil, err
	}
	if _, err := gorgonia.Grad(loss, b.params...); err != nil {
		return nil, fmt.Errorf("differentiate the network: %w", err)
	}
	g.tape = gorgonia.NewTapeMachine(b.expr)
	return g, nil
}

// graphBuilder holds what the layers of a graph share while it is built.
type graphBuilder struct {
	*graph
	policy  *Policy
	expr    *gorgonia.ExprGraph
	params  gorgonia.Nodes
	scratch *kernel.Scratch
	// The gradient of an activation is read by the layer below and never again,
	// so two buffers by turns serve all layers.
	gradient [2][]float32
}

// param adds the input node of parameter i, of the shape that the operation
// wants, and returns it with the place of its gradient.
func (b *graphBuilder) param(i int, shape ...int) (*gorgonia.Node, []float32) {
	q, s := b.policy.params[i], b.policy.spans[i]
	n := gorgonia.NewTensor(b.expr, tensor.Float32, len(shape), gorgonia.WithShape(shape...),
		gorgonia.WithName(q.Name), gorgonia.WithValue(view(q.Data, shape...)))
	b.params = append(b.params, n)
	return n, b.grads[s.from:s.to:s.to]
}

// network adds all layers up to the logits.
func (b *graphBuilder) network(convs []*kernel.Conv) (*gorgonia.Node, error) {
	points, batch := b.policy.Points(), b.batch
	b.input = gorgonia.NewTensor(b.expr, tensor.Float32, 3, gorgonia.WithShape(b.shape...), gorgonia.WithName("planes"))
	stride := kernel.PadOut(b.policy.cfg.Filters)
	size := batch * points * stride
	b.gradient = [2][]float32{kernel.Aligned(size), kernel.Aligned(size)}
	x := b.input
	for i, c := range convs {
		w, dw := b.param(2*i, c.Filter*c.Filter, c.In, c.Out)
		bias, db := b.param(2*i+1, c.Out)
		o := &convOp{
			op:   newOp(fmt.Sprintf("conv%d", i+1), []int{3, 3, 1}, kernel.Aligned(size), batch, points, stride),
			conv: c, scratch: b.scratch, batch: batch, dw: dw, db: db,
		}
		if i > 0 {
			o.dx = b.gradient[i%2]
		}
		var err error
		if x, err = gorgonia.ApplyOp(o, x, w, bias); err != nil {
			return nil, fmt.Errorf("%s: %w", o.name, err)
		}
	}
	h := b.policy.head()
	w, dw := b.param(2*len(convs), len(h.weight))
	bias, db := b.param(2*len(convs)+1, points)
	o := &headOp{
		op:   newOp("head", []int{3, 1, 1}, kernel.Aligned(batch*points), batch, points),
		head: h, batch: batch, dx: b.gradient[len(convs)%2], dw: dw, db: db,
	}
	return gorgonia.ApplyOp(o, x, w, bias)
}

// addLoss adds the loss of logits, a mean over n positions.
func (b *graphBuilder) addLoss(logits *gorgonia.Node, n int) (*gorgonia.Node, error) {
	vector := func(name string, data []float32) *gorgonia.Node {
		return gorgonia.NewVector(b.expr, tensor.Float32, gorgonia.WithShape(b.batch),
			gorgonia.WithName(name), gorgonia.WithValue(view(data, b.batch)))
	}
	b.loss = newLossOp("loss", b.batch, b.policy.Points(), n)
	return gorgonia.ApplyOp(b.loss, logits, vector("targets", b.targets), vector("weights", b.weights))
}

// run computes loss and gradients for planes, [batch][points][stride]. Without
// the Reset a second run would silently do nothing.
func (g *graph) run(planes []float32) error {
	if err := gorgonia.Let(g.input, view(planes, g.shape...)); err != nil {
		return err
	}
	err := g.tape.RunAll()
	g.tape.Reset()
	return err
}
