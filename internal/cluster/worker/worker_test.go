package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// huge is work whose games are larger than a hub takes.
type huge struct{ work.Work }

func (huge) Kind() string { return "huge" }

func (huge) Play(_ context.Context, _ work.Tools, next func() (int, bool), done func(int, []byte) error) error {
	for game, ok := next(); ok; game, ok = next() {
		if err := done(game, make([]byte, 9<<20)); err != nil {
			return err
		}
	}
	return nil
}

// server is a hub with a port, and its owner.
func server(t *testing.T) (dir, host string, owner *mailbox.Box) {
	t.Helper()
	dir = t.TempDir()
	s, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	owner, err = s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		owner.Close()
		_ = s.Close()
	})
	return dir, fmt.Sprintf("127.0.0.1:%d", s.Port()), owner
}

// Games that do not fit into a message are reported as a fault of their ticket, once.
func TestBundlesThatAreTooLarge(t *testing.T) {
	_, _, box := server(t)
	ctx, stop := context.WithCancel(t.Context())
	if err := box.Open(ctx, "huge", time.Minute); err != nil {
		t.Fatal(err)
	}
	k := ticket.Ticket{Run: "r", Kind: "huge", Count: 1, Spec: json.RawMessage("{}")}
	data, err := k.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := box.Issue(ctx, mailbox.Address{Kind: "huge", Run: "r", Name: k.Name()}, data); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		_ = worker.Run(ctx, box, worker.Config{Name: "w", Threads: 1, Kinds: work.Kinds{{
			Name: "huge", Read: func(json.RawMessage) (work.Work, error) { return huge{}, nil },
		}}})
	})
	defer all.Wait()
	defer stop()
	results, err := box.Results(ctx, "huge", "r")
	if err != nil {
		t.Fatal(err)
	}
	defer results.Close()
	if r := <-results.C(); !r.Fault || !strings.Contains(string(r.Data), "larger than a message may be: 9") {
		t.Errorf("%v: %s", r.Fault, r.Data)
	}
	for { // the ticket goes after its fault has come
		state, err := box.State(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if state.Waiting+state.Taken == 0 {
			break
		}
	}
}

// A worker whose key is shut out ends, and says why.
func TestAWorkerThatIsShutOutEnds(t *testing.T) {
	dir, host, owner := server(t)
	if err := owner.Open(t.Context(), work.KindSelfplay, time.Minute); err != nil {
		t.Fatal(err)
	}
	token, err := mailbox.NewWorkerToken(dir, host, "one")
	if err != nil {
		t.Fatal(err)
	}
	box, err := token.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	ended := make(chan error)
	go func() {
		ended <- worker.Run(t.Context(), box, worker.Config{Name: "one", Kinds: work.Plain(), Threads: 1})
	}()
	if err := mailbox.Revoke(dir, "one"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, mailbox.ErrShutOut) || !strings.Contains(err.Error(), "tengen hub token DIR") {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it is still there")
	}
}
