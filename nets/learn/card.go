package learn

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/gpu"
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

	bits    []uint32
	moves   []uint32
	allowed []uint32
	values  [gpu.StepSize]float32
	flag    [1]uint32
	result  []float32
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
	if k.runner, err = device.Card().Load(k.plan.Plan); err != nil {
		return nil, fmt.Errorf("trainer on %s, which needs %d MB: %w: %w: a smaller batch needs less",
			device.Name(), k.plan.Plan.Memory()>>20, nets.ErrDevice, err)
	}
	words := gpu.Words(t.points)
	k.bits = make([]uint32, t.cfg.Batch*gpu.Words(t.points*planes))
	k.moves = make([]uint32, t.cfg.Batch)
	k.allowed = make([]uint32, t.cfg.Batch*words)
	k.result = make([]float32, t.cfg.Batch*gpu.ResultSize)
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

func (k *card) step(planes []float32, rate float64) (StepResult, error) {
	if err := k.upload(); err != nil {
		return StepResult{}, fmt.Errorf("training step: %w", err)
	}
	n := float64(k.cfg.Batch)
	k.prepare(rate, 1)
	if err := k.backward(plans.Step, planes, n, nil); err != nil {
		return StepResult{}, fmt.Errorf("training step %d: %w", k.steps+1, err)
	}
	var r StepResult
	for b := range k.cfg.Batch {
		one := k.result[b*gpu.ResultSize:]
		r.Loss += float64(one[0]) / n
		if one[1] == 0 {
			r.Correct++
		}
		if one[1] < 5 {
			r.TopFive++
		}
	}
	k.steps++
	k.ahead, k.newer = true, true
	return r, nil
}

// prepare sets the values of a step.
func (k *card) prepare(rate, sharpness float64) {
	step := float64(k.steps + 1)
	k.values[gpu.StepRate], k.values[gpu.StepSharpness] = float32(rate), float32(sharpness)
	k.values[gpu.StepMean] = float32(1 / (1 - math.Pow(float64(float32(adamBeta1)), step)))
	k.values[gpu.StepSquare] = float32(1 / (1 - math.Pow(float64(float32(adamBeta2)), step)))
}

// backward runs a program with gradients that are divided by n. It repeats a program whose gradients overflow.
func (k *card) backward(program string, planes []float32, n float64, more []gpu.Transfer) error {
	count := k.net.Layers[0].(layers.Conv).Channels
	if err := plans.Bits(k.bits, planes, k.cfg.Batch, k.points, count, k.stride); err != nil {
		return err
	}
	targets := gpu.Bytes(k.targets)
	if k.plan.Sums != nil {
		for i, t := range k.targets {
			k.moves[i] = uint32(t)
		}
		targets = gpu.Bytes(k.moves)
	}
	in := append([]gpu.Transfer{
		{Buffer: k.plan.Bits, Data: gpu.Bytes(k.bits)},
		{Buffer: k.plan.Targets, Data: targets},
		{Buffer: k.plan.Weights, Data: gpu.Bytes(k.weights)},
		{Buffer: k.plan.Values, Data: gpu.Bytes(k.values[:])},
		{Buffer: k.plan.Flag, Data: gpu.Bytes(k.flag[:])},
	}, more...)
	out := []gpu.Transfer{
		{Buffer: k.plan.Result, Data: gpu.Bytes(k.result)}, {Buffer: k.plan.Flag, Data: gpu.Bytes(k.flag[:])},
	}
	for scale := k.scale; ; scale /= scaleStep {
		k.values[gpu.StepScale], k.values[gpu.StepInverse] = float32(scale), float32(1/(scale*n))
		k.flag[0] = 0
		if err := k.run(program, in, out); err != nil {
			return err
		}
		if k.flag[0] == 0 {
			return nil
		}
		loss := 0.0
		for _, v := range k.result {
			loss += float64(v)
		}
		if loss-loss != 0 {
			return fmt.Errorf("%w (%v): lower the rate", ErrNotFinite, loss)
		}
		if k.scale == 1 || scale < leastScale {
			return fmt.Errorf("%w (a gradient): lower the rate", ErrNotFinite)
		}
	}
}

func (k *card) forget() error { return k.run(plans.Forget, nil, nil) }

func (k *card) accumulate(d Drawn) (r DrawnResult, err error) {
	if err := k.upload(); err != nil {
		return r, fmt.Errorf("gradient for step %d: %w", k.steps+1, err)
	}
	for i := range k.allowed {
		k.allowed[i] = math.MaxUint32
	}
	words := gpu.Words(k.points)
	if d.Allowed != nil {
		clear(k.allowed[:len(d.Moves)*words])
		for i, ok := range d.Allowed {
			if p := i % k.points; ok {
				k.allowed[i/k.points*words+p/32] |= 1 << (p % 32)
			}
		}
	}
	k.prepare(0, 1/d.Temperature)
	more := []gpu.Transfer{{Buffer: k.plan.Allowed, Data: gpu.Bytes(k.allowed)}}
	if err := k.backward(plans.Accumulate, d.Planes, 1, more); err != nil {
		err = fmt.Errorf("gradient for step %d: %w", k.steps+1, err)
		if !errors.Is(err, nets.ErrDevice) {
			err = errors.Join(err, k.forget())
		}
		return r, err
	}
	for b := range d.Moves {
		r.Loss += float64(k.result[b*gpu.ResultSize])
		r.Entropy += float64(k.result[b*gpu.ResultSize+2])
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
	k.prepare(rate, 1)
	k.flag[0] = 0
	err = k.run(plans.Apply, []gpu.Transfer{
		{Buffer: k.plan.Values, Data: gpu.Bytes(k.values[:])}, {Buffer: k.plan.Flag, Data: gpu.Bytes(k.flag[:])},
	}, nil)
	if err != nil {
		return norm, fmt.Errorf("step %d: %w", k.steps+1, err)
	}
	k.steps++
	k.ahead, k.newer = true, true
	return norm, nil
}
