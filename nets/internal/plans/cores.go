package plans

import (
	"runtime"
	"sync"
)

// OnCores calls work for all of n items, a chunk at a time, on as many cores as Go may use. What the CPU does before
// and after a card must not take longer than the card. The caller's goroutine works, too. A single chunk starts no
// other.
func OnCores(n, chunk int, work func(from, to int)) {
	chunks := (n + chunk - 1) / chunk
	workers := min(chunks, runtime.GOMAXPROCS(0))
	share := func(first int) {
		for i := first; i < chunks; i += workers {
			work(i*chunk, min((i+1)*chunk, n))
		}
	}
	var wg sync.WaitGroup
	for i := 1; i < workers; i++ {
		wg.Go(func() { share(i) })
	}
	share(0)
	wg.Wait()
}
