package nets

import (
	"fmt"
	"testing"
)

// Networks of practice: the paper's, and those that train on small machines.
var benchShapes = map[string]PolicyConfig{
	"alphago":  Paper(),
	"64x7":     {Board: 19, Planes: 48, Filters: 64, Layers: 8},
	"32x5_9x9": {Board: 9, Planes: 48, Filters: 32, Layers: 6},
}

func BenchmarkEvaluate(b *testing.B) {
	for name, cfg := range benchShapes {
		for _, n := range []int{1, 16} {
			b.Run(fmt.Sprintf("%s/batch=%d", name, n), func(b *testing.B) {
				p := newPolicy(b, cfg, 1)
				data := newBatch(p, n, 1)
				out := make([]float32, n*p.Points())
				b.ReportAllocs()
				for b.Loop() {
					if err := p.Evaluate(out, data.planes, n); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}
