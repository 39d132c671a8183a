package learn

import (
	"errors"
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/testcards"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// newGPU is a card in plain Go.
func newGPU(t testing.TB, card twin.Card) *nets.GPU {
	t.Helper()
	return gpuOf(t, testcards.Open(t, card), card.Grades[0])
}

// gpuOf is a device for networks. It must not fail.
func gpuOf(t testing.TB, card gpu.Device, grade gpu.Grade) *nets.GPU {
	t.Helper()
	g, err := nets.NewGPU(card, grade, func(err error) { t.Errorf("the card failed: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func graded(grade gpu.Grade) twin.Card { return twin.Card{Grades: []gpu.Grade{grade}} }

// relative is the root mean square of a−b over the root mean square of b.
func relative(a, b []float64) float64 {
	var d, s float64
	for i := range b {
		d += (a[i] - b[i]) * (a[i] - b[i])
		s += b[i] * b[i]
	}
	if s == 0 {
		return math.Sqrt(d)
	}
	return math.Sqrt(d / s)
}

// weightsOf are the weights of a network in a row.
func weightsOf(n interface{ Weights() []models.Tensor }) []float64 {
	var out []float64
	for _, w := range n.Weights() {
		for _, v := range w.Data {
			out = append(out, float64(v))
		}
	}
	return out
}

// Every optimiser on a card against the same on the CPU: what the steps find, where the weights end,
// and what the optimiser remembers.
func TestCardStepsAsTheCPU(t *testing.T) {
	for _, kind := range []string{SGD, Momentum, Adam, Muon} {
		cfg := TrainerConfig{Batch: 6, Threads: 1, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.02}
		p, q := newPolicy(t, small[3], 1), newPolicy(t, small[3], 1)
		q.SetDevice(newGPU(t, graded(gpu.Single)))
		a, b := newTrainer(t, p, cfg), newTrainer(t, q, cfg)
		// In these batches no unit is so near zero that rounding switches it.
		first := uint64(0)
		if kind == Muon {
			first = 30
		}
		for i := range 4 {
			data := newBatch(p, 6, first+uint64(i))
			want, got := step(t, a, data, 0.01), step(t, b, data, 0.01)
			if math.Abs(got.Loss-want.Loss) > 1e-4*math.Abs(want.Loss) || got.Correct != want.Correct || got.TopFive != want.TopFive {
				t.Errorf("%s, step %d: %+v on the card, %+v on the CPU", kind, i, got, want)
			}
		}
		if err := b.Settle(); err != nil {
			t.Fatal(err)
		}
		// Adam makes whole steps of gradients that are nothing but rounding.
		bound := 1e-5
		if kind == Adam || kind == Muon {
			bound = 1e-2
		}
		if d := relative(weightsOf(q), weightsOf(p)); !(d <= bound) {
			t.Errorf("%s: weights are off by %.2g", kind, d)
		}
		for i, want := range a.State() {
			got := b.State()[i]
			if got.Name != want.Name {
				t.Fatalf("%s: %s in place of %s", kind, got.Name, want.Name)
			}
			var x, y []float64
			for j := range want.Data {
				x, y = append(x, float64(got.Data[j])), append(y, float64(want.Data[j]))
			}
			if d := relative(x, y); !(d <= 1e-3) {
				t.Errorf("%s: %s is off by %.2g", kind, want.Name, d)
			}
		}
	}
}

// REINFORCE on a card against the CPU: losses, entropies, norms, weights.
func TestCardLearnsDrawnMovesAsTheCPU(t *testing.T) {
	for _, c := range []struct {
		temperature float64
		optimizer   string
		bound       float64 // of the weights
	}{{1, SGD, 1e-5}, {0.5, SGD, 1e-5}, {0.5, Muon, 1e-4}} {
		temperature, cfg := c.temperature, TrainerConfig{Batch: 4, Threads: 1, Optimizer: c.optimizer}
		p, q := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
		unpass(t, p)
		unpass(t, q)
		q.SetDevice(newGPU(t, graded(gpu.Single)))
		a, b := newTrainer(t, p, cfg), newTrainer(t, q, cfg)
		for update := range 2 {
			for chunk := range 2 {
				data := newBatch(p, 4, uint64(10*update+chunk))
				d := Drawn{Planes: data.planes, Temperature: temperature, Allowed: make([]bool, 3*p.Points())}
				for i := range 3 {
					d.Moves, d.Weights = append(d.Moves, data.targets[i]), append(d.Weights, data.weights[i])
					for j := range p.Points() {
						d.Allowed[i*p.Points()+j] = j%3 != i || j == int(data.targets[i])
					}
				}
				if chunk == 1 {
					d.Allowed = nil
				}
				want, err := a.Accumulate(d)
				if err != nil {
					t.Fatal(err)
				}
				got, err := b.Accumulate(d)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(got.Loss-want.Loss) > 1e-4 || math.Abs(got.Entropy-want.Entropy) > 1e-4 {
					t.Errorf("temperature %v: %+v on the card, %+v on the CPU", temperature, got, want)
				}
			}
			want, err := a.Apply(0.05)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Apply(0.05)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got-want) > 1e-4*want {
				t.Errorf("temperature %v: a gradient of norm %v on the card, %v on the CPU", temperature, got, want)
			}
		}
		if err := b.Settle(); err != nil {
			t.Fatal(err)
		}
		if d := relative(weightsOf(q), weightsOf(p)); !(d <= c.bound) {
			t.Errorf("%s, temperature %v: weights are off by %.2g", c.optimizer, temperature, d)
		}
	}
}

// unpass takes the identity from the filters that began near to it, and makes the rest of them larger. Near to the
// identity all units of a filter are on. In the last convolution the gradient of its bias is zero then, up to rounding,
// and Adam makes whole steps of that.
func unpass(t *testing.T, p *nets.Policy) {
	t.Helper()
	if err := p.Update(func(params []nets.Param) error {
		for _, q := range params {
			if !q.Pass {
				continue
			}
			for j := range q.Shape[3] {
				q.Data[q.Middle(j)]--
			}
			for i := range q.Data {
				q.Data[i] *= 5
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// A run that moves from the CPU to a card and back has the losses of one that stays.
func TestARunMovesToACardAndBack(t *testing.T) {
	movesAndBack(t, newGPU(t, graded(testcards.Half(t))), func(want float64) float64 { return 5e-3 * math.Abs(want) })
}

// So has one that rounds for a while.
func TestARunMovesToBFloat16AndBack(t *testing.T) {
	inBFloat16(t, func(t *testing.T, device nets.Device) {
		movesAndBack(t, device, func(float64) float64 { return 1e-2 }) // weights have both signs here, and so has the loss
	})
}

// movesAndBack trains on the CPU, on another device, and on the CPU again. bound is how far a loss may be off.
func movesAndBack(t *testing.T, to nets.Device, bound func(want float64) float64) {
	t.Helper()
	cfg := TrainerConfig{Batch: 6, Threads: 1, Optimizer: Muon}
	stays, moves := newPolicy(t, small[3], 1), newPolicy(t, small[3], 1)
	a := newTrainer(t, stays, cfg)
	var state []models.Tensor
	number := uint64(0)
	for _, device := range []nets.Device{nets.CPU{}, to, nets.CPU{}} {
		moves.SetDevice(device)
		b := newTrainer(t, moves, cfg)
		if state != nil {
			if err := b.SetState(state); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			data := newBatch(stays, 6, number)
			number++
			want, got := step(t, a, data, 0.005), step(t, b, data, 0.005)
			if d := math.Abs(got.Loss - want.Loss); !(d <= bound(want.Loss)) {
				t.Errorf("step %d on %s: loss %v, want %v", number, device.Name(), got.Loss, want.Loss)
			}
		}
		if err := b.Settle(); err != nil {
			t.Fatal(err)
		}
		state = b.State()
	}
}

// A run that is resumed on a card ends with the weights of one that never was, bit for bit.
func TestResumedOnACard(t *testing.T) {
	cfg := TrainerConfig{Batch: 4, Optimizer: Adam, WeightDecay: 0.01}
	run := func(interrupt int) []float64 {
		p := newPolicy(t, small[2], 1)
		p.SetDevice(newGPU(t, graded(testcards.Half(t))))
		tr := newTrainer(t, p, cfg)
		for i := range 6 {
			if i == interrupt {
				if err := tr.Settle(); err != nil {
					t.Fatal(err)
				}
				q := newPolicy(t, small[2], 9)
				if err := q.SetWeights(p.Weights()); err != nil {
					t.Fatal(err)
				}
				q.SetDevice(newGPU(t, graded(testcards.Half(t))))
				again := newTrainer(t, q, cfg)
				if err := again.SetState(tr.State()); err != nil {
					t.Fatal(err)
				}
				p, tr = q, again
			}
			step(t, tr, newBatch(p, 4, uint64(i)), 0.01)
		}
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
		return weightsOf(p)
	}
	whole, resumed := run(-1), run(3)
	for i := range whole {
		if whole[i] != resumed[i] {
			t.Fatalf("weight %d is %v, of the unbroken run %v", i, resumed[i], whole[i])
		}
	}
}

// A lost card is an error that says so; weights and state are those of the last Settle.
func TestALostCard(t *testing.T) {
	lost := false
	p := newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{testcards.Half(t)}, Lose: func(string) bool { return lost }}))
	tr := newTrainer(t, p, TrainerConfig{Batch: 4, Optimizer: Momentum, Momentum: 0.9})
	data := newBatch(p, 4, 1)
	step(t, tr, data, 0.01)
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	weights, state := weightsOf(p), tr.State()
	step(t, tr, data, 0.01)
	lost = true
	if _, err := tr.Step(data.planes, data.targets, nil, 0.01); !errors.Is(err, nets.ErrDevice) || !errors.Is(err, gpu.ErrLost) {
		t.Errorf("error %v of a step on a lost card", err)
	}
	if err := tr.Settle(); !errors.Is(err, nets.ErrDevice) {
		t.Errorf("error %v of Settle", err)
	}
	if d := relative(weightsOf(p), weights); d != 0 {
		t.Error("the weights are not those of the last Settle")
	}
	for i, s := range tr.State() {
		for j, v := range s.Data {
			if v != state[i].Data[j] {
				t.Fatalf("%s is not that of the last Settle", s.Name)
			}
		}
	}
}

// A loss that is not finite changes neither weights nor memory, on a card as on the CPU.
func TestCardRefusesADivergedStep(t *testing.T) {
	p := newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, graded(gpu.Single)))
	tr := newTrainer(t, p, TrainerConfig{Batch: 4, Optimizer: Adam})
	data := newBatch(p, 4, 1)
	step(t, tr, data, 0.01)
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	err := p.Update(func(params []nets.Param) error {
		params[1].Data[0] = float32(math.Inf(1))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	weights := weightsOf(p)
	if _, err := tr.Step(data.planes, data.targets, nil, 0.01); !errors.Is(err, ErrNotFinite) {
		t.Errorf("error %v", err)
	}
	if _, err := tr.Accumulate(Drawn{Planes: data.planes, Moves: data.targets, Weights: data.weights, Temperature: 1}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("error %v of drawn moves", err)
	}
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	for i, w := range weightsOf(p) {
		if w != weights[i] {
			t.Fatalf("weight %d is %v, before the step it was %v", i, w, weights[i])
		}
	}
}

// Weights that are set between the steps are those that the card goes on with.
func TestSetWeightsReachTheCard(t *testing.T) {
	cfg := TrainerConfig{Batch: 4}
	p, q := newPolicy(t, small[2], 1), newPolicy(t, small[2], 2)
	p.SetDevice(newGPU(t, graded(gpu.Single)))
	a, b := newTrainer(t, p, cfg), newTrainer(t, q, cfg)
	data := newBatch(p, 4, 1)
	step(t, a, data, 0.1)
	if err := p.SetWeights(q.Weights()); err != nil {
		t.Fatal(err)
	}
	got, want := step(t, a, data, 0.1), step(t, b, data, 0.1)
	if math.Abs(got.Loss-want.Loss) > 1e-5*math.Abs(want.Loss) {
		t.Errorf("loss %v with the new weights, want %v", got.Loss, want.Loss)
	}
}

func TestCardsRefuseWhatTheyCannot(t *testing.T) {
	p := newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{testcards.Half(t)}, Memory: 1 << 10}))
	if _, err := NewTrainer(p, TrainerConfig{Batch: 4}); !errors.Is(err, nets.ErrDevice) || !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("error %v of a card without memory", err)
	}
	p.SetDevice(newGPU(t, graded(testcards.Half(t))))
	tr := newTrainer(t, p, TrainerConfig{Batch: 4})
	data := newBatch(p, 4, 1)
	data.planes[0] = 0.5
	if _, err := tr.Step(data.planes, data.targets, nil, 0.1); err == nil {
		t.Error("a plane of 0.5 is no error")
	}
}
