package nets

import (
	"math/rand/v2"

	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Policy is a policy network. All methods may be called from many goroutines;
// one learn.Trainer at a time may work on it meanwhile.
type Policy struct {
	network
	cfg       PolicyConfig
	inference inference
	crew      crew
}

// NewPolicy returns a network with weights drawn from the seed: He et al. 2015,
// variance 2/fan-in for layers with ReLU, 1/fan-in for the head; biases 0.
func NewPolicy(cfg PolicyConfig, seed uint64) (*Policy, error) {
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x706f6c696379)) // "policy": a stream of its own
	p.net.Draw(rng)
	return p, nil
}

// emptyPolicy lays out a network with all weights 0.
func emptyPolicy(cfg PolicyConfig) (*Policy, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	net := layers.New(cfg.layers())
	p := &Policy{cfg: cfg, network: network{net: net, board: cfg.Board, planes: cfg.Planes}}
	p.inference = inference{net: net, layers: net.Layers, planes: cfg.Planes}
	return p, nil
}

// Config returns the shape of the network.
func (p *Policy) Config() PolicyConfig { return p.cfg }

// Evaluate writes the probability of each point for n positions: dst is
// [n][points], planes is [n][points][Stride]. Any n ≥ 0 will do, and a
// position's result does not depend on the others. It is an error if a slice is too
// short.
func (p *Policy) Evaluate(dst, planes []float32, n int) error {
	return p.inference.evaluate(dst, planes, n, softmaxRow)
}

// LogProbs is Evaluate for the natural logarithms of the probabilities, which do
// not underflow.
func (p *Policy) LogProbs(dst, planes []float32, n int) error {
	return p.inference.evaluate(dst, planes, n, logSoftmaxRow)
}

// Logits is Evaluate before the softmax.
func (p *Policy) Logits(dst, planes []float32, n int) error {
	return p.inference.evaluate(dst, planes, n, nil)
}

// EvaluateThreads is Evaluate with the positions shared out among goroutines or, if
// they are fewer, every layer: the earliest answer for a single position. The result
// is the same to the bit.
func (p *Policy) EvaluateThreads(dst, planes []float32, n, threads int) error {
	f := &p.inference
	if err := f.check(dst, planes, n); err != nil {
		return err
	}
	t, err := f.current()
	if err != nil {
		return err
	}
	p.crew.run(n, threads, part{f, t, dst, planes, softmaxRow})
	return nil
}

func softmaxRow(row []float32)    { layers.Softmax(row, row) }
func logSoftmaxRow(row []float32) { layers.LogSoftmax(row, row) }
