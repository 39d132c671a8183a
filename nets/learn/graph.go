package learn

import (
	"fmt"
	"sync"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/ops"
)

// graph is a gorgonia graph that computes the loss of a slice of the batch and
// its gradient, with the tape that runs it. Its parameter nodes hold tensors over
// the network's own memory, which all graphs of a trainer share. The gradients of
// the parameters are tensors over grads.
type graph struct {
	batch int
	shape tensor.Shape // of the input
	input *gorgonia.Node
	loss  *loss
	tape  gorgonia.VM
	grads []float32 // laid out as layers.Network.Flat
	// inputs are, by the parameter with a convolution's filters, the sums of its inputs by channel, as of the last
	// run.
	inputs [][]float32
}

// building is held by the one goroutine that builds a graph. All graphs share gorgonia's node for the constant 1, and
// building one writes to it.
var building sync.Mutex

// newGraph builds the graph of a slice of n positions out of a batch of all, from the
// list of layers. kernels hold the transformed weights; the targets and one weight for
// each position of the slice are filled in before each run. The team shares the
// convolutions. The gradient ends above the frozen layers. owners is the weight of the owners of
// points, and inputs says whether the sums of inputs are wanted.
func newGraph(
	net *layers.Network, frozen int, kernels []*sharedKernel, c criterion, targets, weights []float32, all int,
	team *kernel.Team, owners float64, inputs bool,
) (*graph, error) {
	building.Lock()
	defer building.Unlock()
	n := len(weights)
	g := &graph{
		batch:  n,
		shape:  tensor.Shape{n, net.Layers[0].In()},
		grads:  kernel.Aligned(len(net.Flat)),
		inputs: make([][]float32, len(net.Params)),
	}
	expr := gorgonia.NewGraph()
	g.input = gorgonia.NewTensor(expr, tensor.Float32, 2, gorgonia.WithShape(g.shape...), gorgonia.WithName("planes"))

	// Only the layer below reads the gradient of an activation, so two alternating buffers
	// serve all layers.
	var gradient [2][]float32
	for i, l := range net.Layers[frozen+1:] {
		gradient[(frozen+i)%2] = grow(gradient[(frozen+i)%2], n*l.In())
	}
	env := &layers.Env{Team: team}
	var params gorgonia.Nodes
	x := g.input
	for i, l := range net.Layers {
		from, to := net.Own(i)
		f := &layerFunction{sharedKernel: kernels[i], env: env, batch: n}
		if c, ok := l.(layers.Conv); ok && inputs && i >= frozen {
			f.sum = kernel.Aligned(c.Stride())
			g.inputs[from] = f.sum
		}
		var function ops.Function = f
		if _, ok := l.(layers.Plane); ok && owners > 0 {
			scale := float32(owners / float64(l.Out()*all))
			function = &ownersFunction{Function: f, targets: targets, weights: weights, scale: scale}
		}
		o := ops.Operation{
			Name:     fmt.Sprintf("layer%d", i+1),
			Function: function,
			Shape:    tensor.Shape{n, l.Out()},
			Data:     []bool{i <= frozen}, // neither the planes nor what a frozen layer says has a gradient
			Result:   kernel.Aligned(n * l.Out()),
		}
		if i > frozen {
			o.Gradients.X = gradient[(i-1)%2][:n*l.In()]
		}
		var own gorgonia.Nodes
		for j, q := range net.Params[from:to] {
			own = append(own, input(expr, q.Name, q.Data, q.Shape...))
			s := net.Spans[from+j]
			o.Gradients.Params = append(o.Gradients.Params, g.grads[s.From:s.To:s.To])
		}
		if i >= frozen {
			params = append(params, own...)
		}
		var err error
		if x, err = ops.Apply(o, x, own...); err != nil {
			return nil, err
		}
	}
	g.loss = newLoss(c, n, x.Shape()[1], all)
	mean, err := ops.Apply(ops.Operation{Name: "loss", Function: g.loss, Data: []bool{false, true, true}},
		x, input(expr, "targets", targets, len(targets)), input(expr, "weights", weights, n))
	if err != nil {
		return nil, err
	}
	if _, err := gorgonia.Grad(mean, params...); err != nil {
		return nil, fmt.Errorf("differentiate the network: %w", err)
	}
	g.tape = gorgonia.NewTapeMachine(expr)
	return g, nil
}

// grow returns a buffer of n floats at least.
func grow(b []float32, n int) []float32 {
	if len(b) < n {
		return kernel.Aligned(n)
	}
	return b
}

// input adds a node over data.
func input(g *gorgonia.ExprGraph, name string, data []float32, shape ...int) *gorgonia.Node {
	return gorgonia.NewTensor(g, tensor.Float32, len(shape), gorgonia.WithShape(shape...),
		gorgonia.WithName(name), gorgonia.WithValue(view(data, shape)))
}

func view(data []float32, shape []int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

// run computes loss and gradients for planes, [batch][points][stride]. Without
// the Reset a second run would silently do nothing.
func (g *graph) run(planes []float32) error {
	if err := gorgonia.Let(g.input, view(planes, g.shape)); err != nil {
		return err
	}
	err := g.tape.RunAll()
	g.tape.Reset()
	return err
}
