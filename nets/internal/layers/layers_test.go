package layers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
)

// kinds is every kind of layer. Padded channels of its input are 0.
var kinds = []Layer{
	Conv{Name: "conv", Board: 5, Channels: 3, Filters: 4, Side: 3},
	Conv{Name: "conv", Board: 4, Channels: 60, Filters: 2, Side: 5, Linear: true},
	Conv{Name: "conv", Board: 3, Channels: 2, Filters: 3, Side: 1},
	Plane{Name: "plane", Points: 9, Channels: 5, Biases: 9},
	Plane{Name: "plane", Points: 9, Channels: 5, Biases: 1},
	Dense{Name: "dense", Inputs: 7, Units: 6},
	Unit{Name: "unit", Inputs: 8, Node: "unit"},
}

// channels are the true and the padded channels of a layer's input.
func channels(l Layer) (used, padded int) {
	switch l := l.(type) {
	case Conv:
		return l.Channels, kernel.PadIn(l.Channels)
	case Plane:
		return l.Channels, kernel.PadOut(l.Channels)
	}
	return l.In(), l.In()
}

// The gradients of every kind are the finite differences of its Forward: of Σ y·u for
// fixed u. Backward leaves its arguments alone.
func TestGradientsByFiniteDifferences(t *testing.T) {
	for _, l := range kinds {
		t.Run(fmt.Sprintf("%+v", l), func(t *testing.T) {
			const n = 3
			rng := rand.New(rand.NewPCG(1, 2))
			net := New([]Layer{l})
			net.Draw(rng)
			for _, q := range net.Params {
				if q.Bias() {
					fill(rng, q.Data)
				}
			}
			k, err := l.Kernel()
			if err != nil {
				t.Fatal(err)
			}
			x, y := kernel.Aligned(n*l.In()), kernel.Aligned(n*l.Out())
			u, scratch := kernel.Aligned(n*l.Out()), kernel.Aligned(n*l.Out())
			c, padded := channels(l)
			for i := range x {
				if i%padded < c {
					x[i] = float32(rng.NormFloat64())
				}
			}
			fill(rng, u)
			if conv, ok := l.(Conv); ok { // padding has no gradient
				for i := range u {
					if i%kernel.PadOut(conv.Filters) >= conv.Filters {
						u[i] = 0
					}
				}
			}
			params := Data(net.Params)
			var e Env
			value := func() float64 {
				k.Forward(&e, scratch, x, k.Prepare(params, true), n)
				sum := 0.0
				for i, v := range scratch {
					sum += float64(v) * float64(u[i])
				}
				return sum
			}
			rest := k.Prepare(params, true)
			k.Forward(&e, y, x, rest, n)
			g := Gradients{X: kernel.Aligned(len(x))}
			for _, p := range params {
				g.Params = append(g.Params, make([]float32, len(p)))
			}
			before := append([]float32(nil), u...)
			k.Backward(&e, g, x, y, u, rest, n)
			for i, v := range before {
				if u[i] != v {
					t.Fatalf("Backward has changed the gradient of y at %d", i)
				}
			}
			check := func(what string, w, grad []float32, at func(i int) bool) {
				for range 60 {
					i := rng.IntN(len(w))
					if !at(i) {
						continue
					}
					const step = 1.0 / 1024 // hardly ever over a corner of the ReLU
					old := w[i]
					w[i] = old + step
					up := value()
					w[i] = old - step
					down := value()
					w[i] = old
					if want := (up - down) / (2 * step); math.Abs(float64(grad[i])-want) > 0.02*(1+math.Abs(want)) {
						t.Errorf("gradient of %s[%d] is %v, by differences %v", what, i, grad[i], want)
					}
				}
			}
			check("x", x, g.X, func(i int) bool { return i%padded < c })
			for i, q := range net.Params {
				check(q.Name, q.Data, g.Params[i], func(int) bool { return true })
			}
		})
	}
}

func fill(rng *rand.Rand, w []float32) {
	for i := range w {
		w[i] = float32(rng.NormFloat64())
	}
}

// Draw gives every weight its own variance, and no bias a value; parameters do not
// overlap. A convolution that passes its channels on has 1 more where a filter reads its own channel.
func TestDraw(t *testing.T) {
	n := New([]Layer{
		Conv{Name: "conv1", Board: 9, Channels: 48, Filters: 64, Side: 5},
		Conv{Name: "conv2", Board: 9, Channels: 64, Filters: 64, Side: 3, Pass: true},
		Dense{Name: "hidden", Inputs: 81, Units: 256},
	})
	n.Draw(rand.New(rand.NewPCG(1, 2)))
	pass := n.Params[2]
	for j := range 64 {
		own := &pass.Data[((1*3+1)*64+j)*64+j] // row 1, column 1, channel j, filter j
		if *own -= 1; math.Abs(float64(*own)) > 0.1 {
			t.Errorf("filter %d reads its channel with %v more than 1", j, *own)
		}
	}
	at := 0
	for i, q := range n.Params {
		s := n.Spans[i]
		if s.From < at || s.To-s.From != q.Size() || &n.Flat[s.From] != &q.Data[0] {
			t.Errorf("%s lies at %+v, after %d", q.Name, s, at)
		}
		at = s.To
		sum := 0.0
		for _, v := range q.Data {
			sum += float64(v) * float64(v)
		}
		if got := sum / float64(len(q.Data)); math.Abs(got-q.Variance) > 0.05*q.Variance {
			t.Errorf("%s has variance %v, want %v", q.Name, got, q.Variance)
		}
	}
}
