package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// Of two workers with one name the second ends and says why. The first stays, and is gone when it has left.
func TestTwoWorkersOfOneName(t *testing.T) {
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	said, settled, ended := make(chan string, 10), make(chan struct{}), make(chan error)
	begin := func(ctx context.Context, threads int) {
		ended <- Run(ctx, box, Config{
			Name: "w", Threads: threads, every: 200 * time.Millisecond,
			Report: func(text string) { said <- fmt.Sprintf("%d: %s", threads, text) },
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	go begin(ctx, 1)
	go func() {
		defer close(settled)
		for seen := map[string]bool{}; len(seen) < 3; time.Sleep(10 * time.Millisecond) {
			all, _, err := box.Present(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			for _, n := range all {
				seen[n.At.String()] = true
			}
		}
	}()
	<-settled
	go begin(t.Context(), 2)
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "another worker at the hub is called w; start") {
		t.Error(err)
	}
	if text := <-said; !strings.HasPrefix(text, "1: another worker called w came") {
		t.Error(text)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if all, err := box.Workers(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("%q are there, %v", all, err)
	}
}
