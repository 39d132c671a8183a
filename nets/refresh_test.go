package nets

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// uneven makes some filters of each convolution dead, one the same everywhere, and others up to a thousand times as
// large or as small. The next layer makes up for that, so that all of them count as before.
func uneven(t *testing.T, n *network) {
	t.Helper()
	factors := []float64{900, 40, 1.0 / 4, 1.0 / 3000}
	if err := n.Update(func(params []Param) error {
		list := convolutions(params)
		for l, c := range list {
			for j := range c.bias {
				c.bias[j] = float32(j) / 40
			}
			for i := range c.weight {
				if i%c.filters == 4 {
					c.weight[i] = 0
				}
			}
			c.bias[5], c.bias[6] = -1e6, -1e6
			next := params[2*(l+1)].Data // the weights that read this layer: [point][channel][filter], or [channel]
			for j, f := range factors {
				for i := range c.weight {
					if i%c.filters == j {
						c.weight[i] *= float32(f)
					}
				}
				c.bias[j] *= float32(f)
				for i := range next {
					channel := i
					if l+1 < len(list) {
						channel = i / list[l+1].filters % c.filters
					}
					if channel == j {
						next[i] /= float32(f)
					}
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// randomPlanes are n positions of a network.
func randomPlanes(n *network, positions int) []float32 {
	random := rand.New(rand.NewPCG(1, 2))
	planes := make([]float32, positions*n.Points()*n.Stride())
	for i := range planes {
		if i%n.Stride() < n.Planes() {
			planes[i] = float32(random.IntN(2))
		}
	}
	return planes
}

// seen is a watch of a network that has seen positions.
func seen(t *testing.T, n *network, planes []float32, positions int) *Watch {
	t.Helper()
	w, err := n.Watch()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Look(planes, positions); err != nil {
		t.Fatal(err)
	}
	return w
}

// A refreshed network answers as before. Its filters have about one size, and none is dead.
func TestRefreshKeepsTheAnswers(t *testing.T) {
	const positions = 6
	policy, err := NewPolicy(PolicyConfig{Board: 9, Planes: 4, Filters: 12, Layers: 5}, 7)
	if err != nil {
		t.Fatal(err)
	}
	value, err := NewValue(ValueConfig{Board: 9, Planes: 4, Filters: 12, Layers: 5, Hidden: 8}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind   string
		n      *network
		answer func(dst, planes []float32, n int) error
		out    []float32
	}{
		{"policy", &policy.network, policy.Logits, make([]float32, positions*81)},
		{"value", &value.network, value.Evaluate, make([]float32, positions)},
	} {
		t.Run(c.kind, func(t *testing.T) {
			uneven(t, c.n)
			planes := randomPlanes(c.n, positions)
			answer := func() []float32 {
				if err := c.answer(c.out, planes, positions); err != nil {
					t.Fatal(err)
				}
				return append([]float32(nil), c.out...)
			}
			before := answer()
			spread := slices.Max(before) - slices.Min(before)
			if c.kind == "value" && (slices.Max(before) > 0.9 || slices.Min(before) < -0.9) || spread < 1e-3 {
				t.Fatalf("the answers %v show nothing", before)
			}
			w := seen(t, c.n, planes, positions)
			for _, f := range w.Filters() {
				if f.Dead < 2 || f.Dead > 5 {
					t.Fatalf("%s: %d filters are dead: the test shows nothing", f.Layer, f.Dead)
				}
			}
			if err := c.n.Refresh(1, w); err != nil {
				t.Fatal(err)
			}
			for i, x := range answer() {
				if math.Abs(float64(x-before[i])) > 1e-4*float64(spread) {
					t.Fatalf("answer %d: %v became %v", i, before[i], x)
				}
			}
			after := seen(t, c.n, planes, positions)
			for i, f := range after.Filters() {
				if f.Dead > 0 {
					t.Errorf("%s: %d filters are still dead", f.Layer, f.Dead)
				}
				for j, sum := range after.squares[i] {
					size := math.Sqrt(sum / (positions * 81))
					if was := w.squares[i][j] > 0; was && !(size > 0.2 && size < 1.5) { // below 0.7 where the norm binds
						t.Errorf("%s: filter %d has the size %v", f.Layer, j, size)
					}
					if i == 0 || w.squares[i][j] > 0 {
						continue
					}
					if from := after.squares[i-1][j]; math.Abs(sum-from) > 1e-4*from {
						t.Errorf("%s: filter %d has outputs of %v squared, and its channel of %v", f.Layer, j, sum, from)
					}
				}
			}
		})
	}
}

// Filters with large weights for their outputs are not made larger than a bound.
func TestSizesOfFilters(t *testing.T) {
	c := convolution{channels: 2, filters: 4, weight: []float32{3, 3, 300, 0, 4, 4, 400, 0}}
	// The norms are 5, 5, 500 and 0; a random filter has √2. The root mean squares are 16, 1/8, 1/8 and 0, and the
	// second filter may not get larger than 14.1 either.
	got := c.sizes([]float64{256 * 9, 9.0 / 64, 9.0 / 64, 0}, 9)
	for j, want := range []float64{16, 0.25, 32, 1} {
		if got[j] != want {
			t.Errorf("filter %d is divided by %v, want %v", j, got[j], want)
		}
	}
}

func TestWhatCannotBeRefreshed(t *testing.T) {
	p, err := NewPolicy(PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	q, err := NewPolicy(PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	nothing, err := p.Watch()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Refresh(1, nothing); err == nil || !strings.Contains(err.Error(), "has seen no position") {
		t.Errorf("a watch that has seen nothing: %v", err)
	}
	if err := p.Refresh(1, seen(t, &q.network, randomPlanes(&q.network, 2), 2)); err == nil {
		t.Error("a watch of another network is no error")
	}
	w := seen(t, &p.network, randomPlanes(&p.network, 2), 2)
	if err := p.Refresh(1, w); err != nil {
		t.Fatal(err)
	}
	if err := p.Refresh(1, w); err == nil || !strings.Contains(err.Error(), "other weights") {
		t.Errorf("a watch of the weights before: %v", err)
	}
}
