package games_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/lab/papers"
)

// experiment does what a folder lacks of an experiment.
func experiment(ctx context.Context, dir, name string, set map[string]string, o *games.Order) error {
	registry := games.CommandsOf(set["opponent"]).Players()
	e, err := lab.Find(name, papers.Experiments(papers.Env{Players: registry, ModelDirs: []string{"shipped:"}}))
	if err != nil {
		return err
	}
	c := lab.Config{Dir: dir, Scale: 0.01, Seed: 1, Threads: 2, Options: set, Program: "test"}
	if o != nil {
		c.Elsewhere = o.Cells
	}
	_, err = lab.Execute(ctx, e, c)
	return err
}

// reports are the files of a folder that say what came of an experiment.
func reports(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := contents(t, dir)
	delete(all, lab.AboutName) // times of sessions
	delete(all, lab.CellsName) // in the order in which they ended
	return all
}

// The report of an experiment is that of one machine: of games against another program, and of cells that are no games.
func TestTheReportIsThatOfOneMachine(t *testing.T) {
	for name, set := range map[string]map[string]string{
		"rave-k": {
			"opponent": "gtp:" + os.Args[0] + " play-gtp", "player": "playout=softmax,model=" + modeltest.Full(t, 9),
			"playouts": "10", "k": "10,1000", // two are enough for an interruption
		},
		"aoap-1.2": nil, "aoap-boards": nil, // hundreds of cells, and a few
	} {
		if testing.Short() && name != "aoap-boards" {
			continue // under the race detector one says enough
		}
		t.Run(name, func(t *testing.T) {
			here, there := t.TempDir(), t.TempDir()
			if err := experiment(t.Context(), here, name, set, nil); err != nil {
				t.Fatal(err)
			}
			box := open(t)
			working(t, box, "w", 2, games.CommandsOf(set["opponent"]))
			o := order(t, box)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			o.Report = func(text string) { t.Error(text) }
			if err := experiment(interrupted(ctx, stop, there), there, name, set, o); err == nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("it was not interrupted: %v", err)
			}
			if err := experiment(t.Context(), there, name, set, o); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(reports(t, here), reports(t, there)); diff != "" {
				t.Error(diff)
			}
			if err := o.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if left, err := box.Models(t.Context()); err != nil || len(left) > 0 {
				t.Errorf("left at the hub: %v, %v", left, err)
			}
		})
	}
}

// interrupted ends when some cells are done.
func interrupted(ctx context.Context, stop func(), dir string) context.Context {
	go func() {
		for ctx.Err() == nil {
			if cells, err := os.ReadFile(filepath.Join(dir, lab.CellsName)); err == nil && strings.Count(string(cells), "\n") > 3 {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	return ctx
}

// A worker does no cells of another version, and a hub takes no result that is none.
func TestCellsThatCannotBeDone(t *testing.T) {
	box := open(t)
	read := func(spec string) work.Work {
		w, err := games.CellKinds(nil).Read(games.KindCells, json.RawMessage(spec))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := read(`{"experiment":"aoap-1.2","revision":0,"scale":1,"seed":1,"phase":0,"count":3,"models":"x"}`)
	if err := w.Play(t.Context(), tools(box), one(0), nil); err == nil || !strings.Contains(err.Error(), "install the hub's version") {
		t.Error(err)
	}
	for i, data := range map[int]string{3: "{}", -1: "{}", 0: "{", 1: ""} {
		if w.Check(i, []byte(data), true) == nil {
			t.Errorf("cell %d: %q passes", i, data)
		}
	}
	if err := w.Check(2, []byte("[1]"), true); err != nil {
		t.Error(err)
	}
	for _, spec := range []string{`{"count":0}`, `{"count":1,"phase":-1}`, `{"count":1,"new":1}`} {
		if _, err := games.CellKinds(nil).Read(games.KindCells, json.RawMessage(spec)); err == nil {
			t.Errorf("%s is read", spec)
		}
	}
}
