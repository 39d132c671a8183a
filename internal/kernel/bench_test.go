package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The layers of the networks in use: the paper's, ours of 64 filters, small boards.
var benchLayers = []struct {
	Shape
	batch int
}{
	{Shape{19, 192, 192, 3}, 1},
	{Shape{19, 192, 192, 3}, 16},
	{Shape{19, 64, 64, 3}, 1},
	{Shape{19, 64, 64, 3}, 16},
	{Shape{19, 48, 192, 5}, 16},
	{Shape{9, 32, 32, 3}, 1},
	{Shape{9, 32, 32, 3}, 64},
}

// benchmark runs f on every layer with every kernel; work counts the operations of a
// direct convolution, the measure of all figures, per multiplication of it.
func benchmark(b *testing.B, work float64, f func(c *Conv, s *Scratch, p *benchBuffers, batch int)) {
	before := Name()
	defer Use(before)
	for _, l := range benchLayers {
		for _, name := range Names() {
			b.Run(fmt.Sprintf("%dx%d/%d-%d/filter=%d/batch=%d/%s", l.Board, l.Board, l.In, l.Out, l.Filter, l.batch, name), func(b *testing.B) {
				if err := Use(name); err != nil {
					b.Fatal(err)
				}
				c, err := NewConv(l.Shape)
				if err != nil {
					b.Fatal(err)
				}
				p := newBenchBuffers(l.Shape, l.batch)
				c.SetWeights(p.w, true)
				var s Scratch
				b.ReportAllocs()
				for b.Loop() {
					f(c, &s, p, l.batch)
				}
				points := float64(l.Board * l.Board * l.batch)
				b.ReportMetric(work*points*float64(c.Weights())*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				b.ReportMetric(float64(l.batch)*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
			})
		}
	}
}

type benchBuffers struct{ x, y, dy, dx, w, dw, bias, db []float32 }

func newBenchBuffers(s Shape, batch int) *benchBuffers {
	rng := rand.New(rand.NewPCG(1, 1))
	random := func(n int) []float32 {
		x := Aligned(n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	return &benchBuffers{
		x: random(batch * s.InSize()), y: random(batch * s.OutSize()), dy: random(batch * s.OutSize()),
		dx: Aligned(batch * s.InSize()), w: random(s.Weights()), dw: Aligned(s.Weights()),
		bias: random(s.Out), db: Aligned(s.Out),
	}
}

func BenchmarkForward(b *testing.B) {
	benchmark(b, 2, func(c *Conv, s *Scratch, p *benchBuffers, batch int) {
		c.Forward(s, p.y, p.x, p.bias, batch, true)
	})
}

func BenchmarkBackward(b *testing.B) {
	benchmark(b, 4, func(c *Conv, s *Scratch, p *benchBuffers, batch int) {
		c.Backward(s, p.dx, p.dw, p.db, p.x, p.y, p.dy, batch)
	})
}

// BenchmarkStep is a whole step of training one layer.
func BenchmarkStep(b *testing.B) {
	benchmark(b, 6, func(c *Conv, s *Scratch, p *benchBuffers, batch int) {
		c.Forward(s, p.y, p.x, p.bias, batch, true)
		c.Backward(s, p.dx, p.dw, p.db, p.x, p.y, p.dy, batch)
		SGD(p.w, p.dw, 1e-6, 0)
		c.SetWeights(p.w, true)
	})
}
