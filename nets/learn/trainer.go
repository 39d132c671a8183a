package learn

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// TrainerConfig says how a network is trained.
type TrainerConfig struct {
	// Batch is the number of positions a step, at least 1; the paper has 16.
	Batch int
	// Threads of the CPU share the batch, each with a graph of its own, or where there are too
	// few positions for that, the layers. 0 means as many as Go may use. Results repeat
	// to the bit for the same number only, for the order of sums depends on it.
	Threads int
	// Optimizer is SGD, Momentum, Adam or Muon; empty means SGD, as in the paper.
	Optimizer string
	// Momentum is the share of the velocity that a step keeps, in [0, 1); used
	// by the optimiser of that name, where 0.9 is usual.
	Momentum float64
	// WeightDecay pulls weights towards 0 in every step: it is added to the gradient,
	// times the weight, or with Adam and Muon applied apart from it. It leaves biases
	// alone, with one exception: Muon keeps the mean output of a convolution by its bias.
	WeightDecay float64
	// Owners is the weight of what a value network also learns: who owns each point at the end of the game. 0: nothing.
	// See [nets.ValueReference.OwnedGradient].
	Owners float64
	// Frozen is how many of the first layers keep their weights, 0 to all but one. Their gradients are not computed.
	Frozen int
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
	case c.Frozen < 0:
		return fmt.Errorf("trainer: %d frozen layers", c.Frozen)
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
type Trainer struct{ trainer }

// NewTrainer prepares the training of a policy network, on the network's device. The optimiser
// starts without memory of earlier steps; SetState gives it one.
func NewTrainer(p *nets.Policy, cfg TrainerConfig) (*Trainer, error) {
	if cfg.Owners != 0 {
		return nil, fmt.Errorf("trainer: weight %v of owners, want 0: a policy network has nothing to learn of them",
			cfg.Owners)
	}
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
	if err := t.label(targets); err != nil {
		return StepResult{}, err
	}
	return t.step(planes, weights, rate)
}

// Begin begins a step as Step makes it, and End has its result. So many steps may be under way at the
// same time as Ahead says. On a graphics device Begin does not wait for the step, and the next
// batch can be made and uploaded meanwhile. Whatever is under way, the weights become what Step makes of them.
// Arguments are read during the call only. If a step fails, those that were begun after it fail too.
func (t *Trainer) Begin(planes []float32, targets []int32, weights []float32, rate float64) error {
	if err := t.label(targets); err != nil {
		return err
	}
	return t.begin(planes, weights, rate)
}

// label takes over the targets of a batch.
func (t *Trainer) label(targets []int32) error {
	if len(targets) != t.cfg.Batch {
		return fmt.Errorf("training step: %d targets, want %d", len(targets), t.cfg.Batch)
	}
	points := t.points
	for i, p := range targets {
		if p < 0 || int(p) >= points {
			return fmt.Errorf("training step: target %d of sample %d, want a point below %d", p, i, points)
		}
		t.targets[i] = float32(p)
	}
	return nil
}

// trainer trains a network of any kind on its device. It is used by one goroutine at a time.
//
// Filters that are always zero stay so in training, so the engine trains a lean network without them. After every
// change the network gets the weights of the lean one. If somebody else has changed the network, the lean one gets its
// weights before the next step.
type trainer struct {
	task
	newCriterion func() criterion
	engine       engine
	threads      int    // asked for
	under        int    // steps begun and not ended
	summed       bool   // a gradient waits for Apply
	given        uint64 // the version of the lean network that the network has
	taken        uint64 // the version of the network that the lean one has
}

// task is what a trainer and its engine share: the network and the batch of the step.
type task struct {
	lean    *layers.Lean
	net     *layers.Network // lean.Net
	labels  int             // of a position
	device  nets.Device
	points  int
	stride  int // of the input
	cfg     TrainerConfig
	targets []float32 // of the batch, [position][label]
	weights []float32
}

// learns is the number of the first parameter that learns. All after it do.
func (t *task) learns() int {
	first, _ := t.net.Own(t.cfg.Frozen)
	return first
}

// engine does the steps of a trainer on a device.
type engine interface {
	// depth is how many steps may be under way at the same time.
	depth() int
	// begin begins to train on planes with the targets and weights of the task, which it does not keep.
	begin(planes []float32, rate float64) error
	// end waits for the first step that was begun and not ended.
	end() (StepResult, error)
	// accumulate adds the gradient of drawn moves, with the targets and weights of the task, to the
	// sum. After any error the sum is empty.
	accumulate(d Drawn) (DrawnResult, error)
	// forget empties the sum.
	forget() error
	// apply takes a step on the sum and empties it.
	apply(rate float64) (norm float64, err error)
	// settle brings weights and the optimiser's memory to the network and to state.
	settle() error
	// state and setState are the optimiser's memory.
	state() []models.Tensor
	setState(tensors []models.Tensor) error
	// close frees what the engine has outside the program's memory. It is the last call.
	close()
}

// trained is what the trainer has to know of a network.
type trained interface {
	Network() *layers.Network
	Points() int
	Stride() int
}

// placed is a network that has a device.
type placed interface{ Device() nets.Device }

// prepare makes the engine for a network. Its criterion wants so many labels of a position.
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
	if all := len(network.Network().Layers); cfg.Frozen >= all {
		return fmt.Errorf("trainer: %d frozen layers of %d, want one to learn", cfg.Frozen, all)
	}
	t.task = task{
		labels: labels, device: nets.CPU{}, points: network.Points(), stride: network.Stride(), cfg: cfg,
		targets: make([]float32, cfg.Batch*labels),
		weights: make([]float32, cfg.Batch),
	}
	if p, ok := network.(placed); ok {
		t.device = p.Device()
	}
	t.newCriterion, t.threads = newCriterion, cfg.Threads
	return t.start(network.Network())
}

// start makes the engine for a network as it is now. On an error the trainer is as it was.
func (t *trainer) start(full *layers.Network) (err error) {
	fresh := t.task
	fresh.lean = layers.NewLean(full)
	fresh.net = fresh.lean.Net
	fresh.cfg.Threads = t.threads // an engine before may have made do with fewer
	was := t.task
	t.task = fresh // engines keep a pointer to it
	var e engine
	if g, ok := t.device.(*nets.GPU); ok {
		e, err = newCard(&t.task, g, t.newCriterion())
	} else {
		e, err = newHost(&t.task, t.newCriterion)
	}
	if err != nil {
		t.task = was
		return err
	}
	t.Close()
	t.engine, t.given, t.taken = e, t.net.Version(), full.Version()
	return nil
}

// Close frees the memory of a graphics device. It is the last call; who leaves it out waits for the collector.
func (t *trainer) Close() {
	if t.engine != nil {
		t.engine.close()
	}
}

// take brings weights that somebody else has set to the engine. If other filters are always zero in them, the engine
// begins anew, with the optimiser's memory.
func (t *trainer) take() error {
	full := t.lean.Full
	if t.taken == full.Version() {
		return nil
	}
	if t.lean.Fits() {
		t.lean.Take()
		t.given, t.taken = t.net.Version(), full.Version()
		return nil
	}
	if t.under > 0 || t.summed {
		return errors.New("training step: weights with other filters that are always zero were set in the middle of it")
	}
	if err := t.engine.settle(); err != nil { // a card has newer memory than state
		return err
	}
	state := t.engine.state()
	if err := t.start(full); err != nil {
		return err
	}
	return t.engine.setState(state)
}

// give brings what the engine has changed to the network.
func (t *trainer) give() {
	if t.given == t.net.Version() {
		return
	}
	t.lean.Give()
	t.given, t.taken = t.net.Version(), t.lean.Full.Version()
}

// begin begins a step with the targets that stand in t.targets.
func (t *trainer) begin(planes, weights []float32, rate float64) error {
	if t.under == t.engine.depth() {
		return fmt.Errorf("training step: %d steps are under way: end one", t.under)
	}
	if err := t.check(planes, weights, rate); err != nil {
		return err
	}
	if err := t.take(); err != nil {
		return err
	}
	for i := range t.weights {
		t.weights[i] = 1
	}
	copy(t.weights, weights)
	if err := t.engine.begin(planes, rate); err != nil {
		return err
	}
	t.give()
	t.under++
	return nil
}

// End waits for the first of the steps that were begun, and returns its result. The error is as that of Step.
func (t *trainer) End() (StepResult, error) {
	if t.under == 0 {
		return StepResult{}, errors.New("training step: none is under way")
	}
	t.under--
	defer t.give()
	return t.engine.end()
}

// Ahead is how many steps may be under way: two on a graphics device, one on the CPU.
func (t *trainer) Ahead() int { return t.engine.depth() }

// step trains on planes with the targets that stand in t.targets.
func (t *trainer) step(planes, weights []float32, rate float64) (StepResult, error) {
	if err := t.alone(); err != nil {
		return StepResult{}, err
	}
	if err := t.begin(planes, weights, rate); err != nil {
		return StepResult{}, err
	}
	return t.End()
}

// alone refuses what cannot be done while steps are under way.
func (t *trainer) alone() error {
	if t.under > 0 {
		return fmt.Errorf("training step: %d steps are under way: end them first", t.under)
	}
	return nil
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

// Labels is how many labels a sample has.
func (t *trainer) Labels() int { return t.labels }

// Config returns the configuration with its defaults filled in.
func (t *trainer) Config() TrainerConfig { return t.cfg }

// Settle brings the weights of the steps so far to the network, and the optimiser's memory to State. On
// a graphics device they stay there until then: evaluations, Weights and State have those of the last
// Settle. On the CPU they are there after every step.
func (t *trainer) Settle() error {
	if err := t.take(); err != nil {
		return err
	}
	defer t.give()
	return t.engine.settle()
}

// State returns the optimiser's memory as tensors, copies, for a checkpoint.
// With the network's Weights it makes a resumed run equal to an unbroken one.
func (t *trainer) State() []models.Tensor { return t.engine.state() }

// SetState takes over the state of a trainer of the same optimiser and network;
// else it changes nothing.
func (t *trainer) SetState(tensors []models.Tensor) error {
	if err := t.take(); err != nil {
		return err
	}
	return t.engine.setState(tensors)
}
