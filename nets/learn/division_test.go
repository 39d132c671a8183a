package learn

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/tengen-go/tengen/nets"
)

func TestDivide(t *testing.T) {
	for _, c := range []struct {
		batch, threads, blocks int
		want                   division
	}{
		{16, 2, 6, division{2, 1}},
		{64, 16, 6, division{16, 1}},
		{2, 2, 6, division{2, 1}},
		{1, 2, 6, division{1, 2}},
		{1, 16, 6, division{1, 6}},
		{3, 2, 6, division{1, 2}}, // else one thread would wait for the other
		{3, 2, 2, division{2, 1}}, // too small for that
		{1, 2, 2, division{1, 2}},
		{3, 2, 1, division{2, 1}},   // nothing to share
		{1, 4, 1, division{1, 1}},   // the same
		{8, 16, 6, division{8, 2}},  // two threads for each position
		{17, 16, 6, division{5, 3}}, // else 15 threads would wait for one
		{1, 1, 6, division{1, 1}},
	} {
		if got := divide(c.batch, c.threads, c.blocks); got != c.want {
			t.Errorf("batch %d, %d threads, %d blocks: %+v, want %+v", c.batch, c.threads, c.blocks, got, c.want)
		}
	}
}

// Threads that share a graph find what one thread finds, to the bit.
func TestTrainingWithFewerPositionsThanThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, c := range []struct{ filters, batch, threads int }{{64, 1, 2}, {70, 1, 4}, {128, 3, 2}} {
		for _, kind := range []string{SGD, Muon} {
			t.Run(fmt.Sprintf("%s, %d filters, batch %d, %d threads", kind, c.filters, c.batch, c.threads), func(t *testing.T) {
				train := func(threads int) (*nets.Policy, StepResult) {
					p := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 12, Filters: c.filters, Layers: 3}, 1)
					tr := newTrainer(t, p, TrainerConfig{Batch: c.batch, Threads: threads, Optimizer: kind, Momentum: 0.9})
					var r StepResult
					for i := range 5 {
						r = step(t, tr, newBatch(p, c.batch, uint64(i)), 0.01)
					}
					return p, r
				}
				one, first := train(1)
				many, result := train(c.threads)
				if !sameBits(one.Network().Flat, many.Network().Flat) || first != result {
					t.Errorf("%d threads differ from one: %v, %v", c.threads, result, first)
				}
			})
		}
	}
}

// In bfloat16 every thread has a graph of its own, as far as there are positions.
func TestBFloat16IsNotShared(t *testing.T) {
	p := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 192, Layers: 3}, 1)
	for _, c := range []struct {
		device nets.Device
		graphs int
	}{{nets.CPU{}, 4}, {nets.PlainBFloat16(), 12}} {
		p.SetDevice(c.device)
		h := newTrainer(t, p, TrainerConfig{Batch: 16, Threads: 12}).engine.(*host)
		if len(h.graphs) != c.graphs {
			t.Errorf("%s: %d graphs for 16 positions and 12 threads, want %d", c.device.Name(), len(h.graphs), c.graphs)
		}
	}
}
