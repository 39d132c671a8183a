package learn

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/testcards"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// counted is a card that counts the runs of steps: repeated ones too.
type counted struct {
	gpu.Device
	runs *int
}

func (c counted) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := c.Device.Load(p)
	return countedRunner{r, c.runs}, err
}

type countedRunner struct {
	gpu.Runner
	runs *int
}

func (r countedRunner) Start(program string, in, out []gpu.Transfer) error {
	if program == plans.Step {
		*r.runs++
	}
	return r.Runner.Start(program, in, out)
}

// newCounted is a card in float16 that counts.
func newCounted(t testing.TB, runs *int) *nets.GPU {
	t.Helper()
	half := testcards.Half(t)
	return gpuOf(t, counted{testcards.Open(t, graded(half)), runs}, half)
}

// overflows is a factor of the loss that is too large for float16, and not by much: each run again takes time.
const overflows = 1 << 20

// Steps that are begun while others are under way are the steps that are made one by one, to the bit: with
// gradients that overflow, with measurements and new weights in between, for every optimiser.
func TestStepsUnderWayOnACard(t *testing.T) {
	const steps = 7
	run := func(kind string, scale float64, ahead int) (results []StepResult, weights []float64, state []models.Tensor) {
		p := newPolicy(t, small[2], 1)
		runs := 0
		p.SetDevice(newCounted(t, &runs))
		tr := newTrainer(t, p, TrainerConfig{Batch: 4, Optimizer: kind, Momentum: 0.9})
		tr.engine.(*card).scale = scale
		if tr.Ahead() != 2 {
			t.Fatalf("a card has %d steps under way", tr.Ahead())
		}
		end := func() {
			r, err := tr.End()
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		for i := range steps {
			data := newBatch(p, 4, uint64(i))
			if err := tr.Begin(data.planes, data.targets, data.weights, 0.01); err != nil {
				t.Fatal(err)
			}
			clear(data.planes) // they are free
			switch i {
			case 2: // with a step under way
				if err := tr.Settle(); err != nil {
					t.Fatal(err)
				}
			case 4:
				if err := p.SetWeights(newPolicy(t, small[2], 2).Weights()); err != nil {
					t.Fatal(err)
				}
			}
			if i+1-len(results) == ahead {
				end()
			}
		}
		for len(results) < steps {
			end()
		}
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
		if repeated := runs > steps; repeated != (scale == overflows) {
			t.Errorf("%s with a factor of %v: %d steps took %d runs", kind, scale, steps, runs)
		}
		return results, weightsOf(p), tr.State()
	}
	kinds := []string{Muon, Adam, SGD, Momentum}
	if testing.Short() {
		kinds = kinds[:1] // under the race detector one says enough
	}
	for _, kind := range kinds {
		for _, scale := range []float64{halfScale, overflows} {
			r1, w1, s1 := run(kind, scale, 1)
			r2, w2, s2 := run(kind, scale, 2)
			if !slices.Equal(r1, r2) || !slices.Equal(w1, w2) {
				t.Errorf("%s with a factor of %v: %+v, one by one %+v", kind, scale, r2, r1)
			}
			for i, s := range s1 {
				if !slices.Equal(s.Data, s2[i].Data) {
					t.Errorf("%s with a factor of %v: another %s", kind, scale, s.Name)
				}
			}
		}
	}
}

// A step that diverges, or a card that is lost, takes the step behind it along. The trainer goes on after the
// first, with the weights before both.
func TestStepsUnderWayOnACardFail(t *testing.T) {
	lost := false
	p := newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}, Lose: func(string) bool { return lost }}))
	tr := newTrainer(t, p, TrainerConfig{Batch: 4, Optimizer: Adam})
	data := newBatch(p, 4, 1)
	step(t, tr, data, 0.01)
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	weights := weightsOf(p)
	both := func(want error) {
		t.Helper()
		for _, w := range [][]float32{{float32(math.Inf(1)), 1, 1, 1}, nil} {
			if err := tr.Begin(data.planes, data.targets, w, 0.01); err != nil {
				t.Fatal(err)
			}
		}
		if err := tr.Begin(data.planes, data.targets, nil, 0.01); err == nil {
			t.Error("a third step is begun")
		}
		if _, err := tr.Apply(0.1); err == nil {
			t.Error("a sum is applied with steps under way")
		}
		for range 2 {
			if _, err := tr.End(); !errors.Is(err, want) {
				t.Errorf("error %v, want %v", err, want)
			}
		}
		if _, err := tr.End(); err == nil {
			t.Error("a third step ends")
		}
	}
	both(ErrNotFinite)
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(weightsOf(p), weights) {
		t.Error("the weights are not those before the steps")
	}
	step(t, tr, data, 0.01)
	lost = true
	both(nets.ErrDevice)
}

// A gradient that overflows in float16 is computed again with a smaller factor, and nothing is lost.
func TestOverflowOnACardIsRepeated(t *testing.T) {
	losses := func(scale float64) (out []float64) {
		p := newPolicy(t, small[2], 1)
		runs := 0
		p.SetDevice(newCounted(t, &runs))
		tr := newTrainer(t, p, TrainerConfig{Batch: 4, Optimizer: Adam})
		tr.engine.(*card).scale = scale
		for i := range 3 {
			out = append(out, step(t, tr, newBatch(p, 4, uint64(i)), 0.01).Loss)
		}
		if repeated := runs > 3; repeated != (scale == overflows) {
			t.Errorf("with a factor of %v three steps took %d runs", scale, runs)
		}
		return out
	}
	want, got := losses(halfScale), losses(overflows)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 5e-3*math.Abs(want[i]) {
			t.Errorf("step %d: loss %v after an overflow, %v without", i, got[i], want[i])
		}
	}
}

// A training in float16 goes on where an activation is too large for it, as if that were the largest number.
func TestActivationsAreBoundedOnACard(t *testing.T) {
	p, q := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
	prepare := func(n *nets.Policy, weight float64, bias float32) {
		if err := n.Update(func(params []nets.Param) error {
			first, filters := params[0], params[0].Shape[3]
			for i := 0; i < len(first.Data); i += filters {
				first.Data[i] *= float32(weight)
			}
			params[1].Data[0] = bias
			second := params[2] // with small weights for the first filter, so that its own output is not too large
			for tap := range second.Shape[0] * second.Shape[1] {
				for k := range second.Shape[3] {
					second.Data[tap*second.Shape[2]*second.Shape[3]+k] *= 1e-3
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	// The output of the first filter is at least 65504 on all points of p, and 65504 on all points of q.
	prepare(p, 1, 1e5)
	prepare(q, 0, kernels.MaxHalf)
	p.SetDevice(newGPU(t, graded(testcards.Half(t))))
	data, cfg := newBatch(p, 4, 1), TrainerConfig{Batch: 4}
	// learned is the loss of a step, and what it adds to the weights of the first filter.
	learned := func(n *nets.Policy) (loss float64, added []float64) {
		before, tr := weightsOf(n), newTrainer(t, n, cfg)
		loss = step(t, tr, data, 10).Loss
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
		after := weightsOf(n)
		for i := 0; i < len(n.Weights()[0].Data); i += small[2].Filters {
			added = append(added, after[i]-before[i])
		}
		return loss, added
	}
	got, gotAdded := learned(p)
	want, wantAdded := learned(q)
	if math.Abs(got-want) > 5e-3*math.Abs(want) {
		t.Errorf("a loss of %v, want %v", got, want)
	}
	if d := relative(gotAdded, wantAdded); d > 0.05 {
		t.Errorf("the first filter learns %v times something else", d)
	}
}

// What float16 cannot hold is an error of the device, after which the training goes on in float32 with the weights
// before the step.
func TestTooLargeForFloat16OnACard(t *testing.T) {
	p, q := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
	for _, n := range []*nets.Policy{p, q} {
		if err := n.Update(func(params []nets.Param) error {
			params[0].Data[0] = 1e5 // a weight of the first layer
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	both := graded(testcards.Half(t))
	both.Grades = append(both.Grades, gpu.Single)
	p.SetDevice(newGPU(t, both))
	weights, data := weightsOf(p), newBatch(p, 4, 1)
	cfg := TrainerConfig{Batch: 4}
	tr := newTrainer(t, p, cfg)
	_, err := tr.Step(data.planes, data.targets, nil, 1e-12)
	if !errors.Is(err, nets.ErrDevice) || !errors.Is(err, nets.ErrRange) || errors.Is(err, ErrNotFinite) {
		t.Fatalf("error %v", err)
	}
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	if d := relative(weightsOf(p), weights); d != 0 {
		t.Error("the step has changed the weights")
	}
	wide, ok := nets.Instead(p.Device(), err).(*nets.GPU)
	if !ok || wide.Grade() != gpu.Single {
		t.Fatalf("the training goes on on %v", nets.Instead(p.Device(), err))
	}
	p.SetDevice(wide)
	got := step(t, newTrainer(t, p, cfg), data, 1e-12).Loss
	want := step(t, newTrainer(t, q, cfg), data, 1e-12).Loss
	if math.Abs(got-want) > 1e-4*math.Abs(want) {
		t.Errorf("a loss of %v in float32, %v on the CPU", got, want)
	}
	for _, c := range []struct {
		device nets.Device
		err    error
		want   nets.Device
	}{
		{wide, err, nets.CPU{}},
		{p.Device(), fmt.Errorf("%w: lost", nets.ErrDevice), nets.CPU{}},
		{p.Device(), ErrNotFinite, nil},
		{nets.CPU{}, err, nil},
	} {
		if got := nets.Instead(c.device, c.err); c.want == nil && got != nil || c.want != nil && got == nil {
			t.Errorf("after %v on %s: %v, want %v", c.err, c.device.Name(), got, c.want)
		}
	}
}
