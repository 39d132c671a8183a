//go:build long

package hub_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// A partition of a minute, with connections that go on afterwards and with connections that are dead.
func TestBadNetworksForAMinute(t *testing.T) {
	for _, at := range places() {
		if slices.Contains(at.shows, port) {
			t.Run(at.name, func(t *testing.T) {
				testBadNetworks(t, at, 2000, map[string]trouble{
					"delay": delay, "loss": loss,
					"partition": func(_ context.Context, p *natstest.Proxy) { partition(p, time.Minute) },
					"dead connections": func(_ context.Context, p *natstest.Proxy) {
						p.Forget()
						partition(p, time.Minute)
					},
				})
			})
		}
	}
}
