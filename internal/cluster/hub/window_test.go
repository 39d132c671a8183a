package hub_test

import (
	"context"
	"slices"
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

// Games that are there already, as single ones between others, are not played again. All tickets of the others are on
// offer at the same time.
func TestGamesThatAreThereAlready(t *testing.T) {
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir(), Passing: true})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	w, spec, err := specification(t.Context(), box, modeltest.Folder(t, 5, false))
	if err != nil {
		t.Fatal(err)
	}
	have := func(game int) bool { return game < 2 || game%5 == 0 || game > 41 }
	var want, kept []int
	for game := range 50 {
		if !have(game) {
			want = append(want, game)
		}
	}
	ended := make(chan error)
	go func() {
		ended <- hub.Collect(t.Context(), box, hub.Job{
			Run: "test", Work: w, Spec: spec, Games: 50, Each: 1, Have: have,
			Keep: func(game int, _ []byte) error {
				kept = append(kept, game)
				return nil
			},
		})
	}()
	for waiting := 0; waiting < len(want); {
		state, err := box.State(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if waiting = state.Waiting; waiting > len(want) {
			t.Fatalf("%d tickets for %d games", waiting, len(want))
		}
	}
	defer working(t, box, 2)()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(kept, want) {
		t.Errorf("%v, want %v", kept, want)
	}
}
