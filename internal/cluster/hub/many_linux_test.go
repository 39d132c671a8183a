//go:build long

package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// kindSleeping is games for which a worker sleeps, so that a machine has room for many workers.
const kindSleeping = "sleeping"

type sleeping struct{ *work.Selfplay }

func (sleeping) Kind() string { return kindSleeping }

func (sleeping) Play(ctx context.Context, _ work.Tools, next func() (int, bool), done func(int, []byte) error) error {
	for {
		game, ok := next()
		if !ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Duration(20+game%64*5) * time.Millisecond):
		}
		if err := done(game, slept(game)); err != nil {
			return err
		}
	}
}

func (sleeping) Check(game int, data []byte, _ bool) error {
	if !bytes.Equal(data, slept(game)) {
		return errors.New("another game")
	}
	return nil
}

func (sleeping) Essence(_ int, data []byte) (string, error) { return string(data), nil }

// slept is a game of a kilobyte.
func slept(game int) []byte {
	return bytes.Repeat([]byte(strconv.Itoa(game)+"\n"), 1000/len(strconv.Itoa(game)+"\n"))
}

// memory is the most that a process has taken.
func memory(t *testing.T, process int) int64 {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(data)
	if m == nil {
		t.Fatalf("%s", data)
	}
	n, _ := strconv.ParseInt(string(m[1]), 10, 64)
	return n << 10
}

// Many workers come to one hub at once. Nearly all of them play. The disk is full for a while: the hub and the workers say
// so, and go on by themselves. Each game comes once, in order, and the hub's memory stays bounded.
func TestAHundredWorkersAtOnce(t *testing.T) { testManyWorkers(t, 100, 2000) }

func TestAThousandWorkersAtOnce(t *testing.T) { testManyWorkers(t, 1000, 20_000) }

func testManyWorkers(t *testing.T, workers, games int) {
	const mostMemory = 1 << 30
	s := startServer(t)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	boxes, played := make([]*mailbox.Box, workers), make([]atomic.Int64, workers)
	var connecting sync.WaitGroup
	for i := range workers {
		connecting.Go(func() { boxes[i] = s.connect(t, false) })
	}
	connecting.Wait()
	for i, box := range boxes {
		if box == nil {
			return // it is said
		}
		all.Go(func() {
			kinds := work.Kinds{{Name: kindSleeping, Read: func(json.RawMessage) (work.Work, error) {
				return sleeping{&work.Selfplay{}}, nil
			}}}
			_ = worker.Run(ctx, box, worker.Config{
				Name: fmt.Sprintf("w%d", i), Kinds: kinds, Threads: 1, Done: func(n int) { played[i].Add(int64(n)) },
			})
		})
	}
	kept := 0
	if err := hub.Collect(t.Context(), s.connect(t, true), hub.Job{
		Run: "many", Work: sleeping{&work.Selfplay{}}, Spec: json.RawMessage("{}"), Games: games, Each: 4,
		Silence: 20 * time.Second, Flush: func() error { return nil },
		Keep: func(game int, data []byte) error {
			if game != kept || !bytes.Equal(data, slept(game)) {
				t.Errorf("game %d after %d games", game, kept)
			}
			if kept++; kept == 1 { // the others are under way
				s.limit(t, 4<<10)
				until(t, "the hub sees that its disk is full", func() bool { return s.said("the hub cannot store games: write ") })
				until(t, "a worker sees it", func() bool {
					for _, box := range boxes {
						if box.Trouble() != "" {
							return true
						}
					}
					return false
				})
				s.limit(t, noLimit)
			}
			return nil
		},
	}); err != nil {
		t.Fatal(err)
	}
	if kept != games {
		t.Errorf("%d games of %d", kept, games)
	}
	until(t, "the hub stores again", func() bool { return s.said("the hub stores games again") })
	idle := 0
	for i := range played {
		if played[i].Load() == 0 {
			idle++
		}
	}
	if idle > workers/10 { // the server is fair in the long run only
		t.Errorf("%d of %d workers did not play", idle, workers)
	}
	if m := memory(t, s.process.Pid); m > mostMemory {
		t.Errorf("the hub took %d MB", m>>20)
	} else {
		t.Logf("the hub took %d MB", m>>20)
	}
}
