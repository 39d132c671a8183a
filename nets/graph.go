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
	batch int
	shape tensor.Shape // of the input
	input *gorgonia.Node
	loss  *lossOp
	tape  gorgonia.VM
	grads []float32 // laid out as network.flat
}

// trainable is a network that can be trained.
type trainable interface {
	base() *network
	// addTop adds the layers above the trunk, whose activations are x, and returns
	// the node of the outputs, [batch][outputs], with the criterion that judges them.
	addTop(b *graphBuilder, x *gorgonia.Node) (*gorgonia.Node, criterion, error)
}

// newGraph builds the graph of a slice of n positions out of a batch of all. convs
// hold the transformed weights; targets and weights, one for each position of the
// slice, are filled in before each run. The team shares the convolutions.
func newGraph(net trainable, convs []*kernel.Conv, targets, weights []float32, all int, team *kernel.Team) (*graph, error) {
	p, n := net.base(), len(targets)
	g := &graph{
		batch: n,
		shape: tensor.Shape{n, p.Points(), p.Stride()},
		grads: kernel.Aligned(len(p.flat)),
	}
	b := graphBuilder{graph: g, network: p, expr: gorgonia.NewGraph(), scratch: new(kernel.Scratch), team: team}
	x, err := b.addTrunk(convs)
	if err != nil {
		return nil, err
	}
	y, criterion, err := net.addTop(&b, x)
	if err != nil {
		return nil, err
	}
	g.loss = newLossOp("loss", criterion, n, y.Shape()[1], all)
	loss, err := gorgonia.ApplyOp(g.loss, y, b.vector("targets", targets), b.vector("weights", weights))
	if err != nil {
		return nil, fmt.Errorf("loss: %w", err)
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
	network *network
	expr    *gorgonia.ExprGraph
	params  gorgonia.Nodes
	scratch *kernel.Scratch
	team    *kernel.Team
	// The gradient of an activation of the trunk is read by the layer below and
	// never again, so two buffers by turns serve all layers.
	gradient [2][]float32
}

// param adds the input node of the next parameter, of the shape that the operation
// wants, and returns it with the place of its gradient. Layers ask in the canonical
// order.
func (b *graphBuilder) param(shape ...int) (*gorgonia.Node, []float32) {
	i := len(b.params)
	q, s := b.network.params[i], b.network.spans[i]
	n := gorgonia.NewTensor(b.expr, tensor.Float32, len(shape), gorgonia.WithShape(shape...),
		gorgonia.WithName(q.Name), gorgonia.WithValue(view(q.Data, shape...)))
	b.params = append(b.params, n)
	return n, b.grads[s.from:s.to:s.to]
}

// vector adds an input node over data, one value for each position.
func (b *graphBuilder) vector(name string, data []float32) *gorgonia.Node {
	return gorgonia.NewVector(b.expr, tensor.Float32, gorgonia.WithShape(len(data)),
		gorgonia.WithName(name), gorgonia.WithValue(view(data, len(data))))
}

// addTrunk adds the convolutions and returns the activations of the last one.
func (b *graphBuilder) addTrunk(convs []*kernel.Conv) (*gorgonia.Node, error) {
	points, batch, stride := b.network.Points(), b.batch, b.network.trunk.stride()
	b.input = gorgonia.NewTensor(b.expr, tensor.Float32, 3, gorgonia.WithShape(b.shape...), gorgonia.WithName("planes"))
	size := batch * points * stride
	b.gradient = [2][]float32{kernel.Aligned(size), kernel.Aligned(size)}
	x := b.input
	for i, c := range convs {
		w, dw := b.param(c.Filter*c.Filter, c.In, c.Out)
		bias, db := b.param(c.Out)
		o := &convOp{
			op:   newOp(fmt.Sprintf("conv%d", i+1), []int{3, 3, 1}, kernel.Aligned(size), batch, points, stride),
			conv: c, scratch: b.scratch, team: b.team, batch: batch, dw: dw, db: db,
		}
		if i > 0 {
			o.dx = b.gradient[i%2]
		}
		var err error
		if x, err = gorgonia.ApplyOp(o, x, w, bias); err != nil {
			return nil, fmt.Errorf("%s: %w", o.name, err)
		}
	}
	return x, nil
}

// trunkGradient is the place of the gradient of the trunk's activations.
func (b *graphBuilder) trunkGradient() []float32 { return b.gradient[b.network.trunk.layers%2] }

// addHead adds a layer of one output for each point over activations x, [batch]
// [point][channel], whose gradient goes to dx.
func (b *graphBuilder) addHead(name string, h head, x *gorgonia.Node, dx []float32) (*gorgonia.Node, error) {
	w, dw := b.param(len(h.weight))
	bias, db := b.param(len(h.bias))
	o := &headOp{
		op:   newOp(name, []int{3, 1, 1}, kernel.Aligned(b.batch*h.points), b.batch, h.points),
		head: h, batch: b.batch, dx: dx, dw: dw, db: db,
	}
	y, err := gorgonia.ApplyOp(o, x, w, bias)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return y, nil
}

// addDense adds a fully connected layer over activations x, [batch][in], whose
// gradient goes to dx.
func (b *graphBuilder) addDense(name string, d dense, x *gorgonia.Node, dx []float32) (*gorgonia.Node, error) {
	w, dw := b.param(d.in, d.out)
	bias, db := b.param(d.out)
	o := &denseOp{
		op:    newOp(name, []int{2, 2, 1}, kernel.Aligned(b.batch*d.out), b.batch, 1, d.out),
		dense: d, batch: b.batch, dx: dx, dw: dw, db: db,
	}
	y, err := gorgonia.ApplyOp(o, x, w, bias)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return y, nil
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
