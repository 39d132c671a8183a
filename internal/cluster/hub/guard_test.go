package hub

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// People hear once each: who comes and goes, who is refused, and that bundles of a worker are refused.
func TestAGuardSaysWhoComesAndGoes(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	var said []string
	v := visitors{guard: &Guard{Box: box, Own: "me", Report: func(text string) { said = append(said, text) }}}
	heard := func(want ...string) {
		t.Helper()
		v.look(ctx)
		v.look(ctx)
		if !slices.EqualFunc(said, want, strings.Contains) {
			t.Errorf("%q, want %q", said, want)
		}
		said = nil
	}
	about := func(protocol int) []byte {
		data, err := json.Marshal(worker.About{Version: "9", Protocol: protocol, Threads: 4})
		must(t, err)
		return data
	}
	heard()
	announce(t, box, "me", about(ticket.Protocol))
	announce(t, box, "b", about(99))
	revision, err := box.Announce(ctx, box.Author("a"), about(ticket.Protocol), 0)
	must(t, err)
	heard("worker a came: tengen 9, threads: 4", "worker b was refused: its protocol is 99")
	must(t, box.Leave(ctx, box.Author("a"), revision))
	change := func(change func(*trust.Conduct)) {
		t.Helper()
		_, err := trust.OpenBook(box).Change(ctx, box.Author("b"), change)
		must(t, err)
	}
	change(func(c *trust.Conduct) { c.Refuse(trust.Flood, "too many") })
	heard("worker a is gone", "a bundle was refused: too many")
	change(func(c *trust.Conduct) { c.Differ("it cheats") })
	heard("worker b gets no more tickets: it cheats")
}

// Workers hear that the hub was stopped, and go on; when it has all games they end, and it waits until they are gone.
func TestPart(t *testing.T) {
	box := openHub(t)
	said, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- worker.Run(t.Context(), box, worker.Config{
			Name: "w", Kinds: work.Kinds{}, Threads: 1, Report: func(text string) { said <- text },
		})
	}()
	heard := "" // the worker may be there before it hears orders
	for heard == "" {
		Part(t.Context(), box, ticket.Stopped)
		select {
		case heard = <-said:
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	if !strings.Contains(heard, "the hub was stopped") {
		t.Error(heard)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop() // as after an interrupt
	Part(ctx, box, ticket.Finished)
	all, err := box.Workers(t.Context())
	if diff := cmp.Diff(map[mailbox.Author][]byte{}, all); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := <-ended; !errors.Is(err, worker.ErrFinished) {
		t.Error(err)
	}
}
