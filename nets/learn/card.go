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
	leastScale = 1.0 / 1024
	scaleStep  = 4 // the factor by which a repeated step divides it
)

// card trains on a graphics device. Weights and the optimiser's memory stay there between the steps.
type card struct {
	*task
	device *nets.GPU
	plan   *plans.Training
	runner gpu.Runner
	freed  runtime.Cleanup // closes the runner of a trainer that nobody closed
	scale  float64         // of the gradient of the loss, of every step's first try

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

// newCard records the training of a task and loads it.
func newCard(t *task, device *nets.GPU, c criterion) (*card, error) {
	var loss plans.Loss
	switch c.(type) {
	case *crossEntropyLoss:
		loss = plans.CrossEntropy{}
	case squaredErrorLoss:
		loss = plans.SquaredError{Owners: t.cfg.Owners}
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
	k.plan, err = plans.NewTraining(t.net, t.cfg.Frozen, planes, t.cfg.Batch, loss, k.opt.rule(), device.Grade())
	if err != nil {
		return nil, fmt.Errorf("trainer: %w: a smaller batch needs less", k.fault(err))
	}
	if k.runner, err = device.Load(k.plan.Plan); err != nil {
		return nil, fmt.Errorf("a training of %d MB: %w: a smaller batch needs less",
			k.plan.Plan.Memory()>>20, k.fault(err))
	}
	k.freed = runtime.AddCleanup(k, func(r gpu.Runner) { _ = r.Close() }, k.runner)
	words := kernels.Words(t.points)
	k.allowed = make([]uint32, t.cfg.Batch*words)
	for range stepsAhead {
		k.idle = append(k.idle, k.newFlight(planes))
	}
	if err := k.run("", k.plan.Constants(), nil); err != nil {
		k.close()
		return nil, fmt.Errorf("trainer: %w", err)
	}
	return k, nil
}

// close frees the card's memory at once: the next training may need it.
func (k *card) close() {
	k.drain()
	k.freed.Stop()
	_ = k.runner.Close() // of a card that is lost the memory is free anyway
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
		return k.fault(err)
	}
	return nil
}

// fault is an error of the device.
func (k *card) fault(err error) error {
	return fmt.Errorf("%w: %s: %w", nets.ErrDevice, k.device.Name(), err)
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

func (k *card) state() []models.Tensor { return k.opt.state(k.lean) }

func (k *card) setState(tensors []models.Tensor) error {
	if err := k.opt.setState(k.lean, tensors); err != nil {
		return err
	}
	k.stored = false
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
	squares := make([]float32, len(k.plan.Norms))
	var out []gpu.Transfer
	for i, b := range k.plan.Norms {
		out = append(out, gpu.Transfer{Buffer: b, Data: gpu.Bytes(squares[i : i+1])})
	}
	if err := k.run(plans.Norm, nil, out); err != nil {
		return 0, fmt.Errorf("step %d: %w", k.steps+1, err)
	}
	for _, s := range squares {
		norm += float64(s)
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
