package layers

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Network is layers with their parameters, all in one flat array. All methods may be
// called from many goroutines; one trainer at a time may work on it meanwhile.
type Network struct {
	Layers []Layer
	Params []Param   // views of Flat, in the order of the layers
	Flat   []float32 // every parameter begins at a cache line
	Spans  []Span    // where each parameter lies in Flat

	first []int // of the parameters of each layer, and their number

	mu      sync.Mutex    // held while weights are written or transformed
	version atomic.Uint64 // counts the changes of the weights
}

// Span is a range of the flat array.
type Span struct{ From, To int }

// New returns a network of parameters that are all 0.
func New(list []Layer) *Network {
	n := &Network{Layers: list}
	for _, l := range list {
		n.first = append(n.first, len(n.Params))
		n.Params = append(n.Params, l.Params()...)
	}
	n.first = append(n.first, len(n.Params))
	const line = 16 // floats of a cache line
	size := 0
	for _, q := range n.Params {
		n.Spans = append(n.Spans, Span{size, size + q.Size()})
		size += (q.Size() + line - 1) / line * line
	}
	n.Flat = kernel.Aligned(size)
	for i, s := range n.Spans {
		n.Params[i].Data = n.Flat[s.From:s.To:s.To]
	}
	return n
}

// Params lists the parameters of layers, without memory.
func Params(list []Layer) []Param {
	var out []Param
	for _, l := range list {
		out = append(out, l.Params()...)
	}
	return out
}

// MultiplyAdds is the sum of all layers.
func MultiplyAdds(list []Layer) int {
	n := 0
	for _, l := range list {
		n += l.MultiplyAdds()
	}
	return n
}

// Draw fills all weights from normal distributions of their variance, in the order of
// the parameters, and adds what [Param.Pass] says. Biases stay as they are.
func (n *Network) Draw(rng *rand.Rand) {
	for _, q := range n.Params {
		if q.Bias() {
			continue
		}
		sd := math.Sqrt(q.Variance)
		for i := range q.Data {
			q.Data[i] = float32(rng.NormFloat64() * sd)
		}
		if q.Pass {
			for j := range q.Shape[3] {
				q.Data[q.Middle(j)]++
			}
		}
	}
}

// Own returns the range of Params that belongs to layer i.
func (n *Network) Own(i int) (from, to int) { return n.first[i], n.first[i+1] }

// Data lists the values of parameters.
func Data(params []Param) [][]float32 {
	out := make([][]float32, len(params))
	for i, q := range params {
		out[i] = q.Data
	}
	return out
}

// Version changes with the weights.
func (n *Network) Version() uint64 { return n.version.Load() }

// Read calls f. No other goroutine writes the weights meanwhile.
func (n *Network) Read(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f()
}

// Update lets change write the parameters, and makes later evaluations use what it wrote. No
// other goroutine reads them meanwhile.
func (n *Network) Update(change func(params []Param) error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.version.Add(1)
	return change(n.Params)
}
