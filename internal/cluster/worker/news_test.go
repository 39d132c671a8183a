package worker

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
)

// still is work that goes on until the test ends.
type still struct{ work.Work }

func (still) Kind() string { return "still" }

func (still) Play(ctx context.Context, _ work.Tools, next func() (int, bool), _ func(int, []byte) error) error {
	next()
	<-ctx.Done()
	return context.Cause(ctx)
}

// atWork begins a hub with a ticket, and a worker that would speak again in an hour.
func atWork(t *testing.T, before func(*mailbox.Server)) *mailbox.Box {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: dir})
	must(t, err)
	t.Cleanup(func() { _ = server.Close() })
	box, err := server.Connect(ctx)
	must(t, err)
	t.Cleanup(box.Close)
	must(t, box.Open(ctx, "still", time.Minute))
	before(server)
	ended := make(chan struct{})
	playing, stop := context.WithCancel(ctx)
	go func() {
		defer close(ended)
		_ = Run(playing, box, Config{Name: "w", Threads: 1, every: time.Hour, Kinds: work.Kinds{{
			Name: "still", Read: func(json.RawMessage) (work.Work, error) { return still{}, nil },
		}}})
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	k := ticket.Ticket{Run: "r", Kind: "still", Count: 1, Spec: json.RawMessage("{}")}
	data, err := k.Encode()
	must(t, err)
	_, err = box.Issue(ctx, mailbox.Address{Kind: k.Kind, Run: k.Run, Name: k.Name()}, data)
	must(t, err)
	return box
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A worker that takes a ticket of another run says so soon: if it were killed, nobody would know that it had one.
func TestAWorkerSaysWhatItTook(t *testing.T) {
	box := atWork(t, func(*mailbox.Server) {})
	for {
		all, err := box.Workers(t.Context())
		must(t, err)
		var about About
		if data := all[box.Author("w")]; data != nil {
			must(t, json.Unmarshal(data, &about))
		}
		if about.Holding["r"] == 1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A worker that the hub could not hear, because it had no place for its words, says soon again that it is there.
func TestAWorkerThatWasNotHeardSpeaksAgain(t *testing.T) {
	box := atWork(t, func(server *mailbox.Server) {
		conn, err := nats.Connect("", nats.InProcessServer(server))
		must(t, err)
		defer conn.Close()
		js, err := jetstream.New(conn)
		must(t, err)
		must(t, js.DeleteKeyValue(t.Context(), "workers"))
	})
	for { // it has spoken before it takes a ticket
		state, err := box.State(t.Context())
		must(t, err)
		if state.Taken == 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for {
		all, err := box.Workers(t.Context())
		must(t, err)
		if len(all) == 1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
