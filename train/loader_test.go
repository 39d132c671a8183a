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

// newSlot has room for a batch of samples with one label each.
func newSlot(size int) *Batch { return &Batch{Labels: make([]float32, size), samples: size} }

// feeds make either kind of feed of batches of a size.
var feeds = map[string]func(ctx context.Context, first int64, size int, fillers []filler) feed{
	"interlude": func(_ context.Context, first int64, size int, fillers []filler) feed {
		return newInterlude(first, newSlot(size), fillers)
	},
	"loader": func(ctx context.Context, first int64, size int, fillers []filler) feed {
		return newLoader(ctx, first, []*Batch{newSlot(size), newSlot(size), newSlot(size)}, fillers)
	},
}

// batches reads count batches of size from a feed whose workers dawdle at random.
func batches(t *testing.T, kind string, workers, size, count int, first int64) []string {
	t.Helper()
	fillers := make([]filler, workers)
	for w := range fillers {
		rng := rand.New(rand.NewPCG(uint64(w), 5))
		fillers[w] = func(b *Batch, i int, sample int64) error {
			for range rng.IntN(3) {
				runtime.Gosched()
			}
			b.Labels[i] = float32(sample * sample % 1009)
			return nil
		}
	}
	l := feeds[kind](t.Context(), first, size, fillers)
	defer l.Close()
	var got []string
	for range count {
		b, err := l.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(b.First, b.Labels))
		l.Release(b)
	}
	return got
}

// Content and order are the same for either feed, any number of workers and any start.
func TestFeedsAreAlike(t *testing.T) {
	for _, size := range []int{1, 4, 7, 16} {
		var want []string
		for n := range int64(40) {
			labels := make([]float32, size)
			for i := range labels {
				s := 100 + n*int64(size) + int64(i)
				labels[i] = float32(s * s % 1009)
			}
			want = append(want, fmt.Sprint(100+n*int64(size), labels))
		}
		for kind := range feeds {
			for workers := 1; workers <= 4; workers++ {
				got := batches(t, kind, workers, size, 40, 100)
				for i := range want {
					if got[i] != want[i] {
						t.Fatalf("%s, %d workers, batch %d of %d: %s, want %s", kind, workers, i, size, got[i], want[i])
					}
				}
			}
		}
	}
}

func TestFeedsReportTheErrorOfASample(t *testing.T) {
	broken := errors.New("broken game")
	fill := func(b *Batch, i int, sample int64) error {
		if sample == 37 {
			return broken
		}
		return nil
	}
	for kind, newFeed := range feeds {
		l := newFeed(t.Context(), 0, 8, []filler{fill, fill})
		defer l.Close()
		for n := range 5 {
			b, err := l.Next(t.Context())
			if want := n == 4; errors.Is(err, broken) != want {
				t.Fatalf("%s: batch %d: %v", kind, n, err)
			}
			l.Release(b)
		}
	}
}

// Cancelling returns from Next at once and Close leaves no goroutine, whatever
// the workers are at.
func TestFeedsStop(t *testing.T) {
	before := runtime.NumGoroutine()
	for n := range 100 {
		newFeed := feeds[[]string{"loader", "interlude"}[n%2]]
		ctx, cancel := context.WithCancel(t.Context())
		fill := func(*Batch, int, int64) error { runtime.Gosched(); return nil }
		l := newFeed(ctx, 0, 64, []filler{fill, fill, fill})
		for range n / 2 % 4 {
			b, err := l.Next(ctx)
			if err != nil {
				t.Fatal(err)
			}
			l.Release(b)
		}
		cancel()
		for {
			b, err := l.Next(ctx)
			if errors.Is(err, context.Canceled) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			l.Release(b)
		}
		l.Close()
	}
	for range 10_000 { // on a busy machine their ends may take a while
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
