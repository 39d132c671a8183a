package nets

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A refreshed network computes what it computed, has no dead filters, and layers of the scale of a new network.
func TestRefreshKeepsTheFunction(t *testing.T) {
	p, err := NewPolicy(PolicyConfig{Board: 9, Planes: 4, Filters: 8, Layers: 5}, 7)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"conv2": 3, "conv3": 8 - 1}
	err = p.Update(func(params []Param) error {
		for l, c := range convolutions(params) {
			for i := range c.weight {
				c.weight[i] *= 3
				if i%c.filters < want[c.layer] {
					c.weight[i] *= 1e-6
				}
			}
			for j := range c.bias {
				c.bias[j] = float32(j-l) / 4
				if j < want[c.layer] {
					c.bias[j] = -0.1
				}
			}
			if c.layer == "conv4" { // filters that are the same everywhere, and are seen, are not dead
				for i := range c.weight {
					if i%c.filters < 5 {
						c.weight[i] *= 1e-9
					}
				}
				for j := range 5 {
					c.bias[j] = 0.3
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	const n = 3
	planes := make([]float32, n*81*p.Stride())
	for i := range planes {
		if i%p.Stride() < 4 {
			planes[i] = float32(random.IntN(2))
		}
	}
	logits := func() []float32 {
		out := make([]float32, n*81)
		if err := p.Logits(out, planes, n); err != nil {
			t.Fatal(err)
		}
		return out
	}
	before := logits()
	for _, f := range p.Filters() {
		if f.Count != 8 || f.Dead != want[f.Layer] {
			t.Errorf("%s: %d of %d filters are dead, want %d of 8", f.Layer, f.Dead, f.Count, want[f.Layer])
		}
	}
	if err := p.Refresh(1, p.Filters()); err != nil {
		t.Fatal(err)
	}
	for i, x := range logits() {
		if math.Abs(float64(x-before[i])) > 1e-3 {
			t.Fatalf("logit %d: %v became %v", i, before[i], x)
		}
	}
	for _, f := range p.Filters() {
		if f.Dead != 0 {
			t.Errorf("%s: %d filters are still dead", f.Layer, f.Dead)
		}
	}
	for _, c := range convolutions(p.Params()) {
		if f := c.factor(); f < 0.7 || f > 1.4 {
			t.Errorf("%s: its filters would have to be multiplied by %v to have the norm of new ones", c.layer, f)
		}
	}
}

// A value network answers as before, too: what comes after its head does not change.
func TestRefreshKeepsTheValue(t *testing.T) {
	v, err := NewValue(ValueConfig{Board: 5, Planes: 49, Filters: 6, Layers: 4, Hidden: 8}, 3)
	if err != nil {
		t.Fatal(err)
	}
	err = v.Update(func(params []Param) error {
		for _, c := range convolutions(params) {
			for i := range c.weight {
				c.weight[i] *= 2
				if i%c.filters < 2 {
					c.weight[i] = 0
				}
			}
			for j := range c.bias {
				c.bias[j] = float32(j) / 10
				if j < 2 {
					c.bias[j] = -1
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	planes := make([]float32, 25*v.Stride())
	for i := range planes {
		if i%v.Stride() < 49 && i%3 == 0 {
			planes[i] = 1
		}
	}
	before, after := make([]float32, 1), make([]float32, 1)
	if err := v.Evaluate(before, planes, 1); err != nil {
		t.Fatal(err)
	}
	if err := v.Refresh(1, v.Filters()); err != nil {
		t.Fatal(err)
	}
	if err := v.Evaluate(after, planes, 1); err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(before[0]-after[0])) > 1e-4 || before[0] == 0 {
		t.Errorf("the value %v became %v", before[0], after[0])
	}
	for _, f := range v.Filters() {
		if f.Dead != 0 {
			t.Errorf("%s: %d filters are still dead", f.Layer, f.Dead)
		}
	}
}
