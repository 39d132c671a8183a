package hub_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

var config = selfplay.Config{Size: 5, Komi: 0.5, Seed: 7, MoveLimit: 75, Settle: true}

var about = selfplay.About{Program: "test", Kind: selfplay.KindGames, Board: 5, Komi: 0.5, MoveLimit: 75, Seed: 7}

// direct is the packed file that one machine makes without a hub.
func direct(t *testing.T, model string, games int) []byte {
	t.Helper()
	policy, _, err := nets.LoadPolicy(model)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "direct.tengen")
	file, err := selfplay.OpenFile(path, about)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	player := selfplay.Player{Policy: policy, Temperature: 1}
	config := config
	config.Threads = 2
	if err := selfplay.Make(t.Context(), file, selfplay.Job{
		Config: config, Players: []selfplay.Player{player, player}, Games: games, Plan: selfplay.Fixed{}.Plan,
	}); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// order is games of a model against itself.
func order(t testing.TB, model string, games int) selfplay.Order {
	t.Helper()
	o, err := orderOf(model, games)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func orderOf(model string, games int) (selfplay.Order, error) {
	policy, _, err := nets.LoadPolicy(model)
	player := selfplay.Player{Policy: policy, Temperature: 1}
	return selfplay.Order{
		Config: config, Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: games,
	}, err
}

// specification is the work, its JSON, with the model in the mailbox.
func specification(ctx context.Context, box *mailbox.Box, model string) (work.Work, json.RawMessage, error) {
	o, err := orderOf(model, 1)
	if err != nil {
		return nil, nil, err
	}
	packed, err := work.PackPolicy(o.Players[0].Policy)
	if err != nil {
		return nil, nil, err
	}
	digest, err := box.PutModel(ctx, "test", packed)
	if err != nil {
		return nil, nil, err
	}
	w, err := work.NewSelfplay(o, [2]string{digest, digest})
	if err != nil {
		return nil, nil, err
	}
	spec, err := json.Marshal(w)
	return w, spec, err
}

// collect makes a file through a mailbox, from the games that it has so far to its end.
func collect(ctx context.Context, box *mailbox.Box, path, model string, games int, change func(*hub.Job)) error {
	w, spec, err := specification(ctx, box, model)
	if err != nil {
		return err
	}
	file, err := selfplay.OpenFile(path, about)
	if err != nil {
		return err
	}
	defer file.Close()
	job := hub.Job{
		Run: "test", Work: w, Spec: spec, First: file.Set().Len(), Games: games, Each: 8, Silence: 3 * time.Second,
		Flush: file.Flush,
		Keep: func(_ int, data []byte) error {
			g, err := work.DecodeGame(data)
			if err != nil {
				return err
			}
			return file.Add(g)
		},
		Back: func(game int) (int, error) {
			err := file.Back(game)
			return file.Set().Len(), err
		},
	}
	if change != nil {
		change(&job)
	}
	if err := hub.Collect(ctx, box, job); err != nil {
		return err
	}
	return file.Finish()
}

// open is a mailbox without a port.
func open(t *testing.T) *mailbox.Box { return here.open(t) }

// begun is how many workers the tests have begun: no two at a hub have one name.
var begun atomic.Int64

// working has workers of this process at work until the test, or the function returned, ends them.
func working(t *testing.T, box *mailbox.Box, n int) (stop func()) {
	t.Helper()
	return workingAt(t, box, n, work.Plain())
}

// workingAt is working with other kinds of work.
func workingAt(t *testing.T, box *mailbox.Box, n int, kinds work.Kinds) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			err := worker.Run(ctx, box, worker.Config{
				Name: fmt.Sprintf("w%d", begun.Add(1)), Kinds: kinds, Threads: 1, Show: true,
				Report: func(text string) { t.Log(text) },
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	stop = func() {
		cancel()
		all.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// Any number of workers makes the file that one machine makes.
func testTheFileIsThatOfOneMachine(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, 100)
	for _, workers := range []int{1, 3} {
		box := at.open(t)
		working(t, box, workers)
		path := filepath.Join(t.TempDir(), "hub.tengen")
		if err := collect(t.Context(), box, path, model, 100, func(j *hub.Job) {
			j.Silence = time.Minute // no ticket is played twice because a worker was slow
		}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read(t, path), want) {
			t.Errorf("%d workers: another file", workers)
		}
		state, err := box.State(t.Context())
		if err != nil || state.Waiting+state.Taken+state.Bundles+state.Faults != 0 {
			t.Errorf("left in the mailbox: %+v, %v", state, err)
		}
	}
}

// A hub that is stopped again and again, and workers that come and go, make the same file.
func testStoppedHubsAndWorkersMakeTheSameFile(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, 300)
	box, path := at.open(t), filepath.Join(t.TempDir(), "hub.tengen")
	stop := working(t, box, 2)
	errStop := errors.New("stopped")
	for session := 1; ; session++ {
		kept := 0
		err := collect(t.Context(), box, path, model, 300, func(j *hub.Job) {
			keep := j.Keep
			j.Keep = func(game int, data []byte) error {
				if kept++; kept > 45 {
					return errStop
				}
				return keep(game, data)
			}
		})
		if err == nil {
			if session < 5 {
				t.Errorf("%d sessions", session)
			}
			break
		}
		if !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		stop()
		stop = working(t, box, 1+session%3)
	}
	if !bytes.Equal(read(t, path), want) {
		t.Error("another file")
	}
}

// What a bad worker sends is refused and played again by a good one; after three refusals the bad worker's
// games count no more. Games for other tickets and results of nobody change nothing.
func testBadWorkers(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, 64)
	reasons := map[string]trust.Reason{"other ticket": trust.OtherTicket, "other model": trust.OtherModel}
	for name, spoil := range map[string]func(b *ticket.Bundle){
		"other model":   func(b *ticket.Bundle) { b.Ticket.Spec = json.RawMessage("{}") },
		"swapped games": func(b *ticket.Bundle) { b.Games[0], b.Games[1] = b.Games[1], b.Games[0] },
		"no games":      func(b *ticket.Bundle) { b.Games[3] = nil },
		"other ticket":  func(b *ticket.Bundle) { b.Ticket.First += 8 },
		"lies about the winner": func(b *ticket.Bundle) {
			g, err := work.DecodeGame(b.Games[0])
			if err != nil {
				t.Error(err)
				return
			}
			g.Winner, g.Record.Result.Winner = 3-g.Winner, 3-g.Record.Result.Winner
			b.Games[0], _ = work.EncodeGame(g)
		},
	} {
		t.Run(name, func(t *testing.T) {
			box, path := at.open(t), filepath.Join(t.TempDir(), "hub.tengen")
			var mu sync.Mutex
			var said []string
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			cheated := make(chan struct{})
			go cheat(ctx, t, box, spoil, cheated)
			go func() { // the good worker comes when the bad one has been barred
				select {
				case <-cheated:
					_ = worker.Run(ctx, box, worker.Config{Name: "good", Kinds: work.Plain(), Threads: 1})
				case <-ctx.Done():
				}
			}()
			err := collect(ctx, box, path, model, 64, func(j *hub.Job) {
				j.Report = func(text string) {
					mu.Lock()
					said = append(said, text)
					mu.Unlock()
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, path), want) {
				t.Error("another file")
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, "the games of worker bad count no more") {
				t.Errorf("nobody is named:\n%s", all)
			}
			conduct, err := trust.OpenBook(box).Of(t.Context(), box.Author("bad"))
			if want := cmp.Or(reasons[name], trust.Illegal); err != nil || conduct.Refused[want] != 3 || conduct.Barred == "" {
				t.Errorf("%+v, %v", conduct, err)
			}
			err = worker.Run(ctx, box, worker.Config{Name: "bad"})
			if err == nil || !strings.Contains(err.Error(), "no more games of worker bad: 3") {
				t.Errorf("the worker goes on: %v", err)
			}
		})
	}
}

// cheat plays tickets and spoils the bundles of four.
func cheat(ctx context.Context, t *testing.T, box *mailbox.Box, spoil func(*ticket.Bundle), done chan<- struct{}) {
	defer close(done)
	for range 4 {
		task, err := box.Take(ctx, work.KindSelfplay)
		if err != nil {
			t.Error(err)
			return
		}
		data, err := play(ctx, box, task.Data, spoil)
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := box.Deliver(ctx, task.Address, box.Author("bad"), data); err != nil {
			t.Error(err)
		}
		if err := task.Done(ctx); err != nil {
			t.Error(err)
		}
	}
}

// play is the bundle of a ticket, changed before it is encoded.
func play(ctx context.Context, box *mailbox.Box, data []byte, change func(*ticket.Bundle)) ([]byte, error) {
	k, err := ticket.Decode(data)
	if err != nil {
		return nil, err
	}
	w, err := work.Read(k.Kind, k.Spec)
	if err != nil {
		return nil, err
	}
	b := ticket.Bundle{Ticket: k, Arithmetic: work.Arithmetic(nil), Games: make([][]byte, k.Count)}
	next := k.First
	if err := w.Play(ctx, work.Tools{Threads: 1, Model: box.Model}, func() (int, bool) {
		next++
		return next - 1, next <= k.First+k.Count
	}, func(game int, data []byte) error {
		b.Games[game-k.First] = data
		return nil
	}); err != nil {
		return nil, err
	}
	change(&b)
	return b.Encode()
}

// A ticket that nobody can do ends the run with the reason; the same run goes on when that is mended.
func testTicketsThatNobodyCanDo(t *testing.T, at place) {
	model := modeltest.Folder(t, 5, false)
	box, path := at.open(t), filepath.Join(t.TempDir(), "hub.tengen")
	working(t, box, 1) // a second one might have failed five times before the first has once
	err := collect(t.Context(), box, path, model, 20, func(j *hub.Job) {
		j.Spec = json.RawMessage(strings.ReplaceAll(string(j.Spec), `"model":"`, `"model":"0`))
	})
	if err == nil || !strings.Contains(err.Error(), "tried 5 times in vain") || !strings.Contains(err.Error(), "is not at the hub") {
		t.Fatal(err)
	}
	working(t, box, 1)
	if err := box.Forget(t.Context(), work.KindSelfplay, "test"); err != nil {
		t.Fatal(err)
	}
	if err := collect(t.Context(), box, path, model, 20, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, path), direct(t, model, 20)) {
		t.Error("another file")
	}
}
