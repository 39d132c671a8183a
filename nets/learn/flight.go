package learn

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

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
	owners  []float32
	moves   []uint32
	weights []float32
	values  [kernels.StepSize]float32
	flag    [1]uint32
	result  []float32
	err     error // of a run that is over
}

// newFlight has room for a batch of positions of so many planes.
func (k *card) newFlight(planes int) *flight {
	n := k.cfg.Batch
	f := &flight{
		bits:    make([]uint32, n*kernels.Words(k.points*planes)),
		targets: make([]float32, n), owners: make([]float32, len(k.targets)-n), moves: make([]uint32, n),
		weights: make([]float32, n), result: make([]float32, n*kernels.ResultSize),
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
	if len(f.owners) > 0 {
		f.in = append(f.in, gpu.Transfer{Buffer: k.plan.Owners, Data: gpu.Bytes(f.owners)})
	}
	f.out = []gpu.Transfer{
		{Buffer: k.plan.Result, Data: gpu.Bytes(f.result)}, {Buffer: k.plan.Flag, Data: gpu.Bytes(f.flag[:])},
	}
	return f
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
	inherited := f.err != nil // the step before it failed, and the error has that step's number
	if !inherited {
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
	} else if !inherited {
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
	labels := len(k.targets) / k.cfg.Batch
	for i := range f.targets {
		own := k.targets[i*labels : (i+1)*labels]
		f.targets[i], f.moves[i] = own[0], 0
		copy(f.owners[i*(labels-1):], own[1:])
		if k.plan.Sums != nil {
			f.moves[i] = uint32(own[0])
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
		return k.fault(err)
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
		return k.fault(err)
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
		case half && f.scale <= leastScale:
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
