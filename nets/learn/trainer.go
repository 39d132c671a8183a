package learn

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// TrainerConfig says how a network is trained.
type TrainerConfig struct {
	// Batch is the number of positions a step, at least 1; the paper has 16.
	Batch int
	// Threads share the batch, each with a graph of its own, or where there are too
	// few positions for that, the layers. 0 means as many as Go may use. Results repeat
	// to the bit for the same number only, for the order of sums depends on it.
	Threads int
	// Optimizer is SGD, Momentum, Adam or Muon; empty means SGD, as in the paper.
	Optimizer string
	// Momentum is the share of the velocity that a step keeps, in [0, 1); used
	// by the optimiser of that name, where 0.9 is usual.
	Momentum float64
	// WeightDecay pulls weights, not biases, towards 0 in every step: it is
	// added to the gradient, times the weight, or with Adam applied apart from it.
	WeightDecay float64
}

// Validate names the first field that cannot be.
func (c TrainerConfig) Validate() error {
	switch {
	case c.Batch < 1:
		return fmt.Errorf("trainer: batch of %d, want at least 1", c.Batch)
	case c.Threads < 0:
		return fmt.Errorf("trainer: %d threads", c.Threads)
	case !(c.Momentum >= 0 && c.Momentum < 1):
		return fmt.Errorf("trainer: momentum %v, want 0 to below 1", c.Momentum)
	case !(c.WeightDecay >= 0 && c.WeightDecay < 1):
		return fmt.Errorf("trainer: weight decay %v, want 0 to below 1", c.WeightDecay)
	}
	switch c.Optimizer {
	case "", SGD, Momentum, Adam, Muon:
		return nil
	}
	return fmt.Errorf("trainer: optimizer %q, want %s, %s, %s or %s", c.Optimizer, SGD, Momentum, Adam, Muon)
}

// ErrNotFinite means that the loss of a step is NaN or infinite. The weights are
// those before the step.
var ErrNotFinite = errors.New("the loss is not finite")

// StepResult is what a step found before it changed the weights.
type StepResult struct {
	// Loss is the mean over the batch of weight · loss: of a policy −log p(target), in
	// nats, of a value network ½(v − outcome)².
	Loss float64
	// Correct counts positions where the most probable point was the target, or where the
	// value has the sign of the outcome.
	Correct int
	// TopFive counts positions where the target was among the five most probable points.
	// It means nothing for a value network.
	TopFive int
}

// Trainer trains a policy network; see [NewTrainer].
type Trainer struct {
	trainer
	sum []float32 // of the gradients of Accumulate, laid out as layers.Network.Flat
}

// NewTrainer prepares the graphs for a policy network. The optimiser starts
// without memory of earlier steps; SetState gives it one.
func NewTrainer(p *nets.Policy, cfg TrainerConfig) (*Trainer, error) {
	t := new(Trainer)
	if err := t.prepare(p, 1, func() criterion { return new(crossEntropyLoss) }, cfg); err != nil {
		return nil, err
	}
	return t, nil
}

// Step trains on one batch: planes [Batch][points][Stride], targets [Batch]
// (points, row-major), a weight for each sample (nil: all 1), and the step size
// of the optimiser. Planes are read during the call only, so the caller fills
// one buffer while another is trained on. The error is ErrNotFinite when
// training has diverged; on any error the weights are as before.
func (t *Trainer) Step(planes []float32, targets []int32, weights []float32, rate float64) (StepResult, error) {
	if len(targets) != t.cfg.Batch {
		return StepResult{}, fmt.Errorf("training step: %d targets, want %d", len(targets), t.cfg.Batch)
	}
	points := t.points
	for i, p := range targets {
		if p < 0 || int(p) >= points {
			return StepResult{}, fmt.Errorf("training step: target %d of sample %d, want a point below %d",
				p, i, points)
		}
		t.targets[i] = float32(p)
	}
	return t.step(planes, weights, rate)
}

// trainer trains a network of any kind, data-parallel: every thread runs a graph
// over its slice of the batch with the same weights, and the gradients are summed
// in the order of the slices. If there are fewer positions than threads, several
// share a graph. It is used by one goroutine at a time.
type trainer struct {
	net     *layers.Network
	points  int
	stride  int // of the input
	cfg     TrainerConfig
	targets []float32 // of the batch, [position][label]; each graph sees its slice
	weights []float32
	graphs  []*graph
	pieces  []piece         // of the parameters
	wholes  []int           // parameters that the optimiser takes as a whole
	kernels []*sharedKernel // one for each layer, with the weights of version
	version uint64
	ready   bool // the kernels have been prepared
	opt     *optimizer
}

// trained is what the trainer has to know of a network.
type trained interface {
	Network() *layers.Network
	Points() int
	Stride() int
}

// prepare makes the graphs for a network. Its criterion wants so many labels of a position.
func (t *trainer) prepare(network trained, labels int, newCriterion func() criterion, cfg TrainerConfig) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	if cfg.Optimizer == "" {
		cfg.Optimizer = SGD
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	n := network.Network()
	filters := n.Layers[0].(layers.Conv).Filters // every network begins with one
	d := divide(cfg.Batch, cfg.Threads, (filters+31)/32)
	cfg.Threads = d.graphs * d.members
	*t = trainer{
		net: n, points: network.Points(), stride: network.Stride(), cfg: cfg,
		targets: make([]float32, cfg.Batch*labels),
		weights: make([]float32, cfg.Batch),
		pieces:  cut(n.Spans),
		opt:     newOptimizer(cfg.Optimizer, cfg.Momentum, cfg.WeightDecay, len(n.Params), len(n.Flat)),
	}
	for i, q := range n.Params {
		if t.opt.whole(q) {
			t.wholes = append(t.wholes, i)
		}
	}
	var err error
	if t.kernels, err = newKernels(n.Layers); err != nil {
		return fmt.Errorf("trainer: %w", err)
	}
	for i := range d.graphs {
		// Slices differ by one position at most.
		from, to := i*cfg.Batch/d.graphs, (i+1)*cfg.Batch/d.graphs
		g, err := newGraph(n, t.kernels, newCriterion(), t.targets[from*labels:to*labels], t.weights[from:to],
			cfg.Batch, kernel.NewTeam(d.members))
		if err != nil {
			return fmt.Errorf("trainer: %w", err)
		}
		t.graphs = append(t.graphs, g)
	}
	return nil
}

// step trains on planes with the targets that stand in t.targets.
func (t *trainer) step(planes, weights []float32, rate float64) (StepResult, error) {
	if err := t.check(planes, weights, rate); err != nil {
		return StepResult{}, err
	}
	for i := range t.weights {
		t.weights[i] = 1
	}
	copy(t.weights, weights)
	t.refresh()
	if err := t.gradients(planes); err != nil {
		return StepResult{}, err
	}
	var r StepResult
	for _, g := range t.graphs {
		r.Loss += g.loss.sum
		r.Correct += g.loss.correct
		r.TopFive += g.loss.topFives
	}
	if math.IsNaN(r.Loss) || math.IsInf(r.Loss, 0) {
		return r, fmt.Errorf("training step %d: %w (%v): lower the rate", t.opt.steps+1, ErrNotFinite, r.Loss)
	}
	t.update(float32(rate))
	return r, nil
}

func (t *trainer) check(planes, weights []float32, rate float64) error {
	size := t.cfg.Batch * t.points * t.stride
	switch {
	case len(planes) != size:
		return fmt.Errorf("training step: planes of %d floats, want %d", len(planes), size)
	case weights != nil && len(weights) != t.cfg.Batch:
		return fmt.Errorf("training step: %d weights, want %d or none", len(weights), t.cfg.Batch)
	case math.IsNaN(rate) || math.IsInf(rate, 0):
		return fmt.Errorf("training step: rate %v", rate)
	}
	return nil
}

// refresh transforms the weights for the kernels if they have changed.
func (t *trainer) refresh() {
	version := t.net.Version()
	if t.ready && t.version == version {
		return
	}
	t.share(len(t.kernels), func(i int) {
		from, to := t.net.Own(i)
		t.kernels[i].prepare(layers.Data(t.net.Params[from:to]), i > 0) // no gradient of the input is asked for
	})
	t.version, t.ready = version, true
}

// gradients runs the graphs, each in a goroutine, over their slices.
func (t *trainer) gradients(planes []float32) error {
	size := t.points * t.stride
	errs := make([]error, len(t.graphs))
	var wg sync.WaitGroup
	first := 0
	for i, g := range t.graphs {
		slice := planes[first*size : (first+g.batch)*size]
		wg.Go(func() { errs[i] = g.run(slice) })
		first += g.batch
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("training step: %w", err)
		}
	}
	return nil
}

// pieceSize is how many values of a parameter one goroutine sums and applies at a
// time: few enough that many threads find work in one large layer, and that the
// sums are still in cache when they are applied.
const pieceSize = 1 << 15

// piece is a range of one parameter.
type piece struct {
	param int
	span  layers.Span
}

// cut divides the parameters into pieces.
func cut(spans []layers.Span) []piece {
	var out []piece
	for i, s := range spans {
		for from := s.From; from < s.To; from += pieceSize {
			out = append(out, piece{i, layers.Span{From: from, To: min(from+pieceSize, s.To)}})
		}
	}
	return out
}

// update sums the gradients into the first graph's and applies them, each piece while
// it is in cache, except to parameters that the optimiser takes as a whole. The sums are
// in the order of the slices, whichever goroutine does which piece.
func (t *trainer) update(rate float32) { t.apply(t.graphs[0].grads, t.graphs[1:], rate) }

// apply adds the gradients of more graphs to the gradient sum, which may be overwritten. Then
// it takes the optimiser's step.
func (t *trainer) apply(sum []float32, more []*graph, rate float32) {
	// The function returns no error, and so does Update.
	_ = t.net.Update(func(params []layers.Param) error {
		t.opt.steps++
		t.share(len(t.pieces), func(i int) {
			p := t.pieces[i]
			for _, g := range more {
				kernel.Axpy(sum[p.span.From:p.span.To], g.grads[p.span.From:p.span.To], 1)
			}
			if !t.opt.whole(params[p.param]) {
				t.opt.apply(params, p.param, t.net.Flat, sum, p.span, rate)
			}
		})
		t.share(len(t.wholes), func(i int) {
			w := t.wholes[i]
			t.opt.apply(params, w, t.net.Flat, sum, t.net.Spans[w], rate)
		})
		return nil
	})
}

// share calls f for 0 to n-1 from as many goroutines as there are threads. Each
// call works on memory of its own, so who makes it does not matter.
func (t *trainer) share(n int, f func(i int)) {
	if t.cfg.Threads == 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range t.cfg.Threads {
		wg.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Config returns the configuration with its defaults filled in.
func (t *trainer) Config() TrainerConfig { return t.cfg }

// State returns the optimiser's memory as tensors, copies, for a checkpoint.
// With the network's Weights it makes a resumed run equal to an unbroken one.
func (t *trainer) State() []models.Tensor { return t.opt.state(t.net) }

// SetState takes over the state of a trainer of the same optimiser and network;
// else it changes nothing.
func (t *trainer) SetState(tensors []models.Tensor) error { return t.opt.setState(t.net, tensors) }
