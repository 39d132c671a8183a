package learn

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Trainers of several batch sizes and numbers of threads, the direct way and the
// evaluator over one set of weights: whoever changes it, all see the same.
func TestOneSetOfWeights(t *testing.T) {
	for _, kind := range []string{SGD, Muon} {
		p := newPolicy(t, small[2], 1)
		e, err := nets.NewEvaluator(nets.Model{Policy: p}, 2)
		if err != nil {
			t.Fatal(err)
		}
		var trainers []*Trainer
		for _, c := range []TrainerConfig{{Batch: 1, Threads: 1}, {Batch: 5, Threads: 2}, {Batch: 8, Threads: 3}} {
			c.Optimizer = kind
			trainers = append(trainers, newTrainer(t, p, c))
		}
		for round := range 6 {
			// One of them takes a step.
			n := trainers[round%3].cfg.Batch
			b := newBatch(p, n, uint64(round))
			b.weights = nil
			before := step(t, trainers[round%3], b, 0.01)
			if after := step(t, trainers[round%3], b, 0); before.Loss == after.Loss {
				t.Fatalf("%s: a step has changed nothing", kind)
			}
			// All judge the same eight positions by the new weights.
			b = newBatch(p, 8, 77)
			b.weights = nil
			logs := make([]float32, 8*p.Points())
			if err := p.LogProbs(logs, b.planes, 8); err != nil {
				t.Fatal(err)
			}
			priors := make([]float32, 8*p.Points())
			if err := e.Evaluate(priors, nil, b.planes, 8); err != nil {
				t.Fatal(err)
			}
			if !sameBits(priors, evaluate(t, p, b)) {
				t.Errorf("%s: the evaluator has other weights than the policy", kind)
			}
			for _, tr := range trainers {
				n := tr.cfg.Batch
				part := batch{planes: b.planes[:n*p.Points()*p.Stride()], targets: b.targets[:n]}
				var want float64
				for i, target := range part.targets {
					want -= float64(logs[i*p.Points()+int(target)]) / float64(n)
				}
				if got := step(t, tr, part, 0); math.Abs(got.Loss-want) > 1e-5 {
					t.Errorf("%s: after round %d the trainer of batch %d finds loss %v, inference %v", kind, round, n, got.Loss, want)
				}
			}
		}
	}
}

// What many threads sum is what one computes, also of parameters so large that
// several threads share one.
func TestManyThreads(t *testing.T) {
	cfg := nets.PolicyConfig{Board: 3, Planes: 4, Filters: 64, Layers: 4}
	const n = 37
	for _, kind := range []string{SGD, Momentum, Adam} {
		train := func(threads int) *nets.Policy {
			p := newPolicy(t, cfg, 1)
			tr := newTrainer(t, p, TrainerConfig{Batch: n, Threads: threads, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.1})
			b := newBatch(p, n, 1)
			b.weights = nil
			step(t, tr, b, 0.01)
			return p
		}
		one, many := train(1), train(16)
		for i, q := range one.Params() {
			want := make([]float64, len(q.Data))
			for j, v := range q.Data {
				want[j] = float64(v)
			}
			// Adam's first step is the sign of a gradient, also of one that is all rounding.
			bound := 1e-6
			if kind == Adam {
				bound = 1e-2
			}
			if d := distance(many.Params()[i].Data, want); d > bound {
				t.Errorf("%s: %s is off by %.2g with 16 threads", kind, q.Name, d)
			}
		}
	}
}

func TestCut(t *testing.T) {
	spans := []layers.Span{{From: 0, To: 1}, {From: 16, To: 16 + pieceSize}, {From: 2 * pieceSize, To: 5*pieceSize + 7}}
	pieces := cut(spans)
	for i, s := range spans {
		at := s.From
		for _, p := range pieces {
			if p.param != i {
				continue
			}
			if p.span.From != at || p.span.To <= at || p.span.To > s.To || (p.span.To-at)%16 != 0 && p.span.To != s.To {
				t.Errorf("parameter %d at %v has the piece %v", i, s, p.span)
			}
			at = p.span.To
		}
		if at != s.To {
			t.Errorf("parameter %d at %v is cut up to %d", i, s, at)
		}
	}
	if len(pieces) != 1+1+4 {
		t.Errorf("%d pieces", len(pieces))
	}
}
