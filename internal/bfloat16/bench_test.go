package bfloat16

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
)

// BenchmarkConv has layers of networks in both ways, in turn: in float32 and with tiles.
func BenchmarkConv(b *testing.B) {
	const batch = 16
	for _, shape := range []kernel.Shape{
		{Board: 19, In: 192, Out: 192, Filter: 3},
		{Board: 19, In: 96, Out: 96, Filter: 3},
		{Board: 19, In: 64, Out: 64, Filter: 3},
		{Board: 9, In: 64, Out: 64, Filter: 3},
	} {
		x, y := kernel.Aligned(batch*shape.InSize()), kernel.Aligned(batch*shape.OutSize())
		dx, dy := kernel.Aligned(len(x)), kernel.Aligned(len(y))
		w, dw := kernel.Aligned(shape.Weights()), kernel.Aligned(shape.Weights())
		bias, db := kernel.Aligned(shape.Out), kernel.Aligned(shape.Out)
		for i := range x {
			x[i] = float32(i%7) - 3
		}
		for i := range w {
			w[i] = float32(i%5) - 2
		}
		exact, err := kernel.NewConv(shape)
		if err != nil {
			b.Fatal(err)
		}
		var s Scratch
		var t kernel.Scratch
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("%dx%d-%d/%s", shape.Board, shape.In, shape.Out, name), func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
			})
		}
		exact.SetWeights(w, true)
		run("forward/float32", func() { exact.Forward(&t, y, x, bias, batch, true) })
		run("backward/float32", func() { exact.Backward(&t, dx, dw, db, x, y, dy, batch) })
		c, err := NewConv(shape)
		if err != nil {
			b.Skip(err)
		}
		c.SetWeights(w, true)
		run("forward/bfloat16", func() { c.Forward(&s, y, x, bias, batch, true) })
		run("backward/bfloat16", func() { c.Backward(&s, dx, dw, db, x, y, dy, batch) })
		run("weights/bfloat16", func() { c.SetWeights(w, true) })
		run("weights/float32", func() { exact.SetWeights(w, true) })
	}
}
