package nets

import (
	"math/rand/v2"

	"gorgonia.org/gorgonia"
)

// Policy is a policy network. All methods may be called from many goroutines;
// one [Trainer] at a time may work on it meanwhile.
type Policy struct {
	network
	cfg       PolicyConfig
	inference inference
	crew      crew
}

// NewPolicy returns a network whose weights are drawn from the seed: He et al.
// 2015, variance 2/fan-in for layers with ReLU, 1/fan-in for the head; biases 0.
func NewPolicy(cfg PolicyConfig, seed uint64) (*Policy, error) {
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x706f6c696379)) // "policy": a stream of its own
	p.draw(rng)
	fill(rng, p.above()[0].Data, 1/float64(cfg.Filters))
	return p, nil
}

// emptyPolicy lays out a network with all weights 0.
func emptyPolicy(cfg PolicyConfig) (*Policy, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	p := &Policy{cfg: cfg}
	p.lay(cfg.trunk(), cfg.params())
	p.inference = inference{net: &p.network, planes: cfg.Planes, outputs: cfg.Points(), newTop: func(above []Param) top { return cfg.head(above) }}
	return p, nil
}

// params lists the parameters in their canonical order, without memory.
func (c PolicyConfig) params() []Param {
	return append(c.trunk().params(),
		Param{Name: "head.weight", Shape: []int{c.Filters}},
		Param{Name: "head.bias", Shape: []int{c.Points()}})
}

// head returns the last layer over the memory of its parameters.
func (c PolicyConfig) head(above []Param) head {
	return head{points: c.Points(), stride: c.trunk().stride(), weight: above[0].Data, bias: above[1].Data}
}

// Config returns the shape of the network.
func (p *Policy) Config() PolicyConfig { return p.cfg }

// Evaluate writes the probability of each point for n positions: dst is
// [n][points], planes is [n][points][Stride]. Any n ≥ 0 will do, and a
// position's result does not depend on the others. The error tells of slices
// that are too short.
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

func softmaxRow(row []float32)    { softmax(row, row) }
func logSoftmaxRow(row []float32) { logSoftmax(row, row) }

func (p *Policy) addTop(b *graphBuilder, x *gorgonia.Node) (*gorgonia.Node, criterion, error) {
	y, err := b.addHead("head", p.cfg.head(p.above()), x, b.trunkGradient())
	return y, new(crossEntropyLoss), err
}
