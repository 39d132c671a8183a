package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// batches reads count batches of size from a loader whose workers dawdle at random.
func batches(t *testing.T, workers, size, count int, first int64) []string {
	t.Helper()
	slots := []*Batch{{Targets: make([]int32, size)}, {Targets: make([]int32, size)}, {Targets: make([]int32, size)}}
	fillers := make([]filler, workers)
	for w := range fillers {
		rng := rand.New(rand.NewPCG(uint64(w), 5))
		fillers[w] = func(b *Batch, i int, sample int64) error {
			for range rng.IntN(3) {
				runtime.Gosched()
			}
			b.Targets[i] = int32(sample * sample % 1009)
			return nil
		}
	}
	l := newLoader(t.Context(), first, slots, fillers)
	defer l.Close()
	var got []string
	for range count {
		b, err := l.Next()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(b.First, b.Targets))
		l.Release(b)
	}
	return got
}

// Content and order are the same for any number of workers and any start.
func TestLoaderDoesNotDependOnWorkers(t *testing.T) {
	for _, size := range []int{1, 4, 7, 16} {
		var want []string
		for n := range int64(40) {
			targets := make([]int32, size)
			for i := range targets {
				s := 100 + n*int64(size) + int64(i)
				targets[i] = int32(s * s % 1009)
			}
			want = append(want, fmt.Sprint(100+n*int64(size), targets))
		}
		for workers := 1; workers <= 4; workers++ {
			got := batches(t, workers, size, 40, 100)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%d workers, batch %d of %d: %s, want %s", workers, i, size, got[i], want[i])
				}
			}
		}
	}
}

func TestLoaderReportsTheErrorOfASample(t *testing.T) {
	broken := errors.New("broken game")
	fill := func(b *Batch, i int, sample int64) error {
		if sample == 37 {
			return broken
		}
		return nil
	}
	l := newLoader(t.Context(), 0, []*Batch{{Targets: make([]int32, 8)}, {Targets: make([]int32, 8)}}, []filler{fill, fill})
	defer l.Close()
	for n := range 5 {
		b, err := l.Next()
		if want := n == 4; errors.Is(err, broken) != want {
			t.Fatalf("batch %d: %v", n, err)
		}
		l.Release(b)
	}
}

// Cancelling returns from Next at once and Close leaves no goroutine, whatever
// the workers are at.
func TestLoaderStops(t *testing.T) {
	before := runtime.NumGoroutine()
	for n := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		fill := func(*Batch, int, int64) error { runtime.Gosched(); return nil }
		l := newLoader(ctx, 0, []*Batch{{Targets: make([]int32, 64)}, {Targets: make([]int32, 64)}}, []filler{fill, fill, fill})
		for range n % 4 {
			b, err := l.Next()
			if err != nil {
				t.Fatal(err)
			}
			l.Release(b)
		}
		cancel()
		for {
			b, err := l.Next()
			if errors.Is(err, context.Canceled) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			l.Release(b)
		}
		l.Close()
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
