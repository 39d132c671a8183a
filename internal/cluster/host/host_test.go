package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// orderOf is games on 5×5.
func orderOf(t *testing.T, games int) selfplay.Order {
	t.Helper()
	policy, _, err := nets.LoadPolicy(modeltest.Folder(t, 5, false))
	if err != nil {
		t.Fatal(err)
	}
	player := selfplay.Player{Policy: policy, Temperature: 1}
	return selfplay.Order{
		Config:  selfplay.Config{Size: 5, Komi: 0.5, Seed: 3, MoveLimit: 75, Threads: 2},
		Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: games,
	}
}

// made is the file of an order that a function makes.
func made(t *testing.T, o selfplay.Order, fill func(*selfplay.File) error) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.tengen")
	file, err := selfplay.OpenFile(path, selfplay.About{Kind: selfplay.KindGames, Board: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := fill(file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A host without a port plays what this process would play. It leaves nothing in its folder.
func TestAHostPlaysForItself(t *testing.T) {
	o := orderOf(t, 300)
	want := made(t, o, func(f *selfplay.File) error {
		return selfplay.Make(t.Context(), f, selfplay.Job{
			Config: o.Config, Players: o.Players[:], Games: o.Games, Plan: o.Pairing.Plan,
		})
	})
	dir := filepath.Join(t.TempDir(), "hub")
	h, err := host.Open(t.Context(), host.Config{Dir: dir, Threads: 2, Kinds: work.Plain()})
	if err != nil {
		t.Fatal(err)
	}
	got := made(t, o, func(f *selfplay.File) error {
		return h.Machines("test").Make(t.Context(), f, o, func(*selfplay.Game) {})
	})
	if !bytes.Equal(want, got) {
		t.Error("another file")
	}
	if h.Port() != 0 {
		t.Errorf("port %d", h.Port())
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder of the hub is still there: %v", err)
	}
}

// With a port, workers of other machines play, alone or along with the host's own.
func TestOtherMachinesPlayForAHost(t *testing.T) {
	o := orderOf(t, 300)
	var want []string
	if err := o.Play(t.Context(), func(g *selfplay.Game) error {
		want = append(want, fmt.Sprint(g.Record.Moves))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, own := range []int{0, 1} {
		dir := filepath.Join(t.TempDir(), "hub")
		h, err := host.Open(t.Context(), host.Config{Dir: dir, Threads: own, Listen: "127.0.0.1:0", Kinds: work.Plain()})
		if err != nil {
			t.Fatal(err)
		}
		token, err := mailbox.NewToken(dir, fmt.Sprintf("127.0.0.1:%d", h.Port()), false)
		if err != nil {
			t.Fatal(err)
		}
		box, err := token.Connect()
		if err != nil {
			t.Fatal(err)
		}
		var theirs atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = worker.Run(ctx, box, worker.Config{
				Name: "other", Kinds: work.Plain(), Threads: 1, Done: func(games int) { theirs.Add(int64(games)) },
			})
		}()
		var got []string
		machines := h.Machines("test")
		if err := machines.Play(t.Context(), o, func(g *selfplay.Game) error {
			got = append(got, fmt.Sprint(g.Record.Moves))
			time.Sleep(time.Millisecond) // so that the other has time to come
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%d threads of its own: other games", own)
		}
		stop()
		<-ended
		if own == 0 && theirs.Load() != int64(o.Games) {
			t.Errorf("the other machine played %d games of %d", theirs.Load(), o.Games)
		}
		if err := machines.DropModels(t.Context()); err != nil {
			t.Error(err)
		}
		box.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Two hosts at one server elsewhere order games under the same name. Each gets its own, and leaves nothing there.
func TestHostsAtAServerElsewhere(t *testing.T) {
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	var all sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		all.Go(func() {
			o := orderOf(t, 200)
			want := made(t, o, func(f *selfplay.File) error {
				return selfplay.Make(t.Context(), f, selfplay.Job{
					Config: o.Config, Players: o.Players[:], Games: o.Games, Plan: o.Pairing.Plan,
				})
			})
			h, err := host.Open(t.Context(), host.Config{
				Reach: server.Connect, Name: name, Threads: 1, Kinds: work.Plain(),
				Report: func(text string) { t.Log(text) },
			})
			if err != nil {
				t.Error(err)
				return
			}
			machines := h.Machines("test")
			got := made(t, o, func(f *selfplay.File) error {
				return machines.Make(t.Context(), f, o, func(*selfplay.Game) {})
			})
			if !bytes.Equal(got, want) || h.Port() != 0 {
				t.Errorf("host %s: another file, or port %d", name, h.Port())
			}
			if err := errors.Join(machines.DropModels(t.Context()), h.Discard()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	state, err := box.State(t.Context())
	if err != nil || state.Waiting+state.Taken+state.Bundles != 0 {
		t.Errorf("left there: %+v, %v", state, err)
	}
}

// Games that nobody could play are refused at once.
func TestNobodyWouldPlay(t *testing.T) {
	if _, err := host.Open(t.Context(), host.Config{Dir: t.TempDir()}); err == nil {
		t.Error("no error")
	}
}
