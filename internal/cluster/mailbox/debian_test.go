//go:build nats

package mailbox

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// The nats-server of Debian 12 is refused, to owners and workers, and the error says what to install.
func TestDebiansServerIsRefused(t *testing.T) {
	t.Setenv(natstest.Variable, "/usr/sbin/nats-server")
	s := natstest.Start(t, "jetstream {}")
	for _, owner := range []bool{true, false} {
		b, err := must[Outside](t)(ParseOutside(s.URL)).Connect(t.Context(), owner, func(text string) { t.Error(text) })
		if err == nil {
			b.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "version 2.9.10 is too old; install nats-server 2.10 or newer") {
			t.Errorf("owner %v: %v", owner, err)
		}
	}
}
