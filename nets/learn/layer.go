package learn

import (
	"errors"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/ops"
)

// sharedKernel is the arithmetic of one layer for all graphs of a trainer. The trainer
// prepares the weights once a step; if every graph did so in its own operation, the
// paper's network would take some five percent longer on two threads.
type sharedKernel struct {
	layers.Kernel
	from []float32 // the parameter that was prepared
}

func newKernels(d nets.Device, list []layers.Layer) ([]*sharedKernel, error) {
	kernels, err := nets.Kernels(d, list)
	out := make([]*sharedKernel, len(kernels))
	for i, k := range kernels {
		out[i] = &sharedKernel{Kernel: k}
	}
	return out, err
}

// prepare takes over the parameters' values. train also prepares the gradient of the
// input.
func (k *sharedKernel) prepare(params [][]float32, train bool) {
	k.Prepare(params, train)
	k.from = params[0]
}

// check refuses parameters other than the ones which were prepared.
func (k *sharedKernel) check(params [][]float32) error {
	if len(k.from) == 0 || len(k.from) != len(params[0]) || &k.from[0] != &params[0][0] {
		return errors.New("the weights of the node are not the ones which were prepared for this step")
	}
	return nil
}

// layerFunction is a layer as a function of a graph.
type layerFunction struct {
	*sharedKernel
	env   *layers.Env // shared by all layers of the graph
	batch int
	sum   []float32 // of the inputs at all points, by channel, as of the last Backward; nil: not wanted
}

func (f *layerFunction) Forward(y, x []float32, params [][]float32) error {
	if err := f.check(params); err != nil {
		return err
	}
	f.Kernel.Forward(f.env, y, x, params, f.batch)
	return nil
}

func (f *layerFunction) Backward(g ops.Gradients, x, y, dy []float32, params [][]float32) error {
	if err := f.check(params); err != nil {
		return err
	}
	if f.sum != nil {
		kernel.SumRows(&f.env.Scratch, f.sum, x)
	}
	f.Kernel.Backward(f.env, layers.Gradients{X: g.X, Params: g.Params}, x, y, dy, params, f.batch)
	return nil
}
