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

// BenchmarkPlanes is the first layer over 0 and 1, forward and with the gradient of
// its weights: forty words a board, a hundred in all, six planes set in each.
func BenchmarkPlanes(b *testing.B) {
	for _, shape := range []Shape{{19, 48, 192, 5}, {19, 48, 64, 5}, {19, 48, 32, 5}, {9, 48, 32, 5}} {
		for _, batch := range []int{1, 32} {
			for _, name := range Names() {
				b.Run(fmt.Sprintf("%dx%d/%d-%d/batch=%d/%s", shape.Board, shape.Board, shape.In, shape.Out, batch, name), func(b *testing.B) {
					before := Name()
					defer Use(before)
					if err := Use(name); err != nil {
						b.Fatal(err)
					}
					c, err := NewConv(shape)
					if err != nil {
						b.Fatal(err)
					}
					p := newBenchBuffers(shape, batch)
					rng := rand.New(rand.NewPCG(2, 2))
					clear(p.x)
					var words [100][6]int
					for i := range words {
						for j := range words[i] {
							words[i][j] = rng.IntN(shape.In)
						}
					}
					for point := range batch * shape.Board * shape.Board {
						for _, plane := range words[(point/361*7+rng.IntN(40))%100] {
							p.x[point*Pad(shape.In)+plane] = 1
						}
					}
					c.SetWeights(p.w, false)
					var s Scratch
					b.Run("forward", func(b *testing.B) {
						for b.Loop() {
							c.Forward(&s, p.y, p.x, p.bias, batch, true)
						}
						b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*batch), "us/board")
					})
					b.Run("gradient", func(b *testing.B) {
						for b.Loop() {
							c.Backward(&s, nil, p.dw, p.db, p.x, p.y, p.dy, batch)
						}
						b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*batch), "us/board")
					})
				})
			}
		}
	}
}

// BenchmarkOrthogonal is the part of a step of Muon that it has more than Adam.
func BenchmarkOrthogonal(b *testing.B) {
	for _, size := range [][2]int{{1200, 32}, {288, 32}, {1200, 64}, {576, 64}, {1728, 192}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			g := make([]float32, size[0]*size[1])
			rng := rand.New(rand.NewPCG(1, 1))
			for i := range g {
				g[i] = float32(rng.NormFloat64())
			}
			dst := make([]float32, len(g))
			var s Scratch
			for b.Loop() {
				Orthogonal(&s, dst, g, size[0], size[1])
			}
		})
	}
}
