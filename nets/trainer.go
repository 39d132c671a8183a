package nets

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
)

// TrainerConfig says how a network is trained.
type TrainerConfig struct {
	// Batch is the number of positions a step, at least 1; the paper has 16.
	Batch int
	// Threads share the batch, each with a graph of its own. 0 means as many
	// as Go may use; more than Batch are not used. Results repeat to the bit for
	// the same number only, for the order of sums depends on it.
	Threads int
	// Optimizer is SGD, Momentum or Adam; empty means SGD, as in the paper.
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
	case "", SGD, Momentum, Adam:
		return nil
	}
	return fmt.Errorf("trainer: optimizer %q, want %s, %s or %s", c.Optimizer, SGD, Momentum, Adam)
}

// ErrNotFinite means that the loss of a step is NaN or infinite. The weights are
// those before the step.
var ErrNotFinite = errors.New("the loss is not finite")

// StepResult is what a step found before it changed the weights.
type StepResult struct {
	Loss    float64 // mean over the batch of weight · −log p(target), in nats
	Correct int     // positions whose most probable point was the target
}

// Trainer trains a network, data-parallel: every thread runs a graph over its
// slice of the batch with the same weights, and the gradients are summed in the
// order of the slices. It is used by one goroutine at a time.
type Trainer struct {
	policy  *Policy
	cfg     TrainerConfig
	graphs  []*graph
	convs   []*kernel.Conv // weights of version in the kernels' form
	version uint64
	ready   bool // convs have been filled
	opt     *optimizer
}

// NewTrainer prepares the graphs. The optimiser starts without memory of
// earlier steps; SetState gives it one.
func NewTrainer(p *Policy, cfg TrainerConfig) (*Trainer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Optimizer == "" {
		cfg.Optimizer = SGD
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	cfg.Threads = min(cfg.Threads, cfg.Batch)
	t := &Trainer{policy: p, cfg: cfg, opt: newOptimizer(cfg.Optimizer, cfg.Momentum, cfg.WeightDecay, len(p.flat))}
	for i, s := range p.cfg.convs() {
		c, err := kernel.NewConv(s)
		if err != nil {
			return nil, fmt.Errorf("trainer: layer %d: %w", i+1, err)
		}
		t.convs = append(t.convs, c)
	}
	for i := range cfg.Threads {
		// Slices differ by one position at most.
		slice := (i+1)*cfg.Batch/cfg.Threads - i*cfg.Batch/cfg.Threads
		g, err := newGraph(p, t.convs, slice, cfg.Batch)
		if err != nil {
			return nil, fmt.Errorf("trainer: %w", err)
		}
		t.graphs = append(t.graphs, g)
	}
	return t, nil
}

// Step trains on one batch: planes [Batch][points][Stride], targets [Batch]
// (points, row-major), a weight for each sample (nil: all 1), and the step size
// of the optimiser. Planes are read during the call only, so the caller fills
// one buffer while another is trained on. The error is ErrNotFinite when
// training has diverged; on any error the weights are as before.
func (t *Trainer) Step(planes []float32, targets []int32, weights []float32, rate float64) (StepResult, error) {
	if err := t.check(planes, targets, weights, rate); err != nil {
		return StepResult{}, err
	}
	t.refresh()
	if err := t.gradients(planes, targets, weights); err != nil {
		return StepResult{}, err
	}
	var r StepResult
	for _, g := range t.graphs {
		r.Loss += g.loss.loss
		r.Correct += g.loss.correct
	}
	if math.IsNaN(r.Loss) || math.IsInf(r.Loss, 0) {
		return r, fmt.Errorf("training step %d: %w (%v): lower the rate", t.opt.steps+1, ErrNotFinite, r.Loss)
	}
	t.update(float32(rate))
	return r, nil
}

func (t *Trainer) check(planes []float32, targets []int32, weights []float32, rate float64) error {
	batch, points := t.cfg.Batch, t.policy.Points()
	switch {
	case len(planes) != batch*points*t.policy.Stride():
		return fmt.Errorf("training step: planes of %d floats, want %d", len(planes), batch*points*t.policy.Stride())
	case len(targets) != batch:
		return fmt.Errorf("training step: %d targets, want %d", len(targets), batch)
	case weights != nil && len(weights) != batch:
		return fmt.Errorf("training step: %d weights, want %d or none", len(weights), batch)
	case math.IsNaN(rate) || math.IsInf(rate, 0):
		return fmt.Errorf("training step: rate %v", rate)
	}
	for i, p := range targets {
		if p < 0 || int(p) >= points {
			return fmt.Errorf("training step: target %d of sample %d, want a point below %d", p, i, points)
		}
	}
	return nil
}

// refresh transforms the weights for the kernels if they have changed.
func (t *Trainer) refresh() {
	version := t.policy.version.Load()
	if t.ready && t.version == version {
		return
	}
	t.share(len(t.convs), func(i int) {
		w, _ := t.policy.convParams(i)
		t.convs[i].SetWeights(w, i > 0) // no gradient of the input is asked for
	})
	t.version, t.ready = version, true
}

// gradients runs the graphs, each in a goroutine, over their slices.
func (t *Trainer) gradients(planes []float32, targets []int32, weights []float32) error {
	size := t.policy.Points() * t.policy.Stride()
	errs := make([]error, len(t.graphs))
	run := func(i, first int) {
		g := t.graphs[i]
		for b := range g.batch {
			g.targets[b], g.weights[b] = float32(targets[first+b]), 1
			if weights != nil {
				g.weights[b] = weights[first+b]
			}
		}
		errs[i] = g.run(planes[first*size : (first+g.batch)*size])
	}
	var wg sync.WaitGroup
	first := 0
	for i, g := range t.graphs {
		from := first
		wg.Go(func() { run(i, from) })
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

// update sums the gradients into the first graph's and applies them, parameter
// by parameter.
func (t *Trainer) update(rate float32) {
	p := t.policy
	p.mu.Lock()
	defer p.mu.Unlock()
	t.opt.steps++
	sum := t.graphs[0].grads
	t.share(len(p.params), func(i int) {
		s := p.spans[i]
		for _, g := range t.graphs[1:] {
			kernel.Axpy(sum[s.from:s.to], g.grads[s.from:s.to], 1)
		}
		bias := i%2 == 1
		t.opt.apply(p.flat, sum, s, bias, rate)
	})
	p.version.Add(1)
}

// share calls f for 0 to n-1 from as many goroutines as there are graphs. Each
// call works on memory of its own, so who makes it does not matter.
func (t *Trainer) share(n int, f func(i int)) {
	if len(t.graphs) == 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range t.graphs {
		wg.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Config returns the configuration with its defaults filled in.
func (t *Trainer) Config() TrainerConfig { return t.cfg }

// State returns the optimiser's memory as tensors, copies, for a checkpoint.
// With Policy.Weights it makes a resumed run equal to an unbroken one.
func (t *Trainer) State() []models.Tensor { return t.opt.state(t.policy) }

// SetState takes over the state of a trainer of the same optimiser and network;
// else it changes nothing.
func (t *Trainer) SetState(tensors []models.Tensor) error { return t.opt.setState(t.policy, tensors) }
