package nets

import (
	"runtime"
	"sync"
	"testing"
)

// wide has layers that several threads can share.
var wide = PolicyConfig{Board: 7, Planes: 12, Filters: 70, Layers: 4}

// Fewer positions than threads are answered layer by layer, with the same bits as by
// one thread, from many goroutines at a time.
func TestSharedLayers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	const most = 5
	p := newPolicy(t, wide, 1)
	b := newBatch(p, most, 2)
	points, in := p.Points(), p.Points()*p.Stride()
	want := evaluate(t, p, b)
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for i := range 60 {
				from := (i + g) % most
				n := 1 + i%(most-from)
				got := make([]float32, n*points)
				if err := p.EvaluateThreads(got, b.planes[from*in:], n, 1+i%4); err != nil {
					t.Error(err)
				}
				if !sameBits(got, want[from*points:(from+n)*points]) {
					t.Errorf("positions %d to %d by %d threads differ from those by one", from, from+n-1, 1+i%4)
				}
			}
		})
	}
	wg.Wait()
}

// The caller's own thread is there, also if it is asked for none or there are no
// positions.
func TestNoThreads(t *testing.T) {
	p := newPolicy(t, small[0], 1)
	b := newBatch(p, 3, 2)
	want := evaluate(t, p, b)
	for _, threads := range []int{0, -1, 1} {
		for n := range 4 {
			got := make([]float32, n*p.Points())
			if err := p.EvaluateThreads(got, b.planes, n, threads); err != nil {
				t.Error(err)
			}
			if !sameBits(got, want[:len(got)]) {
				t.Errorf("%d positions by %d threads differ from those by one", n, threads)
			}
		}
	}
}

// Sharing layers leaves no garbage.
func TestSharedLayersDoNotAllocate(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p := newPolicy(t, wide, 1)
	b := newBatch(p, 1, 2)
	out := make([]float32, p.Points())
	const calls = 100
	least := uint64(calls)
	for range 20 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range calls {
			if err := p.EvaluateThreads(out, b.planes, 1, 2); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	if least >= calls/10 {
		t.Errorf("%d allocations in %d calls, want none", least, calls)
	}
}
