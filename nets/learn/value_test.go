package learn

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// The way without tape and the gorgonia graph are one network.
func TestValueEqualsGraph(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range valueShapes() {
			v := newValue(t, cfg, uint64(i))
			const n = 5
			b := newBatch(v, n, uint64(i))
			tr := newValueTrainer(t, v, TrainerConfig{Batch: n, Threads: 2, Optimizer: Adam})
			for range 3 { // the second and third see weights that training has changed
				r := valueStep(t, tr, b, 0)
				var loss float64
				for j, got := range values(t, v, b) {
					d := float64(got - b.outcomes[j])
					loss += float64(b.weights[j]) * d * d / 2 / n
				}
				if math.Abs(r.Loss-loss) > 1e-5 {
					t.Errorf("%+v: loss %v by the graph, %v by inference", cfg, r.Loss, loss)
				}
				valueStep(t, tr, b, 0.01)
			}
		}
	})
}

// valueReferenceGradient is the mean loss and its gradient over a batch.
// The gradient includes the owners, with their weight. The loss is the outcomes' alone, as in a step.
func valueReferenceGradient(v *nets.Value, b batch, owners float64) (loss float64, want [][]float64) {
	r := nets.NewValueReference(v)
	want = make([][]float64, len(v.Params()))
	points := v.Points()
	for j, z := range b.outcomes {
		planes, weight := b.reference(v, j), float64(b.weights[j])/float64(len(b.outcomes))
		l, _ := r.Gradient(planes, float64(z), weight)
		loss += l
		var owned []float64
		for _, o := range b.owners[j*points : (j+1)*points] {
			owned = append(owned, float64(o))
		}
		_, grads := r.OwnedGradient(planes, float64(z), owned, owners, weight)
		for k, g := range grads {
			if want[k] == nil {
				want[k] = make([]float64, len(g))
			}
			for m, d := range g {
				want[k][m] += d
			}
		}
	}
	return loss, want
}

// Each parameter's gradient against the reference, with signed and zero weights of
// samples and batches that do not divide by the threads.
func TestValueGradientsEqualReference(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range valueShapes() {
			for _, n := range []struct {
				batch, threads int
				owners         float64
			}{{1, 1, 0}, {3, 2, 0}, {5, 1, 0}, {1, 1, 3}, {3, 2, 0.5}, {5, 1, 20}} {
				v := newValue(t, cfg, uint64(i))
				b := newBatch(v, n.batch, uint64(i))
				b.weights[0] = 1
				tr := newValueTrainer(t, v, TrainerConfig{Batch: n.batch, Threads: n.threads, Owners: n.owners})
				loss, want := valueReferenceGradient(v, b, n.owners)
				labels := b.outcomes
				if n.owners > 0 {
					labels = b.labels()
				}
				for range 2 { // the second run must not add to the first
					copy(tr.targets, labels)
					got := slopes(t, &tr.trainer, b.planes, b.weights)
					for j, q := range v.Params() {
						if d := distance(got[j], want[j]); !(d <= 1e-4) {
							t.Errorf("%+v batch %+v: gradient of %s is off by %.2g", cfg, n, q.Name, d)
						}
					}
				}
				if got := valueStep(t, tr, b, 0); math.Abs(got.Loss-loss) > 1e-5*(1+math.Abs(loss)) {
					t.Errorf("%+v batch %d: loss %v, want %v", cfg, n.batch, got.Loss, loss)
				}
			}
		}
	})
}

func TestValueOverfitsAHandful(t *testing.T) {
	for kind, rate := range map[string]float64{SGD: 0.05, Momentum: 0.01, Adam: 0.003, Muon: 0.003} {
		v := newValue(t, nets.ValueConfig{Board: 5, Planes: 4, Filters: 16, Layers: 3, Hidden: 32}, 1)
		tr := newValueTrainer(t, v, TrainerConfig{Batch: 16, Threads: 2, Optimizer: kind, Momentum: 0.9})
		b := newBatch(v, 16, 1)
		b.weights = nil
		var r StepResult
		for range 400 {
			r = valueStep(t, tr, b, rate)
		}
		if r.Correct != 16 || r.Loss > 0.01 {
			t.Errorf("%s: loss %.4f, %d of 16 correct after 400 steps", kind, r.Loss, r.Correct)
		}
		for i, got := range values(t, v, b) {
			if math.Abs(float64(got-b.outcomes[i])) > 0.5 {
				t.Errorf("%s: inference gives position %d the value %v, learnt %v by heart", kind, i, got, b.outcomes[i])
			}
		}
	}
}

// A run that stops, goes through a file and goes on equals the unbroken one, and
// both repeat to the bit.
func TestValueResumeIsBitEqual(t *testing.T) {
	for _, kind := range []string{SGD, Momentum, Adam, Muon} {
		t.Run(kind, func(t *testing.T) {
			cfg := TrainerConfig{Batch: 5, Threads: 2, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.01}
			unbroken := newValue(t, smallValues[2], 3)
			tr := newValueTrainer(t, unbroken, cfg)
			dir := t.TempDir()
			for i := range 6 {
				if i == 3 {
					c := models.Checkpoint{Step: 3, Weights: unbroken.Weights(), Optimizer: tr.State(), Extra: json.RawMessage(`{}`)}
					if err := models.SaveCheckpoint(dir, c); err != nil {
						t.Fatal(err)
					}
				}
				valueStep(t, tr, newBatch(unbroken, 5, uint64(i)), 0.01)
			}
			c, err := models.LoadCheckpoint(dir)
			if err != nil {
				t.Fatal(err)
			}
			resumed := newValue(t, smallValues[2], 999)
			if err := resumed.SetWeights(c.Weights); err != nil {
				t.Fatal(err)
			}
			tr = newValueTrainer(t, resumed, cfg)
			if err := tr.SetState(c.Optimizer); err != nil {
				t.Fatal(err)
			}
			for i := 3; i < 6; i++ {
				valueStep(t, tr, newBatch(resumed, 5, uint64(i)), 0.01)
			}
			if !sameBits(unbroken.Network().Flat, resumed.Network().Flat) {
				t.Error("the resumed run differs")
			}
		})
	}
}

func TestValueStepRefuses(t *testing.T) {
	v := newValue(t, smallValues[1], 1)
	tr := newValueTrainer(t, v, TrainerConfig{Batch: 2})
	b := newBatch(v, 2, 1)
	for want, f := range map[string]func() error{
		"planes":         func() error { _, err := tr.Step(b.planes[1:], b.outcomes, nil, 1); return err },
		"1 labels":       func() error { _, err := tr.Step(b.planes, b.outcomes[1:], nil, 1); return err },
		"1 weights":      func() error { _, err := tr.Step(b.planes, b.outcomes, b.weights[1:], 1); return err },
		"outcome 1.5 of": func() error { _, err := tr.Step(b.planes, []float32{0, 1.5}, nil, 1); return err },
		"outcome NaN of": func() error {
			_, err := tr.Step(b.planes, []float32{float32(math.NaN()), 0}, nil, 1)
			return err
		},
		"batch of 0": func() error { _, err := NewValueTrainer(v, TrainerConfig{}); return err },
		"the plane, layer 3, learns": func() error {
			_, err := NewValueTrainer(v, TrainerConfig{Batch: 2, Owners: 1, Frozen: 3})
			return err
		},
		"weight -1 of owners": func() error {
			_, err := NewValueTrainer(v, TrainerConfig{Batch: 2, Owners: -1})
			return err
		},
		"owner 1.5 of point 3 of sample 1": func() error {
			owned := newValueTrainer(t, v, TrainerConfig{Batch: 2, Owners: 1})
			labels := b.labels()
			labels[owned.Labels()+1+3] = 1.5
			_, err := owned.Step(b.planes, labels, nil, 1)
			return err
		},
		"want 0: a policy": func() error {
			_, err := NewTrainer(newPolicy(t, small[1], 1), TrainerConfig{Batch: 2, Owners: 1})
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func ExampleValueTrainer() {
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 3, Hidden: 16}, 1)
	if err != nil {
		panic(err)
	}
	t, err := NewValueTrainer(v, TrainerConfig{Batch: 2, Threads: 1, Optimizer: Momentum, Momentum: 0.9})
	if err != nil {
		panic(err)
	}
	// An empty board twice, once with Black to move, who wins it, once with White.
	planes := make([]float32, 2*v.Points()*v.Stride())
	for i := range 2 * v.Points() {
		planes[i*v.Stride()+2] = 1
		if i < v.Points() {
			planes[i*v.Stride()+48] = 1
		}
	}
	for range 100 {
		if _, err := t.Step(planes, []float32{1, -1}, nil, 0.05); err != nil {
			panic(err)
		}
	}
	values := make([]float32, 2)
	if err := v.Evaluate(values, planes, 2); err != nil {
		panic(err)
	}
	fmt.Printf("Black %.1f, White %.1f\n", values[0], values[1])
	// Output: Black 1.0, White -1.0
}
