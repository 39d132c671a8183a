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
// read it freely, write it only within [Policy.Update].
type Param struct {
	Name  string    // "conv1.weight", "conv1.bias", …, "head.weight", "head.bias"
	Shape []int     // weights [row][column][input][output], biases [output], head [input], head bias [point]
	Data  []float32 // row-major
}

// Policy is a policy network. All methods may be called from many goroutines;
// one [Trainer] at a time may work on it meanwhile.
type Policy struct {
	cfg    PolicyConfig
	flat   []float32 // all parameters, each from a cache line on
	params []Param   // views of flat: weight and bias of each convolution, then of the head
	spans  []span    // where each parameter lies in flat

	mu       sync.Mutex    // held while weights are written or transformed
	version  atomic.Uint64 // counts the changes of the weights
	ready    atomic.Pointer[transformed]
	freeMu   sync.Mutex
	freeList []*workspace
}

// span is a range of the flat array.
type span struct{ from, to int }

// NewPolicy returns a network whose weights are drawn from the seed: He et al.
// 2015, variance 2/fan-in for layers with ReLU, 1/fan-in for the head; biases 0.
func NewPolicy(cfg PolicyConfig, seed uint64) (*Policy, error) {
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x706f6c696379)) // "policy": a stream of its own
	for i, shape := range cfg.convs() {
		fill(rng, p.params[2*i].Data, 2/float64(shape.Filter*shape.Filter*shape.In))
	}
	fill(rng, p.head().weight, 1/float64(cfg.Filters))
	return p, nil
}

// fill draws from the normal distribution of the given variance around 0.
func fill(rng *rand.Rand, w []float32, variance float64) {
	sd := math.Sqrt(variance)
	for i := range w {
		w[i] = float32(rng.NormFloat64() * sd)
	}
}

// emptyPolicy lays out a network with all weights 0.
func emptyPolicy(cfg PolicyConfig) (*Policy, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	p := &Policy{cfg: cfg, params: layout(cfg)}
	const line = 16 // floats of a cache line
	size := 0
	for _, q := range p.params {
		n := q.size()
		p.spans = append(p.spans, span{size, size + n})
		size += (n + line - 1) / line * line
	}
	p.flat = kernel.Aligned(size)
	for i, s := range p.spans {
		p.params[i].Data = p.flat[s.from:s.to:s.to]
	}
	return p, nil
}

// layout lists the parameters of a network in their canonical order, without
// memory.
func layout(cfg PolicyConfig) []Param {
	var out []Param
	for i, s := range cfg.convs() {
		out = append(out,
			Param{Name: fmt.Sprintf("conv%d.weight", i+1), Shape: []int{s.Filter, s.Filter, s.In, s.Out}},
			Param{Name: fmt.Sprintf("conv%d.bias", i+1), Shape: []int{s.Out}})
	}
	return append(out,
		Param{Name: "head.weight", Shape: []int{cfg.Filters}},
		Param{Name: "head.bias", Shape: []int{cfg.Points()}})
}

// size is the number of values of the shape.
func (q Param) size() int {
	n := 1
	for _, s := range q.Shape {
		n *= s
	}
	return n
}

// Config returns the shape of the network.
func (p *Policy) Config() PolicyConfig { return p.cfg }

// Points is the number of outputs of a position: board × board.
func (p *Policy) Points() int { return p.cfg.Points() }

// Stride is the number of floats from one point of the input to the next: the
// planes and their padding, which must be zero.
func (p *Policy) Stride() int { return kernel.PadIn(p.cfg.Planes) }

// Params lists the parameters in their canonical order.
func (p *Policy) Params() []Param { return p.params }

// Weights returns the parameters as tensors for a file: copies, safe to keep
// while training goes on.
func (p *Policy) Weights() []models.Tensor {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]models.Tensor, len(p.params))
	for i, q := range p.params {
		out[i] = models.Tensor{Name: q.Name, Shape: q.Shape, Data: append([]float32(nil), q.Data...)}
	}
	return out
}

// SetWeights takes over the values of tensors that have exactly the names and
// shapes of Params, in any order, and only finite values; else it changes
// nothing.
func (p *Policy) SetWeights(tensors []models.Tensor) error {
	data, err := match(tensors, p.params)
	if err != nil {
		return err
	}
	return p.Update(func(params []Param) error {
		for i, q := range params {
			copy(q.Data, data[i])
		}
		return nil
	})
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

// Update lets change write the parameters while nobody reads them for
// inference, and makes later evaluations use what it wrote. It must not run
// beside a step of training.
func (p *Policy) Update(change func(params []Param) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.version.Add(1)
	return change(p.params)
}

// convParams returns weight and bias of convolution i.
func (p *Policy) convParams(i int) (weight, bias []float32) {
	return p.params[2*i].Data, p.params[2*i+1].Data
}

// head returns the parameters of the last layer over their memory.
func (p *Policy) head() head {
	n := len(p.params)
	return head{points: p.cfg.Points(), stride: kernel.PadOut(p.cfg.Filters), weight: p.params[n-2].Data, bias: p.params[n-1].Data}
}
