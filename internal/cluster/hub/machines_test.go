package hub_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// bytesOf are the games of an order as they travel, played by a function.
func bytesOf(t *testing.T, play func(done func(*selfplay.Game) error) error) (all []string) {
	t.Helper()
	if err := play(func(g *selfplay.Game) error {
		data, err := work.EncodeGame(g)
		all = append(all, string(data))
		return err
	}); err != nil {
		t.Error(err)
	}
	return all
}

// Orders for other networks, one after the other and at once, are the games of one machine. Networks that
// are needed no more do not stay at the hub, and neither do games.
func testOrders(t *testing.T, at place) {
	box := at.open(t)
	working(t, box, 2)
	machines := hub.NewMachines(box, hub.Orderer{Name: "test"})
	var all sync.WaitGroup
	var models int
	for i := range 12 {
		policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 12, Filters: 4, Layers: 2}, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		models++
		o := order(t, modeltest.Folder(t, 5, false), 9)
		o.Players[0].Policy, o.Pairing, o.First = policy, selfplay.Alternating{}, 7*i
		do := func() {
			want := bytesOf(t, func(done func(*selfplay.Game) error) error { return o.Play(t.Context(), done) })
			got := bytesOf(t, func(done func(*selfplay.Game) error) error { return machines.Play(t.Context(), o, done) })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("order %d: %s", i, diff)
			}
		}
		if i < 8 {
			do()
		} else {
			all.Go(do)
		}
	}
	all.Wait()
	state, err := box.State(t.Context())
	if err != nil || state.Waiting+state.Taken+state.Bundles+state.Faults != 0 {
		t.Errorf("left in the mailbox: %+v, %v", state, err)
	}
	stored, err := box.Models(t.Context())
	if err != nil || len(stored) > 4 {
		t.Errorf("%d of %d models are left, %v", len(stored), models, err)
	}
	if err := machines.DropModels(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored, err = box.Models(t.Context()); err != nil || len(stored) != 0 {
		t.Errorf("%d models are left at the end, %v", len(stored), err)
	}
}

// A worker that has a ticket in hand when nobody wants its games any more brings them all the same. They do not stay.
func TestGamesThatNobodyWantsAnyMoreGo(t *testing.T) {
	box := open(t)
	machines := hub.NewMachines(box, hub.Orderer{Name: "test", Each: 4})
	ctx, end := context.WithCancelCause(t.Context())
	taken := make(chan *mailbox.Task, 1)
	go func() {
		task, err := box.Take(t.Context(), work.KindSelfplay)
		if err != nil {
			t.Error(err)
			close(taken)
		} else {
			taken <- task
		}
		end(selfplay.ErrUnwanted)
	}()
	err := machines.Play(ctx, order(t, modeltest.Folder(t, 5, false), 32), func(*selfplay.Game) error { return nil })
	if !errors.Is(err, selfplay.ErrUnwanted) {
		t.Fatal(err)
	}
	task, ok := <-taken
	if !ok {
		t.FailNow()
	}
	if _, err := box.Deliver(t.Context(), task.Address, box.Author("slow"), []byte("games")); err != nil {
		t.Fatal(err)
	}
	if state, err := box.State(t.Context()); err != nil || state.Bundles != 1 {
		t.Fatalf("the late games are not at the hub: %+v, %v", state, err)
	}
	if err := machines.DropModels(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state, err := box.State(t.Context()); err != nil || state.Waiting+state.Bundles != 0 {
		t.Errorf("left in the mailbox: %+v, %v", state, err)
	}
}

// An order that was interrupted goes on with the games that have come; no worker is needed for these.
func testAnInterruptedOrderGoesOn(t *testing.T, at place) {
	box := at.open(t)
	o := order(t, modeltest.Folder(t, 5, false), 32)
	by := hub.Orderer{Name: "test", Each: 4}
	stop := working(t, box, 1)
	errStop := errors.New("stopped")
	seen := 0
	err := hub.NewMachines(box, by).Play(t.Context(), o, func(g *selfplay.Game) error {
		if seen++; seen == 20 {
			return errStop
		}
		return nil
	})
	if !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	stop()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	got := 0
	err = hub.NewMachines(box, by).Play(ctx, o, func(g *selfplay.Game) error {
		if got++; got == 20 {
			working(t, box, 1) // for the rest
		}
		return nil
	})
	if err != nil || got != 32 {
		t.Errorf("%d games, %v", got, err)
	}
}

// Games that lie at the hub count when more workers are there than at first.
func TestAnInterruptedOrderGoesOnWithMoreWorkers(t *testing.T) {
	box := open(t)
	o := order(t, modeltest.Folder(t, 5, false), 32)
	by := hub.Orderer{Name: "test"}
	announce := func(names ...string) {
		for _, name := range names {
			if _, err := box.Announce(t.Context(), box.Author(name), []byte("{}"), 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	announce("a", "b", "c", "d") // so the tickets have four games
	errStop := errors.New("stopped")
	stop := working(t, box, 1)
	seen := 0
	err := hub.NewMachines(box, by).Play(t.Context(), o, func(*selfplay.Game) error {
		if seen++; seen == 20 {
			return errStop
		}
		return nil
	})
	if !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	stop()
	announce("e", "f", "g", "h", "i", "j", "k", "l")
	got := 0
	err = hub.NewMachines(box, by).Play(t.Context(), o, func(*selfplay.Game) error {
		if got++; got == 20 { // those that lay there
			working(t, box, 1)
		}
		return nil
	})
	if err != nil || got != 32 {
		t.Errorf("%d games, %v", got, err)
	}
}
