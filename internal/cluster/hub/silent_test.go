package hub_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// taken takes the next tickets.
func taken(t *testing.T, box *mailbox.Box, n int) (tasks []*mailbox.Task) {
	t.Helper()
	for range n {
		task, err := box.Take(t.Context(), work.KindSelfplay)
		if err != nil {
			t.Error(err)
			return tasks
		}
		tasks = append(tasks, task)
	}
	return tasks
}

// The tickets of a worker that is killed, as by an end of its connection, go to others; so do those of one that says
// nothing more.
func testSilentWorkers(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	site := at.start(t, 0)
	go func() {
		killed := site.worker(t)
		taken(t, killed, 3)
		killed.Close()
		silent := site.worker(t)
		taken(t, silent, 2)
		working(t, site.worker(t), 2)
	}()
	path := filepath.Join(t.TempDir(), "hub.tengen")
	if err := collect(t.Context(), site.owner(t), path, model, 100, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, path), direct(t, model, 100)) {
		t.Error("another file")
	}
}

// If two workers bring the games of one ticket, they count once.
func testTwoWorkersWithOneTicket(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	site := at.start(t, 0)
	go func() {
		box := site.worker(t)
		task := taken(t, box, 1)
		if len(task) == 0 {
			return
		}
		for _, name := range []string{"one", "two"} {
			data, err := play(t.Context(), box, task[0].Data, func(*ticket.Bundle) {})
			if err != nil {
				t.Error(err)
			}
			if _, err := box.Deliver(t.Context(), task[0].Address, box.Author(name), data); err != nil {
				t.Error(err)
			}
		}
		if err := task[0].Return(); err != nil { // it comes again before the others, and is played once more
			t.Error(err)
		}
		working(t, box, 1)
	}()
	path, count := filepath.Join(t.TempDir(), "hub.tengen"), 0
	owner := site.owner(t)
	if err := collect(t.Context(), owner, path, model, 100, func(j *hub.Job) {
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if game != count {
				t.Errorf("game %d after %d games", game, count)
			}
			count++
			return keep(game, data)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if count != 100 || !bytes.Equal(read(t, path), direct(t, model, 100)) {
		t.Errorf("%d games, or another file", count)
	}
	if state, err := owner.State(t.Context()); err != nil || state.Waiting+state.Bundles != 0 {
		t.Errorf("left in the mailbox: %+v, %v", state, err)
	}
}
