package hub_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/reinforce"
	"github.com/tengen-go/tengen/train/session"
)

// contents are the files of a folder of a run, but for pictures and TensorBoard's.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "tfevents") || filepath.Ext(path) == ".png" {
			return err
		}
		data, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = data
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// Reinforcement learning by workers is that of one machine: model, pool, metrics and checkpoints, byte for byte.
// So it is when it is stopped in the middle of updates and matches, and with games ordered ahead. The hub keeps
// no more models than a few.
func testReinforceIsThatOfOneMachine(t *testing.T, at place) {
	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 12, Filters: 8, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	stands := time.Unix(1e9, 0) // a clock that stands, so that no time makes a difference
	for name, async := range map[string]int{"in step": 0, "two ahead": 2} {
		if testing.Short() && async == 0 {
			continue // under the race detector the other has every goroutine, and more
		}
		t.Run(name, func(t *testing.T) {
			cfg := reinforce.Practical()
			cfg.Games, cfg.PoolEvery, cfg.Chunk, cfg.Updates, cfg.Threads = 12, 2, 16, 8, 2
			cfg.Rate, cfg.Komi, cfg.EvalEvery, cfg.EvalGames, cfg.Async = 0.02, 0.5, 3, 10, async
			cfg.EntropyFloor = 0.93 // so that there are rollbacks
			in := reinforce.Input{Init: policy, InitSHA256: "init"}
			opt := func(dir string) reinforce.Options {
				return reinforce.Options{Dir: dir, Resume: true, Now: func() time.Time { return stands }}
			}
			one, many, broken := t.TempDir(), t.TempDir(), t.TempDir()
			r, err := reinforce.Run(t.Context(), cfg, in, opt(one))
			if err != nil {
				t.Fatal(err)
			}
			if r.Rollbacks == 0 {
				t.Error("no rollback: the test shows less than it should")
			}
			box := at.open(t)
			working(t, box, 2)
			most := 0
			machines := hub.NewMachines(box, hub.Orderer{Name: "many"})
			in.Play = machines.Play
			counting := opt(many)
			counting.Report = func(r reinforce.Report) {
				models, err := box.Models(t.Context())
				if err != nil {
					t.Error(err)
				}
				most = max(most, len(models))
			}
			if _, err := reinforce.Run(t.Context(), cfg, in, counting); err != nil {
				t.Fatal(err)
			}
			if most > 12 { // 8 updates with 5 in the pool
				t.Errorf("%d models at the hub", most)
			}
			all := []*hub.Machines{machines}
			sessions := 1
			for ; ; sessions++ {
				ctx, cancel := context.WithCancel(t.Context())
				reports, stopping := 0, opt(broken)
				stopping.Report = func(reinforce.Report) {
					if reports++; reports == 47 { // an update and two matches take 32
						cancel()
					}
				}
				again := hub.NewMachines(box, hub.Orderer{Name: "broken"})
				all, in.Play = append(all, again), again.Play
				_, err := reinforce.Run(ctx, cfg, in, stopping)
				cancel()
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
			}
			if sessions < 3 {
				t.Errorf("%d sessions", sessions)
			}
			want := contents(t, one)
			if want["/"+session.MetricsName] == nil || want["/policy.safetensors"] == nil {
				t.Errorf("%v", slices.Sorted(maps.Keys(want)))
			}
			for name, dir := range map[string]string{"unbroken": many, "stopped": broken} {
				got := contents(t, dir)
				for file, data := range want {
					if strings.Contains(file, "checkpoints") && name == "stopped" {
						continue // they have other numbers
					}
					if !bytes.Equal(data, got[file]) {
						t.Errorf("%s: %s differs", name, file)
					}
				}
				if len(got) != len(want) {
					t.Errorf("%s: %v, want %v", name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
				}
			}
			for _, m := range all {
				if err := m.DropModels(t.Context()); err != nil {
					t.Error(err)
				}
			}
			state, err := box.State(t.Context())
			if err != nil || state.Waiting+state.Taken+state.Bundles+state.Faults != 0 {
				t.Errorf("left in the mailbox: %+v, %v", state, err)
			}
		})
	}
}
