package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// PolicyConfig is the shape of a policy network.
type PolicyConfig struct {
	// Board is the side of the board, 2 to 19. The head has a bias for every
	// point, so a network serves one size only.
	Board int
	// Planes is the number of input planes: 48, or 4, 12, 20 as in the
	// ablations of Extended Data Table 3.
	Planes int
	// Filters is the number of channels of every hidden layer, at least 1. The
	// paper's match version has 192; 128, 256 and 384 were tried too.
	Filters int
	// Layers counts all convolutions, the 1×1 head included: 13 in the paper,
	// at least 2. The first is 5×5, those between are 3×3.
	Layers int
}

// Paper is the network that played Fan Hui: Silver et al. 2016, Extended Data
// Table 3, second row.
func Paper() PolicyConfig { return PolicyConfig{Board: 19, Planes: 48, Filters: 192, Layers: 13} }

// Validate names the first field that cannot be.
func (c PolicyConfig) Validate() error {
	switch c.Planes {
	case 4, 12, 20, 48:
	default:
		return fmt.Errorf("policy network: %d planes, want 4, 12, 20 or 48", c.Planes)
	}
	if err := validate(c.Board, c.Filters, c.Layers); err != nil {
		return fmt.Errorf("policy network: %w", err)
	}
	return nil
}

// Points is the number of points of the board, and of outputs.
func (c PolicyConfig) Points() int { return c.Board * c.Board }

// MultiplyAdds is the number of multiplications of one forward pass by direct
// convolution, borders counted in full: 1.40e9 for the paper's network. A
// training step costs three times as many per position.
func (c PolicyConfig) MultiplyAdds() int { return layers.MultiplyAdds(c.layers()) }

func (c PolicyConfig) input() (board, planes int) { return c.Board, c.Planes }

// layers is the network up to the logits.
func (c PolicyConfig) layers() []layers.Layer {
	return append(trunk(c.Board, c.Planes, c.Filters, c.Layers-1),
		layers.Plane{Name: "head", Points: c.Points(), Channels: c.Filters, Biases: c.Points()})
}

// Policy is a policy network. All methods may be called from many goroutines;
// one learn.Trainer at a time may work on it meanwhile.
type Policy struct {
	network
	cfg  PolicyConfig
	crew crew
}

// NewPolicy returns a network with weights drawn from the seed: He et al. 2015,
// variance 2/fan-in for layers with ReLU, 1/fan-in for the head; biases 0.
// The 3×3 convolutions begin near to the identity (Zagoruyko and Komodakis 2017).
func NewPolicy(cfg PolicyConfig, seed uint64) (*Policy, error) {
	p := &Policy{cfg: cfg}
	if err := p.draw(models.Policy, cfg, seed); err != nil {
		return nil, err
	}
	return p, nil
}

// PolicyOf is [Of] for the policy network alone. A model without one is refused.
func PolicyOf(m *models.Model) (*Policy, error) {
	a, err := architecture(m, models.Policy)
	if err != nil {
		return nil, err
	}
	p := &Policy{cfg: PolicyConfig{Board: m.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers}}
	if err := p.take(m, models.Policy, p.cfg); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Policy) stored() stored {
	return stored{
		models.Policy,
		&p.network,
		models.Architecture{Planes: p.cfg.Planes, Layers: p.cfg.Layers, Filters: p.cfg.Filters},
	}
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
	if f.accelerated(dst, planes, n, softmaxRow) {
		return nil
	}
	t, err := f.current()
	if err != nil {
		return err
	}
	p.crew.run(n, threads, part{f, t, dst, planes, softmaxRow})
	return nil
}

// ONNX returns the network as a file for ONNX Runtime and other engines: input
// ONNXPlanes, outputs ONNXLogits and ONNXPolicy, any batch, float32. The planes
// come channel-first there, [N, plane, row, column], and without padding. The file
// is the same to the byte for the same weights and notes.
func (p *Policy) ONNX(notes ONNXNotes) ([]byte, error) {
	s := p.onnx()
	s.Output(ONNXLogits)
	s.Softmax()
	s.Output(ONNXPolicy)
	return s.Encode(p.about(models.Policy, notes,
		"logits and policy hold one value a point, in the same order: policy is the probability that a strong "+
			"player moves there. There is no output for a pass."))
}

func softmaxRow(row []float32)    { layers.Softmax(row, row) }
func logSoftmaxRow(row []float32) { layers.LogSoftmax(row, row) }
