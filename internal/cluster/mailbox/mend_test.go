package mailbox

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// A server follows another one only if that one cannot store. One that merely looked slow would lose what a new
// one does not have: its connections, and the mail of a server that keeps it in memory.
func TestABusyServerIsNotIll(t *testing.T) {
	t.Parallel()
	const full = "JetStream stream '$G > GAMES_2' write error: no space left on device"
	slow := server.HealthzError{Type: server.HealthzErrorConn, Error: "failed to be ready for connections after 1ms"}
	disk := server.HealthzError{Type: server.HealthzErrorStream, Error: full}
	lost := server.HealthzError{Type: server.HealthzErrorStream, Error: "JetStream stream 'x' could not be recovered"}
	for _, c := range []struct {
		errors []server.HealthzError
		want   string
	}{
		{nil, ""},
		{[]server.HealthzError{slow}, ""},
		{[]server.HealthzError{disk}, "no space left on device"},
		{[]server.HealthzError{slow, lost}, lost.Error},
	} {
		if got := illness(&server.HealthStatus{Errors: c.errors}); got != c.want {
			t.Errorf("%v: %q, want %q", c.errors, got, c.want)
		}
	}
}

// A server that follows another one has a place at once where workers say that they are there.
func TestAServerThatFollowsKnowsWorkers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := serve(t, ServerConfig{Dir: t.TempDir()})
	b := connected(t, s)
	must[uint64](t)(b.Announce(ctx, b.Author("w"), []byte("{}"), 0))
	s.follow()
	check(t, insist(ctx, func(ctx context.Context) error {
		_, err := b.js.Stream(ctx, "KV_"+presence)
		return err
	}))
}

// A server that follows another one may store as much, although the disk is fuller by now.
func TestAServerThatFollowsHasTheSameRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, ServerConfig{Dir: filepath.Join(dir, "hub")})
	_, before := s.used()
	check(t, os.WriteFile(filepath.Join(dir, "other"), make([]byte, 32<<20), 0o600))
	s.follow()
	if _, now := s.used(); now != before || before == 0 {
		t.Errorf("room for %d bytes, and %d before", now, before)
	}
}
