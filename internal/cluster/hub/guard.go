package hub

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/trust"
)

// guardEvery is how often a guard looks, and guardGrace how long a barred worker has to read why before its key opens
// nothing any more.
const (
	guardEvery = 5 * time.Second
	guardGrace = time.Minute
)

// Guard shuts out the named workers that get no more tickets, until ctx ends. Those with a shared key cannot be shut
// out alone: their bundles are refused.
func Guard(ctx context.Context, server *mailbox.Server, box *mailbox.Box) {
	guard(ctx, server, box, guardEvery, guardGrace)
}

func guard(ctx context.Context, server *mailbox.Server, box *mailbox.Box, every, grace time.Duration) {
	seen := map[string]time.Time{} // by key
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		all, err := trust.OpenBook(box).All(ctx)
		if err == nil { // else the next look may have an answer
			keys := server.Workers()
			for by, conduct := range all {
				key := keys[by.Name]
				if by.Role != mailbox.Named || conduct.Barred == "" || key == "" {
					continue
				}
				if seen[key].IsZero() {
					seen[key] = time.Now()
				}
				if time.Since(seen[key]) >= grace {
					_ = server.ShutOut(key) // the next look tries again
				}
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
