package train

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
)

// Filters with large negative biases are found, by what the optimiser leaves of them; those that learn are not.
func TestFiltersThatNoLongerLearnAreFound(t *testing.T) {
	for _, c := range []struct {
		kind        string
		rate, decay float64
		bias        float32
	}{
		{learn.SGD, 0.001, 0.01, -100},
		{learn.Momentum, 0.001, 0.01, -100},
		{learn.Adam, 0.001, 0.01, -100},
		{learn.Muon, 0.001, 0.01, -100},
		{learn.Muon, 0.0025, 0.05, -20},   // the preset's
		{learn.Muon, 0.000025, 0.05, -20}, // where its rate has fallen
		{learn.SGD, 0.003, 1e-4, -100},
		{learn.Momentum, 0.004, 1e-4, -100},
	} {
		t.Run(fmt.Sprint(c.kind, c.rate), func(t *testing.T) {
			p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3}, 3)
			if err != nil {
				t.Fatal(err)
			}
			tr, err := learn.NewTrainer(p, learn.TrainerConfig{
				Batch: 2, Threads: 1, Optimizer: c.kind, Momentum: 0.9, WeightDecay: c.decay,
			})
			if err != nil {
				t.Fatal(err)
			}
			planes := make([]float32, 2*25*p.Stride())
			for i := range planes {
				if i%p.Stride() < 4 && i%3 > 0 {
					planes[i] = 1
				}
			}
			var s still
			learnFor := func(steps int) {
				for n := range steps {
					if err := tr.Begin(planes, []int32{int32(n % 25), int32(n * 7 % 25)}, nil, c.rate); err != nil {
						t.Fatal(err)
					}
					if _, err := tr.End(); err != nil {
						t.Fatal(err)
					}
				}
				if err := tr.Settle(); err != nil {
					t.Fatal(err)
				}
			}
			check := func(step int64) string { return s.check(step, p.Weights()) }
			learnFor(20)
			if said := check(20); said != "" {
				t.Fatalf("at the first check: %s", said)
			}
			err = p.Update(func(params []nets.Param) error {
				for j := range 6 {
					params[3].Data[j] = c.bias // conv2.bias
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			learnFor(stillSteps)
			if said := check(stillSteps); said != "" {
				t.Fatalf("it came too soon to tell: %s", said)
			}
			learnFor(20)
			said := check(520) // compared with weights of before the update: some optimisers remember gradients
			learnFor(stillSteps)
			said += check(1020)
			if !strings.Contains(said, "6 of 8 in conv2") || strings.Contains(said, "conv1") {
				t.Errorf("it says %q, want 6 of 8 in conv2 alone", said)
			}
			learnFor(stillSteps)
			if said := check(1520); said != "" && !strings.Contains(said, "conv1") {
				t.Errorf("it says the same again: %s", said)
			}
		})
	}
}

// Filters of a pruned network that are left out are not meant to learn.
func TestPrunedFiltersAreNotCounted(t *testing.T) {
	var s still
	weights := func(bias float32) []models.Tensor {
		return []models.Tensor{
			{Name: "conv1.weight", Shape: []int{1, 1, 2, 3}, Data: []float32{0, 1, 2, 0, 2 - bias, 3}},
			{Name: "conv1.bias", Shape: []int{3}, Data: []float32{-1, bias, 1}},
		}
	}
	s.check(0, weights(1))
	said := s.check(1000, weights(2))
	if !strings.Contains(said, "1 of 2 in conv1.") {
		t.Errorf("it says %q, want 1 of 2: the first is left out, the second learns", said)
	}
}

// Biases of other layers are not filters.
func TestOnlyFiltersAreStill(t *testing.T) {
	var s still
	weights := []models.Tensor{
		{Name: "conv1.weight", Shape: []int{1, 1, 1, 2}, Data: []float32{1, 2}},
		{Name: "conv1.bias", Shape: []int{2}, Data: []float32{1, 2}},
		{Name: "head.weight", Shape: []int{2}, Data: []float32{1, 2}},
		{Name: "head.bias", Shape: []int{2}, Data: []float32{1, 2}},
	}
	s.check(0, weights)
	if said := s.check(1000, weights); !strings.Contains(said, "2 of 2 in conv1.") || strings.Contains(said, "head") {
		t.Errorf("it says %q", said)
	}
}
