package learn

import (
	"math"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/nets"
)

// The way without tape and the gorgonia graph are one network.
func TestEvaluateEqualsGraph(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range shapes() {
			p := newPolicy(t, cfg, uint64(i))
			const n = 5
			tr := newTrainer(t, p, TrainerConfig{Batch: n, Threads: 2, Optimizer: Adam})
			b := newBatch(p, n, uint64(i))
			for range 3 { // the second and third see weights that training has changed
				step(t, tr, b, 0)
				got := evaluate(t, p, b)
				var want []float32
				for _, g := range tr.engine.(*host).graphs {
					want = append(want, g.loss.slope...) // the probabilities less 1 at the target
				}
				for j, target := range b.targets {
					want[j*p.Points()+int(target)]++
				}
				for j, v := range want {
					if math.Abs(float64(got[j]-v)) > 1e-5 {
						t.Fatalf("%+v: probability %d is %v, by the graph %v", cfg, j, got[j], v)
					}
				}
				step(t, tr, b, 0.01)
			}
		}
	})
}

// Many goroutines at once, while training goes on: each result is that of the
// weights after some whole step.
func TestEvaluateBesideTraining(t *testing.T) {
	p := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3}, 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 4, Threads: 2})
	b := newBatch(p, 4, 1)
	const steps = 30
	// The same training before, one result a step.
	var allowed [][]float32
	twin := newPolicy(t, p.Config(), 1)
	twinTrainer := newTrainer(t, twin, TrainerConfig{Batch: 4, Threads: 2})
	allowed = append(allowed, evaluate(t, twin, b))
	for range steps {
		step(t, twinTrainer, b, 0.05)
		allowed = append(allowed, evaluate(t, twin, b))
	}
	var wg sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		wg.Go(func() {
			at := 0 // steps only go forward
			for running := true; running; {
				select {
				case <-done:
					running = false
				default:
				}
				got := evaluate(t, p, b)
				for at < len(allowed) && !sameBits(got, allowed[at]) {
					at++
				}
				if at == len(allowed) {
					t.Error("a result belongs to no step, or to an earlier one than before")
					return
				}
			}
			if at != steps {
				t.Errorf("the last result is that of step %d of %d", at, steps)
			}
		})
	}
	for range steps {
		step(t, tr, b, 0.05)
	}
	close(done)
	wg.Wait()
}
