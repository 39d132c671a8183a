package nets

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// uneven makes some filters of each convolution dead, some a thousand times as large as others, and one the same
// everywhere.
func uneven(t *testing.T, n *network) {
	t.Helper()
	if err := n.Update(func(params []Param) error {
		for l, c := range convolutions(params) {
			for i := range c.weight {
				switch j := i % c.filters; {
				case j < 2:
					c.weight[i] *= 30
				case j < 4:
					c.weight[i] /= 30
				case j == 4:
					c.weight[i] = 0
				}
			}
			for j := range c.bias {
				c.bias[j] = float32(j+l) / 20
				if j == 0 && l > 0 || j == 5 {
					c.bias[j] = -1e6
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

// A refreshed network answers as before. Its filters have one size, apart from those that were very small, and none is
// dead.
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
	answers := map[*network]func(planes []float32) []float32{
		&policy.network: func(planes []float32) []float32 {
			out := make([]float32, positions*81)
			if err := policy.Logits(out, planes, positions); err != nil {
				t.Fatal(err)
			}
			return out
		},
		&value.network: func(planes []float32) []float32 {
			out := make([]float32, positions)
			if err := value.Evaluate(out, planes, positions); err != nil {
				t.Fatal(err)
			}
			return out
		},
	}
	for n, answer := range answers {
		uneven(t, n)
		planes := randomPlanes(n, positions)
		before, largest := answer(planes), 0.0
		for _, x := range before {
			largest = max(largest, math.Abs(float64(x)))
		}
		w := seen(t, n, planes, positions)
		dead := 0
		for i, f := range w.Filters() {
			dead += f.Dead
			if f.Dead == 0 || i > 0 && f.Dead < 2 || f.Dead > 8 {
				t.Fatalf("%s: %d filters are dead: the test shows nothing", f.Layer, f.Dead)
			}
		}
		if err := n.Refresh(1, w); err != nil {
			t.Fatal(err)
		}
		for i, x := range answer(planes) {
			if math.Abs(float64(x-before[i])) > 1e-4*largest {
				t.Fatalf("answer %d: %v became %v", i, before[i], x)
			}
		}
		after := seen(t, n, planes, positions)
		for i, f := range after.Filters() {
			if f.Dead > 0 {
				t.Errorf("%s: %d filters are still dead", f.Layer, f.Dead)
			}
			ones := 0
			for j, sum := range after.squares[i] {
				size := math.Sqrt(sum / (positions * 81))
				if was := w.squares[i][j] > 0; was && size > 1.001 {
					t.Errorf("%s: filter %d has the size %v", f.Layer, j, size)
				}
				if math.Abs(size-1) < 1e-3 {
					ones++
				}
			}
			if ones < 3 {
				t.Errorf("%s: %d filters of the size 1", f.Layer, ones)
			}
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
}
