package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// ownersLoss is the mean over the points of ½(tanh(y) − owner)², the loss of an ownership network.
// Its labels are the owners of all points, −1 or 1.
type ownersLoss struct{}

func (ownersLoss) judge(_ int, slope, y, owners []float32) (loss float64, before int, err error) {
	n := float64(len(y))
	for i := range y {
		v, z := math.Tanh(float64(y[i])), float64(owners[i])
		slope[i] = float32((v - z) * (1 - v*v) / n)
		loss += (v - z) * (v - z) / 2 / n
		if v*z <= 0 {
			before++
		}
	}
	return loss, before, nil
}

// OwnershipTrainer trains an ownership network.
type OwnershipTrainer struct{ trainer }

// NewOwnershipTrainer prepares the graphs; every point is a label of its own.
func NewOwnershipTrainer(o trained, cfg TrainerConfig) (*OwnershipTrainer, error) {
	t := new(OwnershipTrainer)
	if err := t.prepare(o, o.Points(), func() criterion { return ownersLoss{} }, cfg); err != nil {
		return nil, err
	}
	return t, nil
}

// Step trains on one batch: owners are [Batch][points].
func (t *OwnershipTrainer) Step(planes, owners, weights []float32, rate float64) (StepResult, error) {
	if len(owners) != len(t.targets) {
		return StepResult{}, fmt.Errorf("training step: %d owners, want %d", len(owners), len(t.targets))
	}
	copy(t.targets, owners)
	return t.step(planes, weights, rate)
}

// ownership is the network: a convolution, and a plane of owners.
type ownership struct{ net *layers.Network }

func (o ownership) Network() *layers.Network { return o.net }
func (o ownership) Points() int              { return 25 }
func (o ownership) Stride() int              { return kernel.PadIn(4) }

// TestAHeadTrains: a criterion with a label for each point is all that training wants. The gradient is
// the finite differences of the loss, and the network learns, in the same way on two threads.
func TestAHeadTrains(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	y, owners, slope := make([]float32, 25), make([]float32, 25), make([]float32, 25)
	for i := range y {
		y[i], owners[i] = float32(rng.NormFloat64()), float32(2*rng.IntN(2)-1)
	}
	var c ownersLoss
	if _, _, err := c.judge(0, slope, y, owners); err != nil {
		t.Fatal(err)
	}
	for i, got := range append([]float32(nil), slope...) {
		const h = 1e-2
		at := func(x float32) float64 {
			old := y[i]
			defer func() { y[i] = old }()
			y[i] = x
			loss, _, _ := c.judge(0, slope, y, owners)
			return loss
		}
		if want := (at(y[i]+h) - at(y[i]-h)) / (2 * h); math.Abs(float64(got)-want) > 1e-5 {
			t.Errorf("point %d: gradient %v, by differences %v", i, got, want)
		}
	}

	// The first plane says who owns a point.
	const batch = 8
	run := func(threads int) (first, last float64) {
		rng := rand.New(rand.NewPCG(3, 4))
		o := ownership{layers.New([]layers.Layer{
			layers.Conv{Name: "conv1", Board: 5, Channels: 4, Filters: 8, Side: 5},
			layers.Plane{Name: "owners", Points: 25, Channels: 8, Biases: 1},
		})}
		o.net.Draw(rng)
		tr, err := NewOwnershipTrainer(o, TrainerConfig{Batch: batch, Threads: threads, Optimizer: Adam})
		if err != nil {
			t.Fatal(err)
		}
		planes, owners := make([]float32, batch*25*o.Stride()), make([]float32, batch*25)
		for step := range 300 {
			for i := range owners {
				for c := range 4 {
					planes[i*o.Stride()+c] = float32(rng.IntN(2))
				}
				owners[i] = 2*planes[i*o.Stride()] - 1
			}
			r, err := tr.Step(planes, owners, nil, 0.01)
			if err != nil {
				t.Fatal(err)
			}
			if last = r.Loss; step == 0 {
				first = last
			}
		}
		if _, err := tr.Step(planes, owners[1:], nil, 0.01); err == nil {
			t.Error("a label is missing, and nobody says so")
		}
		return first, last
	}
	first, last := run(1)
	if last > first/10 {
		t.Errorf("the loss goes from %v to %v", first, last)
	}
	if _, two := run(2); math.Abs(two-last) > 1e-3 {
		t.Errorf("the loss of two threads is %v, of one %v", two, last)
	}
}
