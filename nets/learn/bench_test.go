package learn

import (
	"testing"

	"github.com/tengen-go/tengen/nets"
)

// Networks of practice: the paper's, and those that train on small machines.
var benchShapes = map[string]nets.PolicyConfig{
	"alphago":  nets.Paper(),
	"64x7":     {Board: 19, Planes: 48, Filters: 64, Layers: 8},
	"32x5_9x9": {Board: 9, Planes: 48, Filters: 32, Layers: 6},
}

func BenchmarkStep(b *testing.B) {
	for name, cfg := range benchShapes {
		b.Run(name, func(b *testing.B) {
			const n = 16
			p := newPolicy(b, cfg, 1)
			data := newBatch(p, n, 1)
			tr := newTrainer(b, p, TrainerConfig{Batch: n, Threads: 1})
			b.ReportAllocs()
			for b.Loop() {
				step(b, tr, data, 1e-4)
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
