package hub_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// until waits for something that comes by itself.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// A trainer that is slow to take games, and a hub that has room for few of them, stop the worker for a while.
// The file is that of one machine all the same.
func testASlowKeeperAndAFullHub(t *testing.T, at place) {
	const games = 400 // more than the hub has room for
	model := modeltest.Folder(t, 5, false)
	box := at.start(t, 64<<10).owner(t)
	working(t, box, 1) // a second one would play samples, for which the first games wait
	slow := true
	path := filepath.Join(t.TempDir(), "hub.tengen")
	if err := collect(t.Context(), box, path, model, games, func(j *hub.Job) {
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if slow {
				slow = false
				until(t, "the hub is full", func() bool { return box.Trouble() != "" })
				state, err := box.State(t.Context())
				if err != nil || state.Bundles == 0 || state.Bundles > 49 {
					t.Errorf("%+v, %v", state, err)
				}
			}
			return keep(game, data)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if slow || !bytes.Equal(read(t, path), direct(t, model, games)) {
		t.Error("another file")
	}
	if why := box.Trouble(); why != "" {
		t.Error(why)
	}
}

// The games that all others wait for come in when the hub is full of those others.
func testTheFirstGamesComeLastToAFullHub(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	box := at.start(t, 64<<10).owner(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { // takes the first ticket, holds it until the hub is full, and gives it back
		task, err := box.Take(ctx, work.KindSelfplay)
		if err != nil {
			t.Error(err)
			return
		}
		holding, letGo := context.WithCancel(ctx)
		go task.Hold(holding, func() bool { return true })
		working(t, box, 2)
		until(t, "the hub is full", func() bool { return box.Trouble() != "" })
		letGo()
		if err := task.Return(); err != nil {
			t.Error(err)
		}
	}()
	path := filepath.Join(t.TempDir(), "hub.tengen")
	slow := func(j *hub.Job) { j.Silence = 8 * time.Second } // nobody takes the first ticket meanwhile
	if err := collect(t.Context(), box, path, model, 400, slow); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, path), direct(t, model, 400)) {
		t.Error("another file")
	}
}
