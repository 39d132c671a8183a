package hub_test

import (
	"context"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// A thousand workers with two tickets each are busy, also if a ticket has one game. Larger tickets are fewer.
func TestTicketsOnOffer(t *testing.T) {
	model := modeltest.Folder(t, 5, false)
	for each, want := range map[int]int{1: 2000, 16: 1000, 64: 256} {
		server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir(), Passing: true})
		if err != nil {
			t.Fatal(err)
		}
		box, err := server.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w, spec, err := specification(t.Context(), box, model)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- hub.Collect(ctx, box, hub.Job{Run: "test", Work: w, Spec: spec, Games: 1_000_000, Each: each})
		}()
		for waiting := 0; waiting < want; {
			state, err := box.State(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			waiting = state.Waiting
			select {
			case err := <-ended:
				t.Fatal(err)
			case <-time.After(10 * time.Millisecond):
			}
		}
		stop()
		<-ended
		state, err := box.State(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if games := each * state.Waiting; games > 17_000 {
			t.Errorf("%d games a ticket: %d are on offer; their bundles may all wait in memory for the first one", each, games)
		}
		box.Close()
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
