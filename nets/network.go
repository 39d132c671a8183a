package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
)

// Param is one parameter tensor of a network. Data is the network's own memory:
// read it freely, write it only within Update.
type Param struct {
	// Name is "conv1.weight", "conv1.bias", …, "head.weight", "head.bias", and of a
	// value network "hidden.weight", "hidden.bias", "value.weight", "value.bias".
	Name string
	// Shape is [row][column][input][output] of the weights of a convolution, [input]
	// of a head's and the value's, [point][unit] of the hidden layer's; of biases it
	// is [output], [point] of a policy's head.
	Shape []int
	Data  []float32 // row-major
}

// network is what all networks are made of: parameters in one flat array, of
// which the first are those of the trunk, weight and bias by turns. All methods may
// be called from many goroutines; one trainer at a time may work on it meanwhile.
type network struct {
	trunk  trunk
	flat   []float32 // all parameters, each from a cache line on
	params []Param   // views of flat: weight and bias of each convolution, then of the layers above
	spans  []span    // where each parameter lies in flat

	mu      sync.Mutex    // held while weights are written or transformed
	version atomic.Uint64 // counts the changes of the weights
}

// span is a range of the flat array.
type span struct{ from, to int }

// base is the network itself: what Policy and Value are.
func (n *network) base() *network { return n }

// lay gives a network its trunk and memory, all zero, for the parameters of the
// trunk and those above it.
func (n *network) lay(t trunk, params []Param) {
	n.trunk, n.params = t, params
	const line = 16 // floats of a cache line
	size := 0
	for _, q := range params {
		n.spans = append(n.spans, span{size, size + q.size()})
		size += (q.size() + line - 1) / line * line
	}
	n.flat = kernel.Aligned(size)
	for i, s := range n.spans {
		params[i].Data = n.flat[s.from:s.to:s.to]
	}
}

// draw fills the weights of the trunk: He et al. 2015, variance 2/fan-in for
// layers with ReLU. Biases stay 0.
func (n *network) draw(rng *rand.Rand) {
	for i, s := range n.trunk.convs() {
		fill(rng, n.params[2*i].Data, 2/float64(s.Filter*s.Filter*s.In))
	}
}

// fill draws from the normal distribution of the given variance around 0.
func fill(rng *rand.Rand, w []float32, variance float64) {
	sd := math.Sqrt(variance)
	for i := range w {
		w[i] = float32(rng.NormFloat64() * sd)
	}
}

// size is the number of values of the shape.
func (q Param) size() int {
	n := 1
	for _, s := range q.Shape {
		n *= s
	}
	return n
}

// matrix tells whether the parameter is a linear map between channels.
func (q Param) matrix() bool { return len(q.Shape) == 4 }

// Points is the number of points of the board.
func (n *network) Points() int { return n.trunk.points() }

// Stride is the number of floats from one point of the input to the next: the
// planes and their padding, which must be zero.
func (n *network) Stride() int { return kernel.PadIn(n.trunk.planes) }

// Params lists the parameters in their canonical order.
func (n *network) Params() []Param { return n.params }

// above returns the parameters of the layers above the trunk.
func (n *network) above() []Param { return n.params[2*len(n.trunk.convs()):] }

// convParams returns weight and bias of convolution i.
func (n *network) convParams(i int) (weight, bias []float32) {
	return n.params[2*i].Data, n.params[2*i+1].Data
}

// Weights returns the parameters as tensors for a file: copies, safe to keep
// while training goes on.
func (n *network) Weights() []models.Tensor {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := make([]models.Tensor, len(n.params))
	for i, q := range n.params {
		out[i] = models.Tensor{Name: q.Name, Shape: q.Shape, Data: append([]float32(nil), q.Data...)}
	}
	return out
}

// SetWeights takes over the values of tensors that have exactly the names and
// shapes of Params, in any order, and only finite values; else it changes
// nothing.
func (n *network) SetWeights(tensors []models.Tensor) error {
	data, err := match(tensors, n.params)
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

// Update lets change write the parameters while nobody reads them for
// inference, and makes later evaluations use what it wrote. It must not run
// beside a step of training.
func (n *network) Update(change func(params []Param) error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.version.Add(1)
	return change(n.params)
}

// match finds for each parameter the values of the tensor of its name and
// shape, all of them finite, and refuses tensors that are left over.
func match(tensors []models.Tensor, params []Param) ([][]float32, error) {
	data := make([][]float32, len(params))
	for i, q := range params {
		t, err := find(tensors, q)
		if err != nil {
			return nil, err
		}
		for j, v := range t {
			if v-v != 0 {
				return nil, fmt.Errorf("tensor %q: value %d is %v", q.Name, j, v)
			}
		}
		data[i] = t
	}
	if len(tensors) != len(params) {
		return nil, fmt.Errorf("%d tensors, want %d", len(tensors), len(params))
	}
	return data, nil
}

// find returns the values of the tensor that stands for a parameter.
func find(tensors []models.Tensor, q Param) ([]float32, error) {
	t, ok := models.Find(tensors, q.Name)
	if !ok {
		return nil, fmt.Errorf("tensor %q is missing", q.Name)
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	if !slices.Equal(t.Shape, q.Shape) {
		return nil, fmt.Errorf("tensor %q has shape %v, want %v", q.Name, t.Shape, q.Shape)
	}
	return t.Data, nil
}
