package plans

import (
	"sync/atomic"
	"testing"
)

func TestOnCoresDoesEveryItemOnce(t *testing.T) {
	for n := range 70 {
		for _, chunk := range []int{1, 7, 32} {
			done := make([]atomic.Int32, n)
			OnCores(n, chunk, func(from, to int) {
				if to-from > chunk || from >= to {
					t.Errorf("%d items, %d at a time: items %d to %d", n, chunk, from, to)
				}
				for i := from; i < to; i++ {
					done[i].Add(1)
				}
			})
			for i := range done {
				if done[i].Load() != 1 {
					t.Fatalf("%d items, %d at a time: item %d was done %d times", n, chunk, i, done[i].Load())
				}
			}
		}
	}
}
