package learn

import (
	"fmt"
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/testcards"
)

// cardGradients are the gradients of the last step on the card.
func cardGradients(t testing.TB, tr *trainer) [][]float64 {
	t.Helper()
	k := tr.engine.(*card)
	if err := k.run("", nil, k.plan.Grads.Transfers()); err != nil {
		t.Fatal(err)
	}
	var out [][]float64
	for i, l := range k.plan.Grads.Layouts {
		values := make([]float32, len(k.net.Params[i].Data))
		l.Unpack(values, k.plan.Grads.Values()[i])
		var wide []float64
		for _, v := range values {
			wide = append(wide, float64(v))
		}
		out = append(out, wide)
	}
	return out
}

// With Winograd's convolutions too, a card has the loss and the gradients of the reference.
func TestCardGradientsByWinogradEqualReference(t *testing.T) {
	for _, grade := range []gpu.Grade{gpu.Single, testcards.Half(t)} {
		for i, cfg := range shapes() {
			const n = 3
			p := newPolicy(t, cfg, uint64(i))
			b := newBatch(p, n, uint64(i))
			loss, grads := referenceGradient(p, b)
			p.SetDevice(gpuOf(t, testcards.Winograd(testcards.Open(t, graded(grade))), grade))
			tr := newTrainer(t, p, TrainerConfig{Batch: n})
			r := step(t, tr, b, 0)
			checkGradients(t, fmt.Sprintf("%s by Winograd, %+v", grade, cfg), &tr.trainer, b, r, loss, grads)
		}
	}
}

// Loss and gradients of a card against the reference in float64, for both kinds of network: the bounds that
// a graphics device must keep. In float16 a unit next to zero may switch, and its gradient with it; a sum over
// few positions then differs by percents, whatever the kernels do. So the reference of float16 has the units on
// that the card has on.
func TestCardGradientsEqualReference(t *testing.T) {
	for _, grade := range []gpu.Grade{gpu.Single, testcards.Half(t)} {
		for i, cfg := range shapes() {
			for _, n := range []int{1, 5} {
				p := newPolicy(t, cfg, uint64(i))
				b := newBatch(p, n, uint64(i))
				b.weights[0] = 1
				loss, grads := referenceGradient(p, b)
				p.SetDevice(newGPU(t, graded(grade)))
				tr := newTrainer(t, p, TrainerConfig{Batch: n})
				r := step(t, tr, b, 0)
				checkGradients(t, fmt.Sprintf("%s, %+v, batch %d", grade, cfg, n), &tr.trainer, b, r, loss, grads)
			}
		}
	}
}

// The same of values.
func TestCardValueGradientsEqualReference(t *testing.T) {
	for _, grade := range []gpu.Grade{gpu.Single, testcards.Half(t)} {
		for i, cfg := range valueShapes() {
			for _, owners := range []float64{0, 3} {
				const n = 5
				v := newValue(t, cfg, uint64(i))
				b := newBatch(v, n, uint64(i))
				b.weights[0] = 1
				loss, grads := valueReferenceGradient(v, b, owners)
				v.SetDevice(newGPU(t, graded(grade)))
				tr := newValueTrainer(t, v, TrainerConfig{Batch: n, Owners: owners})
				r := valueStep(t, tr, b, 0)
				what := fmt.Sprintf("%s, %+v, owners of weight %v", grade, cfg, owners)
				checkGradients(t, what, &tr.trainer, b, r, loss, grads)
			}
		}
	}
}

// checkGradients holds a step on a card to the loss and the gradients that the reference has.
func checkGradients(t *testing.T, what string, tr *trainer, b batch, r StepResult, want float64, grads [][]float64) {
	t.Helper()
	grade, bound := tr.engine.(*card).device.Grade(), 1e-5
	if grade.Float16() {
		bound, grads = 5e-3, switched(t, tr, b)
	}
	if d := math.Abs(r.Loss - want); !(d <= bound*max(1, math.Abs(want))) {
		t.Errorf("%s: loss %v, want %v", what, r.Loss, want)
	}
	got := cardGradients(t, tr)
	for i := range grads {
		if d := relative(got[i], grads[i]); !(d <= bound) {
			t.Errorf("%s: the gradient of parameter %d is off by %.2g", what, i, d)
		}
	}
}
