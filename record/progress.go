package record

import (
	"sync"
	"sync/atomic"
	"time"
)

// report calls Progress a few times a second until the returned function is
// called, which makes the last call.
func (o *Options) report(done *atomic.Int64, total int64) (stop func()) {
	if o.Progress == nil {
		return func() {}
	}
	quit := make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				o.Progress(done.Load(), total)
			case <-quit:
				o.Progress(done.Load(), total)
				return
			}
		}
	})
	return func() {
		close(quit)
		over.Wait()
	}
}
