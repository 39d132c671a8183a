package layers

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Layers without the filters that are always zero compute what all layers do.
func TestNarrowComputesTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 40 {
		const board, n = 5, 2
		conv := func(channels, filters int) Conv {
			return Conv{
				Name: "conv", Board: board, Channels: channels, Filters: filters, Side: 1 + 2*rng.IntN(2),
				Linear: rng.IntN(4) == 0,
			}
		}
		a, b, c := 1+rng.IntN(40), 1+rng.IntN(70), 1+rng.IntN(20)
		list := []Layer{
			conv(4, a), conv(a, b), conv(b, c),
			Plane{Name: "plane", Points: board * board, Channels: c, Biases: 1},
			Dense{Name: "dense", Inputs: board * board, Units: 6},
		}
		net := New(list)
		net.Draw(rng)
		all, dead := make([]Narrowed, len(list)), 0
		for i, l := range list {
			from, to := net.Own(i)
			all[i] = Narrowed{Layer: l, Params: Data(net.Params[from:to])}
			fill(rng, all[i].Params[1])
			if c, ok := l.(Conv); ok {
				dead += kill(rng, c, all[i].Params)
			}
		}
		narrow := Narrow(all)
		x := kernel.Aligned(n * list[0].In())
		for i := range x {
			if i%kernel.PadIn(4) < 4 {
				x[i] = float32(rng.NormFloat64())
			}
		}
		want, got := through(t, all, x, n), through(t, narrow, x, n)
		for i := range want {
			if math.Abs(float64(want[i]-got[i])) > 1e-4*(1+math.Abs(float64(want[i]))) {
				t.Fatalf("%d of %d, %d and %d filters are dead: output %d is %v, want %v", dead, a, b, c, i, got[i], want[i])
			}
		}
		left := 0
		for _, l := range narrow {
			if c, ok := l.Layer.(Conv); ok {
				left += c.Filters
				if len(l.Params[0]) != c.shape().Weights() || len(l.Params[1]) != c.Filters {
					t.Fatalf("%+v has %d weights and %d biases", c, len(l.Params[0]), len(l.Params[1]))
				}
			}
		}
		if left > max(1, a+b+c-dead)+2 {
			t.Fatalf("%d filters of %d are left, and %d are dead", left, a+b+c, dead)
		}
	}
}

// kill makes some filters zero, and returns how many. Some have a bias below zero. With the ReLU they are zero, too.
func kill(rng *rand.Rand, c Conv, params [][]float32) int {
	share, n := rng.Float64(), 0
	for j := range c.Filters {
		if rng.Float64() > share {
			continue
		}
		n++
		for i := j; i < len(params[0]); i += c.Filters {
			params[0][i] = 0
		}
		params[1][j] = 0
		if !c.Linear {
			params[1][j] = -rng.Float32()
		}
	}
	return n
}

// through computes the output of layers.
func through(t *testing.T, list []Narrowed, x []float32, n int) []float32 {
	t.Helper()
	var env Env
	for _, l := range list {
		k, err := l.Kernel()
		if err != nil {
			t.Fatal(err)
		}
		y := kernel.Aligned(n * l.Out())
		k.Forward(&env, y, x, k.Prepare(l.Params, false), n)
		x = y
	}
	return x
}

// A constant filter stays, and so does one of a layer that is all zero.
func TestNarrowKeepsWhatIsNotZero(t *testing.T) {
	relu := Conv{Name: "conv", Board: 3, Channels: 1, Filters: 3, Side: 1}
	linear := relu
	linear.Linear = true
	head := Narrowed{
		Layer: Plane{Name: "plane", Points: 9, Channels: 3, Biases: 1}, Params: [][]float32{{1, 2, 3}, {0}},
	}
	for _, test := range []struct {
		conv         Conv
		weight, bias []float32
		want         int
	}{
		{relu, []float32{0, 0, 0}, []float32{0, -1, 1}, 1},
		{relu, []float32{0, 0, 0}, []float32{0, -1, 0}, 1},
		{relu, []float32{0, 1e-30, 0}, []float32{-1, -1, 2}, 2},
		{relu, []float32{1, 1, 1}, []float32{0, 0, 0}, 3},
		{linear, []float32{0, 0, 0}, []float32{0, -1, 0}, 1},
		{linear, []float32{0, 0, 0}, []float32{-2, -1, 0}, 2},
	} {
		out := Narrow([]Narrowed{{Layer: test.conv, Params: [][]float32{test.weight, test.bias}}, head})
		if got := out[0].Layer.(Conv).Filters; got != test.want || out[1].Layer.(Plane).Channels != got {
			t.Errorf("weights %v, biases %v: %d filters are left, want %d", test.weight, test.bias, got, test.want)
		}
	}
}
