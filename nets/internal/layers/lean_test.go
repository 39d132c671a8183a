package layers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
)

// A lean network computes what the full one does, also after both have had new weights. Filters that are always zero
// keep what they have.
func TestLeanIsTheSameNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	fewer := 0
	for range 20 {
		const board, n = 4, 2
		conv := func(channels, filters, side int) Conv {
			return Conv{Name: "conv", Board: board, Channels: channels, Filters: filters, Side: side}
		}
		a, b := 1+rng.IntN(40), 1+rng.IntN(40)
		full := New([]Layer{
			conv(4, a, 5), conv(a, b, 3), Plane{Name: "plane", Points: board * board, Channels: b, Biases: 1},
		})
		full.Draw(rng)
		for i, l := range full.Layers {
			from, to := full.Own(i)
			fill(rng, full.Params[from+1].Data)
			if c, ok := l.(Conv); ok {
				kill(rng, c, Data(full.Params[from:to]))
			}
		}
		lean := NewLean(full)
		if lean.Net != full {
			fewer++
		}
		x := kernel.Aligned(n * full.Layers[0].In())
		fill(rng, x)
		same := func(what string) {
			t.Helper()
			want, got := through(t, listed(full), x, n), through(t, listed(lean.Net), x, n)
			for i := range want {
				if math.Abs(float64(want[i]-got[i])) > 1e-4*(1+math.Abs(float64(want[i]))) {
					t.Fatalf("%s: output %d is %v, want %v", what, i, got[i], want[i])
				}
			}
			if !lean.Fits() {
				t.Errorf("%s: other filters are always zero than before", what)
			}
		}
		same("new")
		before := full.Version()
		scale(lean.Net, 1.5)
		lean.Give()
		same("given")
		if full.Version() == before {
			t.Error("nobody sees that weights were given")
		}
		scale(full, 0.5)
		lean.Take()
		same("taken")

		values := make([]float32, len(lean.Net.Flat))
		for _, s := range lean.Net.Spans {
			fill(rng, values[s.From:s.To])
		}
		back := make([]float32, len(values))
		if lean.Gather(back, lean.Spread(values)); !slices.Equal(back, values) {
			t.Error("values that were spread and gathered are others")
		}
		full.Params[0].Data[rng.IntN(len(full.Params[0].Data))] = 1
		full.Params[1].Data[rng.IntN(a)] = 1 // perhaps of a filter that was zero
		if again := NewLean(full); lean.Fits() != slices.EqualFunc(again.places, lean.places, slices.Equal) {
			t.Errorf("%v: does the lean network of %d and %d filters fit one of %d and %d?", lean.Fits(), a, b,
				len(again.Net.Params[1].Data), len(again.Net.Params[3].Data))
		}
	}
	if fewer < 10 {
		t.Errorf("%d networks of 20 had dead filters: too few to show anything", fewer)
	}
}

// listed is the layers of a network with their parameters.
func listed(n *Network) []Narrowed {
	var out []Narrowed
	for i, l := range n.Layers {
		from, to := n.Own(i)
		out = append(out, Narrowed{Layer: l, Params: Data(n.Params[from:to])})
	}
	return out
}

// scale multiplies all weights of a network.
func scale(n *Network, by float32) {
	// The function returns no error, and so does Update.
	_ = n.Update(func(params []Param) error {
		for _, q := range params {
			for i := range q.Data {
				q.Data[i] *= by
			}
		}
		return nil
	})
}
