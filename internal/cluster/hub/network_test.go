package hub_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// Workers, and who orders the games, reach the hub through a network that is slow, loses connections, or is
// silent for longer than a worker may be silent. Each time the file is that of one machine.
func TestBadNetworksMakeTheSameFile(t *testing.T) { testBadNetworks(t, 400, 5*time.Second) }

func testBadNetworks(t *testing.T, games int, silent time.Duration) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, games)
	for name, trouble := range map[string]func(ctx context.Context, p *proxy){
		"delay": func(_ context.Context, p *proxy) { p.slow(50 * time.Millisecond) },
		"loss":  func(ctx context.Context, p *proxy) { p.lose(ctx, 300*time.Millisecond) },
		"partition": func(_ context.Context, p *proxy) {
			p.partition(true)
			time.Sleep(silent)
			p.partition(false)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Close() })
			first, err := server.Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(first.Close)
			p := newProxy(t, fmt.Sprintf("127.0.0.1:%d", server.Port()))
			box := func(owner bool) *mailbox.Box {
				token, err := mailbox.NewToken(dir, p.address(), owner)
				if err != nil {
					t.Fatal(err)
				}
				b, err := token.Connect()
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(b.Close)
				return b
			}
			working(t, box(false), 1)
			working(t, box(false), 1)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			begun, count := false, 0
			path := filepath.Join(t.TempDir(), "hub.tengen")
			if err := collect(t.Context(), box(true), path, model, games, func(j *hub.Job) {
				keep := j.Keep
				j.Keep = func(game int, data []byte) error {
					if game != count {
						t.Errorf("game %d after game %d", game, count-1)
					}
					if count++; game >= games/8 && !begun {
						begun = true
						go trouble(ctx, p)
					}
					return keep(game, data)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if count != games || !bytes.Equal(read(t, path), want) {
				t.Errorf("%d games of %d, or another file", count, games)
			}
		})
	}
}
