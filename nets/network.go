package nets

import (
	"math/rand/v2"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Param is one parameter of a network. Data is the network's own memory: read it
// freely, write it only within Update.
//
// Name is "conv1.weight", "conv1.bias", …, "head.weight", "head.bias", and in a value
// network "hidden.weight", "hidden.bias", "value.weight", "value.bias". The shape of
// weights is [row][column][input][output] for a convolution, [input] for a head and
// the value, [point][unit] for the hidden layer. The shape of biases is [output], or
// [point] for the head of a policy.
type Param = layers.Param

// shape is a kind of network, described by a list of layers. All that this package does with a
// network is derived from it.
type shape interface {
	// Validate names the first figure that cannot be.
	Validate() error
	// input is the side of the board and the number of planes.
	input() (board, planes int)
	// layers is the network up to its last function, which the caller of inference applies.
	layers() []layers.Layer
}

// network is what all networks share. All methods may be called from many goroutines;
// one trainer at a time may work on it meanwhile.
type network struct {
	net       *layers.Network
	board     int
	planes    int
	device    Device
	inference inference
}

// lay lays out a network with all weights 0.
func (n *network) lay(s shape) error {
	if err := s.Validate(); err != nil {
		return err
	}
	n.board, n.planes = s.input()
	n.net = layers.New(s.layers())
	n.device, n.inference.device = CPU{}, CPU{}
	n.inference.net, n.inference.layers, n.inference.planes = n.net, n.net.Layers, n.planes
	return nil
}

// draw is lay with weights drawn from the seed. Each kind of network has a stream of its own.
func (n *network) draw(kind string, s shape, seed uint64) error {
	if err := n.lay(s); err != nil {
		return err
	}
	stream := uint64(0)
	for _, c := range []byte(kind) {
		stream = stream<<8 | uint64(c)
	}
	n.net.Draw(rand.New(rand.NewPCG(seed, stream)))
	return nil
}

// Network is the inside of the network, for package learn, which trains it.
func (n *network) Network() *layers.Network { return n.net }

// Points is the number of points of the board.
func (n *network) Points() int { return n.board * n.board }

// Planes is the number of input planes.
func (n *network) Planes() int { return n.planes }

// Stride is the number of floats from one point of the input to the next: the
// planes and their padding, which must be zero.
func (n *network) Stride() int { return kernel.PadIn(n.planes) }

// MultiplyAdds is the number of multiplications of one evaluation by direct convolution, borders counted in full,
// without filters that are always zero.
func (n *network) MultiplyAdds() int { return n.inference.multiplyAdds() }

// Params lists the parameters in their canonical order.
func (n *network) Params() []Param { return n.net.Params }

// Weights returns the parameters as tensors for a file: copies, safe to keep
// while training goes on.
func (n *network) Weights() []models.Tensor {
	out := tensors(n.net.Params)
	n.net.Read(func() {
		for i, q := range n.net.Params {
			out[i].Data = append([]float32(nil), q.Data...)
		}
	})
	return out
}

// SetWeights takes over the values of tensors that have exactly the names and
// shapes of Params, in any order, and only finite values; else it changes
// nothing.
func (n *network) SetWeights(weights []models.Tensor) error {
	data, err := models.Match(weights, tensors(n.net.Params))
	if err != nil {
		return err
	}
	return n.Update(func(params []Param) error {
		for i, q := range params {
			copy(q.Data, data[i])
		}
		return nil
	})
}

// Update lets change write the parameters, and makes later evaluations use what it
// wrote. No goroutine reads the parameters for inference meanwhile. Update must not
// run during a step of training.
func (n *network) Update(change func(params []Param) error) error { return n.net.Update(change) }

// tensors are names and shapes of parameters.
func tensors(params []Param) []models.Tensor {
	out := make([]models.Tensor, len(params))
	for i, q := range params {
		out[i] = models.Tensor{Name: q.Name, Shape: q.Shape}
	}
	return out
}
