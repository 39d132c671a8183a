package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// open is a mailbox of a server in this process.
func open(t *testing.T) *mailbox.Box {
	t.Helper()
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(box.Close)
	return box
}

// Of two workers with one name the second ends and says why. The first stays, and is gone when it has left.
func TestTwoWorkersOfOneName(t *testing.T) {
	box := open(t)
	said := make(chan string, 10)
	first := &seat{box: box, me: box.Author("w"), report: func(text string) { said <- text }}
	say := func() {
		if err := first.say(t.Context(), []byte("first")); err != nil {
			t.Error(err)
		}
	}
	say()
	say() // nobody has spoken since, so it is first
	ended := make(chan error)
	go func() {
		ended <- Run(t.Context(), box, Config{Name: "w", Threads: 1, every: 4 * time.Second, Report: func(string) {}})
	}()
	for running := true; running; {
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), "another worker at the hub is called w; start") {
				t.Error(err)
			}
			running = false
		case <-time.After(5 * time.Millisecond):
			all, _, err := box.Present(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if string(all[first.me].Data) != "first" {
				say() // after each word of the second, however late that is
			}
		}
	}
	if text := <-said; !strings.HasPrefix(text, "another worker called w came") {
		t.Error(text)
	}
	if err := box.Leave(t.Context(), first.me, first.revision); err != nil {
		t.Error(err)
	}
	if all, err := box.Workers(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("%q are there, %v", all, err)
	}
}

// A worker is at the hub while it works, and gone when it has left.
func TestAWorkerLeaves(t *testing.T) {
	box := open(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Run(ctx, box, Config{Name: "w", Threads: 1}) }()
	there := func() int {
		all, err := box.Workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	for there() == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := there(); n > 0 {
		t.Errorf("%d workers are there", n)
	}
}
