package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// lots draws no bundle until it is open, and then each one.
type lots struct {
	rand.Source
	open atomic.Bool
}

func (l *lots) Uint64() uint64 {
	if !l.open.Load() {
		return 1<<64 - 1
	}
	return l.Source.Uint64() &^ (0x7f << 46) // a share below 1/128
}

// pausing is work that stops for a while after some games.
type pausing struct {
	work.Work
	after *atomic.Int64
	until <-chan struct{}
}

func (p pausing) Play(
	ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	return p.Work.Play(ctx, tools, next, func(i int, data []byte) error {
		if err := done(i, data); err != nil || p.after.Add(-1) > 0 {
			return err
		}
		select {
		case <-p.until:
		case <-ctx.Done():
		}
		return nil
	})
}

// A cheat is found out when some of its games are in the file, on the disk. They are taken back and others play them
// again. In the end the file is as one machine makes it, also if the command is interrupted meanwhile.
func TestGamesOfACheatAreTakenBack(t *testing.T) {
	const games, alone, written = 160, 40, 8
	model := modeltest.Folder(t, 5, false)
	want := direct(t, model, games)
	for _, interrupted := range []bool{false, true} {
		t.Run(fmt.Sprintf("interrupted %v", interrupted), func(t *testing.T) {
			c, path := newCrew(t), filepath.Join(t.TempDir(), "hub.tengen")
			for _, name := range []string{"late", "honest1", "honest2"} {
				_, err := trust.OpenBook(c.box).Change(c.ctx, c.box.Author(name), func(c *trust.Conduct) { c.Good = 1 })
				if err != nil {
					t.Fatal(err)
				}
			}
			enough, company := make(chan struct{}), make(chan struct{})
			kinds, first := frauds(t, false, func() bool { return true }), &atomic.Int64{}
			first.Store(alone)
			inner := kinds[0].Read
			kinds[0].Read = func(spec json.RawMessage) (work.Work, error) {
				w, err := inner(spec)
				return pausing{w, first, company}, err
			}
			c.add("late", kinds, nothing)
			ctx, stop := context.WithCancel(c.ctx)
			defer stop()
			lots, kept, backs := &lots{Source: rand.NewPCG(1, 2)}, 0, 0
			change := func(j *hub.Job) {
				j.Report, j.Each, j.Rand = c.report, 4, rand.New(lots)
				keep, back := j.Keep, j.Back
				j.Keep = func(i int, data []byte) error {
					if err := keep(i, data); err != nil {
						return err
					}
					if kept++; kept != written {
						return nil
					}
					close(enough)
					return j.Flush()
				}
				j.Back = func(game int) (int, error) {
					backs++
					if parts, err := filepath.Glob(path + ".parts/*.tengen"); err != nil || len(parts) == 0 {
						t.Errorf("%d parts are on the disk, %v", len(parts), err)
					}
					next, err := back(game)
					if parts, _ := os.ReadDir(path + ".parts"); len(parts) > 1 { // a lock is there
						t.Errorf("%d files are left", len(parts))
					}
					if interrupted {
						stop()
					}
					return next, err
				}
			}
			ended := make(chan error, 1)
			go func() { ended <- collect(ctx, c.box, path, model, games, change) }()
			<-enough
			c.add("honest1", work.Plain(), nothing)
			c.add("honest2", work.Plain(), nothing)
			lots.open.Store(true)
			close(company)
			err := <-ended
			if interrupted {
				if err == nil {
					t.Fatal("it was not interrupted")
				}
				err = collect(c.ctx, c.box, path, model, games, change)
			}
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, path), want) {
				t.Error("another file")
			}
			const text = "the games from number 0 on are taken back, and others play them again"
			if said := c.text(); backs != 1 || !strings.Contains(said, text) || strings.Contains(said, "new file") {
				t.Errorf("taken back %d times; said:\n%s", backs, said)
			}
		})
	}
}
