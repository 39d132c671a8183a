package learn

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// The gradient of the loss is multiplied by a power of two so that small gradients survive float16. If
// one overflows, the step is repeated with a smaller factor. Every step begins with the same one, so
// a resumed run needs no memory of it.
const (
	halfScale  = 256
	leastScale = 1.0 / 256
	scaleStep  = 4 // the factor by which a repeated step divides it
)

// card trains on a graphics device. Weights and the optimiser's memory stay there between the steps.
type card struct {
	*task
	device *nets.GPU
	plan   *plans.Training
	runner gpu.Runner
	scale  float64 // of the gradient of the loss, of every step's first try

	opt     *optimizer // its memory as of the last settle
	steps   uint64     // taken on the device
	version uint64     // of the network's weights when the device had the same
	loaded  bool       // the device has weights
	ahead   bool       // the device's weights are newer than the network's
	stored  bool       // the device has the optimiser's memory
	newer   bool       // and a newer one than opt
	raised  bool       // the device's flag says that a gradient was not finite

	idle, under, over []*flight // the first one first
	allowed           []uint32
}

// stepsAhead is how many steps may be under way: the card computes one, and has the data of the next.
const stepsAhead = 2

// flight is a run of a batch, from its start until its result is fetched. It keeps the batch in case that its
// gradients overflow.
//
// The flag stays raised until somebody lowers it. So a run that was started behind one that overflows changes
// nothing, and is started again when that one has been repeated.
type flight struct {
	program string
	divisor float64 // of the gradients
	scale   float64 // of the gradient of the loss
	in, out []gpu.Transfer
	more    []gpu.Transfer // to in
	bits    []uint32
	targets []float32
	moves   []uint32
	weights []float32
	values  [kernels.StepSize]float32
	flag    [1]uint32
	result  []float32
	err     error // of a run that is over
}

// newCard records the training of a task and loads it.
func newCard(t *task, device *nets.GPU, c criterion) (*card, error) {
	var loss plans.Loss
	switch c.(type) {
	case *crossEntropyLoss:
		loss = plans.CrossEntropy{}
	case squaredErrorLoss:
		loss = plans.SquaredError{}
	default:
		return nil, fmt.Errorf("trainer: a graphics device has no loss of the kind %T", c)
	}
	k := &card{
		task: t, device: device, scale: 1,
		opt: newOptimizer(t.cfg.Optimizer, t.cfg.Momentum, t.cfg.WeightDecay, len(t.net.Params), len(t.net.Flat)),
	}
	if device.Grade().Float16() {
		k.scale = halfScale
	}
	planes := t.net.Layers[0].(layers.Conv).Channels // every network begins with one
	var err error
	if k.plan, err = plans.NewTraining(t.net, planes, t.cfg.Batch, loss, k.opt.rule(), device.Grade()); err != nil {
		return nil, fmt.Errorf("trainer: %w", err)
	}
	if k.runner, err = device.Load(k.plan.Plan); err != nil {
		return nil, fmt.Errorf("trainer on %s, which needs %d MB: %w: %w: a smaller batch needs less",
			device.Name(), k.plan.Plan.Memory()>>20, nets.ErrDevice, err)
	}
	// Trainers end without a word. The card's memory is free again when the collector finds that one is gone.
	runtime.AddCleanup(k, func(r gpu.Runner) { _ = r.Close() }, k.runner)
	words := kernels.Words(t.points)
	k.allowed = make([]uint32, t.cfg.Batch*words)
	for range stepsAhead {
		k.idle = append(k.idle, k.newFlight(planes))
	}
	if _, policy := loss.(plans.CrossEntropy); policy {
		all := make([]uint32, t.cfg.Batch*words)
		for i := range all {
			all[i] = math.MaxUint32
		}
		if err := k.run("", []gpu.Transfer{{Buffer: k.plan.All, Data: gpu.Bytes(all)}}, nil); err != nil {
			return nil, fmt.Errorf("trainer: %w", err)
		}
	}
	return k, nil
}

// newFlight has room for a batch of positions of so many planes.
func (k *card) newFlight(planes int) *flight {
	n := k.cfg.Batch
	f := &flight{
		bits:    make([]uint32, n*kernels.Words(k.points*planes)),
		targets: make([]float32, len(k.targets)), moves: make([]uint32, n), weights: make([]float32, n),
		result: make([]float32, n*kernels.ResultSize),
	}
	targets := gpu.Bytes(f.targets)
	if k.plan.Sums != nil {
		targets = gpu.Bytes(f.moves)
	}
	f.in = []gpu.Transfer{
		{Buffer: k.plan.Bits, Data: gpu.Bytes(f.bits)},
		{Buffer: k.plan.Targets, Data: targets},
		{Buffer: k.plan.Weights, Data: gpu.Bytes(f.weights)},
		{Buffer: k.plan.Values, Data: gpu.Bytes(f.values[:])},
	}
	f.out = []gpu.Transfer{
		{Buffer: k.plan.Result, Data: gpu.Bytes(f.result)}, {Buffer: k.plan.Flag, Data: gpu.Bytes(f.flag[:])},
	}
	return f
}

// rule is the optimiser for a plan.
func (o *optimizer) rule() plans.Rule {
	adam := plans.Adam{Beta1: adamBeta1, Beta2: adamBeta2, Epsilon: adamEpsilon, Decay: o.decay}
	switch o.kind {
	case Momentum:
		return plans.Momentum{Momentum: o.momentum, Decay: o.decay}
	case Adam:
		return adam
	case Muon:
		return plans.Muon{Adam: adam, Momentum: muonMomentum, Scale: muonScale}
	default:
		return plans.SGD{Decay: o.decay}
	}
}

// run runs a program. An error says that the device failed.
func (k *card) run(program string, in, out []gpu.Transfer) error {
	if err := k.runner.Run(program, in, out); err != nil {
		return fmt.Errorf("%w: %w", nets.ErrDevice, err)
	}
	return nil
}

// upload gives the device what it does not have: weights that somebody has set, and the optimiser's
// memory.
func (k *card) upload() error {
	if !k.loaded || k.version != k.net.Version() || !k.stored {
		k.drain() // the steps under way are with the weights before
	}
	if !k.loaded || k.version != k.net.Version() {
		var err error
		k.net.Read(func() {
			k.version = k.net.Version()
			err = k.run(plans.Load, k.plan.Params.Pack(k.net.Params), nil)
		})
		if err != nil {
			return err
		}
		k.loaded, k.ahead = true, false
	}
	if !k.stored {
		k.steps = k.opt.steps
		for _, s := range k.opt.slots {
			if err := k.run("", k.plan.Slots[s.name].Pack(k.slot(s)), nil); err != nil {
				return err
			}
		}
		k.stored, k.newer = true, false
	}
	return nil
}

// slot lists the arrays of a slot as parameters.
func (k *card) slot(s slot) []layers.Param {
	var out []layers.Param
	for _, i := range k.plan.SlotParams[s.name] {
		q := k.net.Params[i]
		q.Data = s.flat[k.net.Spans[i].From:k.net.Spans[i].To]
		out = append(out, q)
	}
	return out
}

// settle reads weights and memory, unless somebody has set others meanwhile.
func (k *card) settle() error {
	k.drain()
	if k.ahead && k.version == k.net.Version() {
		if err := k.run("", nil, k.plan.Params.Transfers()); err != nil {
			return fmt.Errorf("read the weights: %w", err)
		}
		// The function returns no error, and so does Update.
		_ = k.net.Update(func(params []layers.Param) error {
			k.plan.Params.Unpack(params)
			return nil
		})
		k.version, k.ahead = k.net.Version(), false
	}
	if k.stored && k.newer {
		for _, s := range k.opt.slots {
			a := k.plan.Slots[s.name]
			if err := k.run("", nil, a.Transfers()); err != nil {
				return fmt.Errorf("read the optimiser's memory: %w", err)
			}
			a.Unpack(k.slot(s))
		}
		k.opt.steps, k.newer = k.steps, false
	}
	return nil
}

func (k *card) state() []models.Tensor { return k.opt.state(k.net) }

func (k *card) setState(tensors []models.Tensor) error {
	if err := k.opt.setState(k.net, tensors); err != nil {
		return err
	}
	k.stored = false
	return nil
}

func (k *card) depth() int { return stepsAhead }

func (k *card) begin(planes []float32, rate float64) error {
	if err := k.upload(); err != nil {
		return fmt.Errorf("training step: %w", err)
	}
	step := k.steps + uint64(len(k.under)) + 1
	f, err := k.prepare(plans.Step, planes, float64(k.cfg.Batch))
	if err == nil {
		f.setStep(rate, 1, step)
		err = k.start(f, k.scale)
	}
	if err != nil {
		return fmt.Errorf("training step %d: %w", step, err)
	}
	k.idle, k.under = k.idle[1:], append(k.under, f)
	return nil
}

func (k *card) end() (StepResult, error) {
	if len(k.over) == 0 {
		k.land()
	}
	f := k.over[0]
	k.over, k.idle = k.over[1:], append(k.idle, f)
	if f.err != nil {
		return StepResult{}, f.err
	}
	n := float64(k.cfg.Batch)
	var r StepResult
	for b := range k.cfg.Batch {
		one := f.result[b*kernels.ResultSize:]
		r.Loss += float64(one[0]) / n
		if one[1] == 0 {
			r.Correct++
		}
		if one[1] < 5 {
			r.TopFive++
		}
	}
	return r, nil
}

// drain waits for all steps under way.
func (k *card) drain() {
	for len(k.under) > 0 {
		k.land()
	}
}

// land waits for the first step under way. If a gradient of it overflows, the steps behind it have changed
// nothing: they are begun again when it has been repeated. If it fails, they fail as well.
func (k *card) land() {
	f, behind := k.under[0], k.under[1:]
	k.under, k.over = behind, append(k.over, f)
	if f.err == nil {
		f.err = k.wait()
	}
	if f.err == nil && f.flag[0] == 0 {
		k.taken()
		return
	}
	for _, g := range behind {
		if g.err == nil {
			g.err = k.wait()
		}
		if f.err == nil {
			f.err = g.err
		}
	}
	if f.err == nil {
		f.err = k.repeat(f)
	}
	if f.err == nil {
		k.taken()
	} else {
		f.err = fmt.Errorf("training step %d: %w", k.steps+1, f.err)
	}
	for _, g := range behind {
		if g.err = f.err; g.err == nil {
			g.err = k.start(g, k.scale)
		}
	}
}

// taken counts a step.
func (k *card) taken() {
	k.steps++
	k.ahead, k.newer = true, true
}

// prepare fills the first idle flight with a batch.
func (k *card) prepare(program string, planes []float32, divisor float64, more ...gpu.Transfer) (*flight, error) {
	f := k.idle[0]
	count := k.net.Layers[0].(layers.Conv).Channels
	if err := plans.Bits(f.bits, planes, k.cfg.Batch, k.points, count, k.stride); err != nil {
		return nil, err
	}
	f.program, f.divisor, f.more, f.err = program, divisor, more, nil
	copy(f.targets, k.targets)
	if k.plan.Sums != nil {
		for i, t := range k.targets {
			f.moves[i] = uint32(t)
		}
	}
	copy(f.weights, k.weights)
	return f, nil
}

// setStep sets the values of a step by its number.
func (f *flight) setStep(rate, sharpness float64, step uint64) {
	n := float64(step)
	f.values[kernels.StepRate], f.values[kernels.StepSharpness] = float32(rate), float32(sharpness)
	f.values[kernels.StepMean] = float32(1 / (1 - math.Pow(float64(float32(adamBeta1)), n)))
	f.values[kernels.StepSquare] = float32(1 / (1 - math.Pow(float64(float32(adamBeta2)), n)))
}

// start starts the run of a flight, with a factor for the gradient of the loss.
func (k *card) start(f *flight, scale float64) error {
	f.scale = scale
	f.values[kernels.StepScale], f.values[kernels.StepInverse] = float32(scale), float32(1/(scale*f.divisor))
	in := append(f.in[:len(f.in):len(f.in)], f.more...)
	if k.raised {
		in = append(in, k.lowered())
	}
	if err := k.runner.Start(f.program, in, f.out); err != nil {
		return fmt.Errorf("%w: %w", nets.ErrDevice, err)
	}
	k.raised = false
	return nil
}

// lowered lowers the flag.
func (k *card) lowered() gpu.Transfer {
	return gpu.Transfer{Buffer: k.plan.Flag, Data: gpu.Bytes([]uint32{0})}
}

// wait waits for the first run that was started.
func (k *card) wait() error {
	if err := k.runner.Wait(); err != nil {
		return fmt.Errorf("%w: %w", nets.ErrDevice, err)
	}
	return nil
}

// repeat runs a flight that is over again, with smaller factors, until its gradients do not overflow. Nothing
// else is under way.
func (k *card) repeat(f *flight) error {
	for f.flag[0] != 0 {
		k.raised = true
		loss := 0.0
		for _, v := range f.result {
			loss += float64(v)
		}
		half := k.device.Grade() != gpu.Single
		switch {
		case loss-loss != 0 && half:
			return fmt.Errorf("%w: %w (a loss of %v)", nets.ErrDevice, nets.ErrRange, loss)
		case loss-loss != 0:
			return fmt.Errorf("%w (%v): lower the rate", ErrNotFinite, loss)
		case half && f.scale < leastScale:
			return fmt.Errorf("%w: %w (a gradient)", nets.ErrDevice, nets.ErrRange)
		case !half:
			return fmt.Errorf("%w (a gradient): lower the rate", ErrNotFinite)
		}
		if err := k.start(f, f.scale/scaleStep); err != nil {
			return err
		}
		if err := k.wait(); err != nil {
			return err
		}
	}
	return nil
}

func (k *card) forget() error { return k.run(plans.Forget, nil, nil) }

func (k *card) accumulate(d Drawn) (r DrawnResult, err error) {
	if err := k.upload(); err != nil {
		return r, fmt.Errorf("gradient for step %d: %w", k.steps+1, err)
	}
	for i := range k.allowed {
		k.allowed[i] = math.MaxUint32
	}
	words := kernels.Words(k.points)
	if d.Allowed != nil {
		clear(k.allowed[:len(d.Moves)*words])
		for i, ok := range d.Allowed {
			if p := i % k.points; ok {
				k.allowed[i/k.points*words+p/32] |= 1 << (p % 32)
			}
		}
	}
	allowed := gpu.Transfer{Buffer: k.plan.Allowed, Data: gpu.Bytes(k.allowed)}
	f, err := k.prepare(plans.Accumulate, d.Planes, 1, allowed)
	if err == nil {
		f.setStep(0, 1/d.Temperature, k.steps+1)
		err = k.start(f, k.scale)
	}
	if err == nil {
		err = k.wait()
	}
	if err == nil {
		err = k.repeat(f)
	}
	if err != nil {
		err = fmt.Errorf("gradient for step %d: %w", k.steps+1, err)
		if !errors.Is(err, nets.ErrDevice) {
			err = errors.Join(err, k.forget())
		}
		return r, err
	}
	for b := range d.Moves {
		r.Loss += float64(f.result[b*kernels.ResultSize])
		r.Entropy += float64(f.result[b*kernels.ResultSize+2])
	}
	return r, nil
}

func (k *card) apply(rate float64) (norm float64, err error) {
	if err := k.upload(); err != nil {
		return 0, fmt.Errorf("step %d: %w", k.steps+1, err)
	}
	if err := k.run("", nil, k.plan.Sums.Transfers()); err != nil {
		return 0, fmt.Errorf("step %d: %w", k.steps+1, err)
	}
	for _, t := range k.plan.Sums.Values() {
		for _, g := range t {
			norm += float64(g) * float64(g)
		}
	}
	norm = math.Sqrt(norm)
	if norm-norm != 0 {
		err := fmt.Errorf("step %d: %w (gradient of norm %v): lower the rate", k.steps+1, ErrNotFinite, norm)
		return norm, errors.Join(err, k.forget())
	}
	f := k.idle[0]
	f.setStep(rate, 1, k.steps+1)
	values := gpu.Transfer{Buffer: k.plan.Values, Data: gpu.Bytes(f.values[:])}
	if err := k.run(plans.Apply, []gpu.Transfer{values, k.lowered()}, nil); err != nil {
		return norm, fmt.Errorf("step %d: %w", k.steps+1, err)
	}
	k.raised = false
	k.taken()
	return norm, nil
}
