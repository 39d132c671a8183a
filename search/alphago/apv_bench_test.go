package alphago

import (
	"context"
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search"
)

// undecided is a policy network and a value that is always 0: what is measured is the policy
// network.
type undecided struct{ *nets.Evaluator }

func (undecided) HasValue() bool { return true }

func (d undecided) Evaluate(priors, values, planes []float32, n int) error {
	clear(values)
	if priors == nil {
		return nil
	}
	return d.Evaluator.Evaluate(priors, nil, planes, n)
}

// BenchmarkAPV is the rate at which a search without playouts has its policy network, seven
// convolutions of 64 filters and the head, evaluate positions, beside the network alone.
func BenchmarkAPV(b *testing.B) {
	for _, size := range []int{9, 19} {
		policy, err := nets.NewPolicy(nets.PolicyConfig{Board: size, Planes: 48, Filters: 64, Layers: 8}, 1)
		if err != nil {
			b.Fatal(err)
		}
		e, err := nets.NewEvaluator(nets.Model{Policy: policy}, 1)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("network-%d", size), func(b *testing.B) {
			planes, priors := make([]float32, e.Points()*e.Stride()), make([]float32, e.Points())
			for range b.N {
				if err := e.Evaluate(priors, nil, planes, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("search-%d-threads-%d", size, threads), func(b *testing.B) {
				q := newQueue(b, undecided{e}, QueueConfig{Evaluations: threads, Batch: 8, Cache: 64 << 20})
				apv := PaperAPV()
				apv.Network = newNetwork(b, q, DefaultNetworkConfig())
				c := search.DefaultConfig()
				c.Threads = threads
				parts, err := apv.Parts(&c)
				if err != nil {
					b.Fatal(err)
				}
				tree, err := search.New(c, parts, empty(b, size))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				b.ResetTimer()
				if err := tree.Search(context.Background(), search.Budget{Playouts: b.N}); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(q.Stats().Positions)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}
