package learn

import (
	"fmt"
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// copied is the parameters of a network below one and those from it on, in memory of their own.
func copied(n *layers.Network, from int) (below, above []float32) {
	n.Read(func() {
		for i, q := range n.Params {
			if i < from {
				below = append(below, q.Data...)
			} else {
				above = append(above, q.Data...)
			}
		}
	})
	return below, above
}

// thaw is a step with all layers, after which the first parameters get their old values back: the slow way to freeze
// them.
func thaw(t *testing.T, n *layers.Network, params int, step func()) {
	t.Helper()
	var old [][]float32
	for _, q := range n.Params[:params] {
		old = append(old, append([]float32(nil), q.Data...))
	}
	step()
	if err := n.Update(func(params []layers.Param) error {
		for i := range old {
			copy(params[i].Data, old[i])
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// Frozen layers keep their weights to the bit, and those above learn what they learn when somebody puts the weights
// below back after every step. Threads have positions of their own, or share one.
func TestFrozenLayersKeepTheirWeights(t *testing.T) {
	for _, c := range []struct{ filters, batch int }{{17, 6}, {64, 1}} {
		cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: c.filters, Layers: 4}
		for _, kind := range []string{SGD, Momentum, Adam, Muon} {
			for frozen := range cfg.Layers {
				c := TrainerConfig{Batch: c.batch, Threads: 2, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.02}
				p, q := newPolicy(t, cfg, 1), newPolicy(t, cfg, 1)
				slow := newTrainer(t, q, c)
				c.Frozen = frozen
				fast := newTrainer(t, p, c)
				keepsWeights(t, fmt.Sprintf("%s, batch %d", kind, c.Batch), p, q, frozen, func(i int) (got, want StepResult) {
					b := newBatch(p, c.Batch, uint64(i))
					b.weights = nil // of a batch of one it might be 0
					return step(t, fast, b, 0.01), step(t, slow, b, 0.01)
				})
			}
		}
	}
	cfg := smallValues[2]
	for frozen := range cfg.Layers + 1 { // the hidden layer can be frozen, too
		c := TrainerConfig{Batch: 6, Threads: 2, Optimizer: Muon, WeightDecay: 0.02}
		p, q := newValue(t, cfg, 1), newValue(t, cfg, 1)
		slow := newValueTrainer(t, q, c)
		c.Frozen = frozen
		fast := newValueTrainer(t, p, c)
		keepsWeights(t, "value network", p, q, frozen, func(i int) (got, want StepResult) {
			b := newBatch(p, 6, uint64(i))
			b.weights = nil
			return valueStep(t, fast, b, 0.01), valueStep(t, slow, b, 0.01)
		})
	}
}

// keepsWeights compares p, with frozen layers, and q after three steps of both.
func keepsWeights(t *testing.T, what string, p, q based, frozen int, step func(i int) (got, want StepResult)) {
	t.Helper()
	first, _ := p.Network().Own(frozen)
	before, learning := copied(p.Network(), first)
	for i := range 3 {
		thaw(t, q.Network(), first, func() {
			if got, want := step(i); got != want {
				t.Errorf("%s, %d frozen, step %d: %+v, want %+v", what, frozen, i, got, want)
			}
		})
	}
	below, above := copied(p.Network(), first)
	_, want := copied(q.Network(), first)
	switch {
	case !sameBits(below, before):
		t.Errorf("%s: %d frozen layers have changed", what, frozen)
	case sameBits(above, learning):
		t.Errorf("%s: with %d frozen layers the others have not learned", what, frozen)
	case !sameBits(above, want):
		t.Errorf("%s: above %d frozen layers the others have learned something else", what, frozen)
	}
}

// On a card frozen layers keep their weights to the bit, and the others learn what they learn on the CPU, in both kinds
// of network and with any last layer that is frozen.
func TestFrozenLayersOnACard(t *testing.T) {
	cfg := TrainerConfig{Batch: 4, Threads: 1, Optimizer: Muon, WeightDecay: 0.02}
	check := func(t *testing.T, p, q based, frozen int, settle func() error) {
		t.Helper()
		first, _ := p.Network().Own(frozen)
		if err := settle(); err != nil {
			t.Fatal(err)
		}
		for i, want := range p.Network().Params {
			got := q.Network().Params[i]
			if i < first {
				if !sameBits(got.Data, want.Data) {
					t.Errorf("%d frozen layers: %s has changed", frozen, got.Name)
				}
				continue
			}
			var x, y []float64
			for j, v := range want.Data {
				x, y = append(x, float64(got.Data[j])), append(y, float64(v))
			}
			if d := relative(x, y); !(d <= 2e-2) { // of Adam's steps for biases, some are of rounding alone
				t.Errorf("above %d frozen layers %s is off by %.2g", frozen, got.Name, d)
			}
		}
	}
	for frozen := range 4 {
		cfg.Frozen = frozen
		p, q := newPolicy(t, small[3], 1), newPolicy(t, small[3], 1)
		q.SetDevice(newGPU(t, graded(gpu.Single)))
		a, b := newTrainer(t, p, cfg), newTrainer(t, q, cfg)
		for i := range 3 {
			data := newBatch(p, 4, uint64(i))
			want, got := step(t, a, data, 0.01), step(t, b, data, 0.01)
			if math.Abs(got.Loss-want.Loss) > 1e-4*math.Abs(want.Loss) {
				t.Errorf("%d frozen, step %d: loss %v on the card, %v on the CPU", frozen, i, got.Loss, want.Loss)
			}
		}
		check(t, p, q, frozen, b.Settle)
	}
	for frozen := range 6 {
		cfg.Frozen = frozen
		p, q := newValue(t, smallValues[2], 1), newValue(t, smallValues[2], 1)
		q.SetDevice(newGPU(t, graded(gpu.Single)))
		a, b := newValueTrainer(t, p, cfg), newValueTrainer(t, q, cfg)
		for i := range 3 {
			data := newBatch(p, 4, uint64(i))
			valueStep(t, a, data, 0.01)
			valueStep(t, b, data, 0.01)
		}
		check(t, p, q, frozen, b.Settle)
	}
}

// The gradient of drawn moves has the norm of what learns, on the CPU and on a card.
func TestFrozenLayersLearnNothingFromDrawnMovesOnACard(t *testing.T) {
	for _, device := range []nets.Device{nets.CPU{}, newGPU(t, graded(gpu.Single))} {
		p, all := newPolicy(t, small[2], 4), newPolicy(t, small[2], 4)
		p.SetDevice(device)
		const frozen = 2
		half, whole := newTrainer(t, p, TrainerConfig{Batch: 8, Threads: 1, Frozen: frozen}),
			newTrainer(t, all, TrainerConfig{Batch: 8, Threads: 1})
		first, _ := p.Network().Own(frozen)
		before, learning := copied(p.Network(), first)
		_, d := twoGames(p, 8, 1, 4)
		for update := range 2 { // the second begins with an empty sum
			for _, tr := range []*Trainer{half, whole} {
				if _, err := tr.Accumulate(d); err != nil {
					t.Fatal(err)
				}
			}
			want := 0.0
			for i, s := range all.Network().Spans {
				if i < first {
					continue
				}
				for _, g := range whole.engine.(*host).sum[s.From:s.To] {
					want += float64(g) * float64(g)
				}
			}
			norm, err := half.Apply(0.1)
			if err != nil {
				t.Fatal(err)
			}
			if err := half.Settle(); err != nil {
				t.Fatal(err)
			}
			if want = math.Sqrt(want); math.Abs(norm-want) > 1e-4*want {
				t.Errorf("%s, update %d: a gradient of norm %v, want %v", device.Name(), update, norm, want)
			}
			if err := all.SetWeights(p.Weights()); err != nil {
				t.Fatal(err)
			}
			if err := whole.engine.forget(); err != nil {
				t.Fatal(err)
			}
		}
		below, above := copied(p.Network(), first)
		if !sameBits(below, before) || sameBits(above, learning) {
			t.Errorf("%s: the frozen layers have changed, or the others have not", device.Name())
		}
	}
}

func TestFrozenLayersAreFewerThanAll(t *testing.T) {
	p := newPolicy(t, small[0], 1)
	for _, frozen := range []int{-1, 2, 3} {
		if _, err := NewTrainer(p, TrainerConfig{Batch: 1, Frozen: frozen}); err == nil {
			t.Errorf("%d of 2 layers are frozen without an error", frozen)
		}
	}
}
