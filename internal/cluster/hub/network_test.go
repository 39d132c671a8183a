package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/natstest"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// Workers, and who orders the games, reach the hub through a network that is slow, loses connections, or is
// silent for longer than a worker may be silent. Each time the file is that of one machine.
func testBadNetworksMakeTheSameFile(t *testing.T, at place) {
	testBadNetworks(t, at, 400, map[string]trouble{
		"delay": delay, "loss": loss, "partition": func(_ context.Context, p *natstest.Proxy) { partition(p, 5*time.Second) },
	})
}

// trouble is what happens to a network.
type trouble func(ctx context.Context, p *natstest.Proxy)

func delay(_ context.Context, p *natstest.Proxy) { p.Slow(50 * time.Millisecond) }

func loss(ctx context.Context, p *natstest.Proxy) { p.Lose(ctx, 300*time.Millisecond) }

// partition lets nothing through for so long.
func partition(p *natstest.Proxy, silent time.Duration) {
	p.Partition(true)
	time.Sleep(silent)
	p.Partition(false)
}

func testBadNetworks(t *testing.T, at place, games int, troubles map[string]trouble) {
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, games)
	for name, trouble := range troubles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := at.start(t, 0)
			p := natstest.NewProxy(t, site.address)
			working(t, site.connect(t, false, p.Address()), 1)
			working(t, site.connect(t, false, p.Address()), 1)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			begun, count := false, 0
			path := filepath.Join(t.TempDir(), "hub.tengen")
			if err := collect(t.Context(), site.connect(t, true, p.Address()), path, model, games, func(j *hub.Job) {
				keep := j.Keep
				j.Keep = func(game int, data []byte) error {
					if game != count {
						t.Errorf("game %d after game %d", game, count-1)
					}
					if count++; game >= games/8 && !begun {
						begun = true
						go trouble(ctx, p)
					}
					return keep(game, data)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if count != games || !bytes.Equal(read(t, path), want) {
				t.Errorf("%d games of %d, or another file", count, games)
			}
		})
	}
}

// A server that is killed, and begun anew, again and again loses nothing, and all find it again.
func testKilledServers(t *testing.T, at place) {
	const games = 400
	model := modeltest.Folder(t, 5, false)
	site := at.start(t, 0)
	working(t, site.worker(t), 2)
	path, kills := filepath.Join(t.TempDir(), "hub.tengen"), 0
	if err := collect(t.Context(), site.owner(t), path, model, games, func(j *hub.Job) {
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if game >= (kills+1)*games/4 {
				kills++
				site.restart(t)
			}
			return keep(game, data)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if kills != 3 || !bytes.Equal(read(t, path), direct(t, model, games)) {
		t.Errorf("%d kills, or another file", kills)
	}
}

// halting is self-play of a worker that stops in front of a game until it may go on, with its tickets in hand.
type halting struct {
	*work.Selfplay
	game int
	goOn <-chan struct{}
}

func (h halting) Play(
	ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	return h.Selfplay.Play(ctx, tools, func() (int, bool) {
		game, ok := next()
		if ok && game >= h.game {
			select {
			case <-ctx.Done():
				return 0, false
			case <-h.goOn:
			}
		}
		return game, ok
	}, done)
}

// before is the work of workers that play no game from this one on until they may, however slowly the hub reads.
func before(game int, goOn <-chan struct{}) work.Kinds {
	return work.Kinds{{Name: work.KindSelfplay, Read: func(spec json.RawMessage) (work.Work, error) {
		plain, err := work.Read(work.KindSelfplay, spec)
		if err != nil {
			return nil, err
		}
		return halting{plain.(*work.Selfplay), game, goOn}, nil
	}}}
}

// A server that has lost its mail gets the tickets again, and the games that come under old numbers are found.
func testAServerWithoutItsMail(t *testing.T, at place) {
	const games = 800
	model := modeltest.Folder(t, 5, false)
	site := at.start(t, 0)
	path := filepath.Join(t.TempDir(), "hub.tengen")
	var stop func()
	var lost bool
	var said []string
	if err := collect(t.Context(), site.owner(t), path, model, games, func(j *hub.Job) {
		j.Issued = func() { stop = workingAt(t, site.worker(t), 2, before(games/2, nil)) }
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if game == games/10 && !lost { // half of the tickets at least are on offer or in hand
				lost = true
				stop()
				site.lose(t)
				working(t, site.worker(t), 2)
			}
			return keep(game, data)
		}
		j.Report = func(text string) { said = append(said, text) }
	}); err != nil {
		t.Fatal(err)
	}
	if !lost || !bytes.Equal(read(t, path), direct(t, model, games)) {
		t.Error("another file")
	}
	all, gone := strings.Join(said, "\n"), "neither they nor their ticket are at the hub"
	if want := gone + "; so are"; !strings.Contains(all, want) {
		t.Errorf("nobody said %q:\n%s", want, all)
	}
	// Games under old numbers are read again, or were released with the older ones and are given out again: which of the
	// two depends on who is faster.
	if want := "are read again"; !strings.Contains(all, want) && strings.Count(all, gone) < 2 {
		t.Errorf("nobody said %q, nor %q a second time:\n%s", want, gone, all)
	}
}
