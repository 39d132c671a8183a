package papers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/timing"
)

// stub is a player that wins with Black, by giving up with White, or gives up with either.
type stub struct{ resign bool }

func (s *stub) NewGame(game.Game) error { return nil }
func (s *stub) Play(board.Move) error   { return nil }
func (s *stub) Close() error            { return nil }
func (s *stub) String() string          { return "stub" }
func (s *stub) Genmove(_ context.Context, c board.Color, _ timing.Clock) (player.Choice, error) {
	return player.Choice{Point: board.Pass, Resign: s.resign || c == board.White}, nil
}

func (s *stub) Took() player.SearchReport {
	return player.SearchReport{Playouts: 50, Time: 100 * time.Millisecond}
}
func (s *stub) Evaluations() alphago.QueueStats { return alphago.QueueStats{} }

// stubs are players. A player gives up if its string has one of the words.
func stubs(words ...string) player.Registry {
	players := player.Registry{}
	for _, kind := range append(ruleNames(), "gtp", "policy", "random") {
		players[kind] = func(spec options.Spec, _ player.Env) (player.Player, error) {
			for _, w := range words {
				if strings.Contains(spec.Kind+":"+spec.Rest+",", w) {
					return &stub{resign: true}, nil
				}
			}
			return &stub{}, nil
		}
	}
	return players
}

// find is an experiment with players of these kinds.
func find(t *testing.T, name string, players player.Registry) *lab.Experiment {
	t.Helper()
	e, err := lab.Find(name, Experiments(Env{Players: players}))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// execute runs an experiment of Go in a new folder.
func execute(t *testing.T, name string, players player.Registry, options map[string]string) *lab.Report {
	t.Helper()
	c := config(t.TempDir(), 2)
	c.Scale, c.Options = 0.01, options
	s, err := lab.Execute(t.Context(), find(t, name, players), c)
	if err != nil {
		t.Fatal(err)
	}
	return s.Report
}

func config(dir string, threads int) lab.Config {
	return lab.Config{Dir: dir, Scale: 1, Seed: 1, Threads: threads, Program: "test"}
}

// files are the contents of a folder except what is about its sessions.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		if e.Name() == lab.AboutName || e.Name() == lab.CellsName {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// table is the table of a report.
func tableOf(r *lab.Report, name string) *lab.Table {
	for _, b := range r.Blocks {
		if t, ok := b.(*lab.Table); ok && t.Name == name {
			return t
		}
	}
	return nil
}

// row is the values of a row of a table.
func rowOf(r *lab.Report, t *testing.T, table, name string) []lab.Value {
	t.Helper()
	if found := tableOf(r, table); found != nil {
		for _, row := range found.Rows {
			if row.Name == name {
				return row.Values
			}
		}
	}
	t.Fatalf("no row %q in table %q", name, table)
	return nil
}

// series is a curve of a report.
func seriesOf(r *lab.Report, t *testing.T, name string) []lab.Point {
	t.Helper()
	for _, b := range r.Blocks {
		if f, ok := b.(*lab.Figure); ok {
			for _, p := range f.Panels {
				for _, s := range p.Series {
					if s.Name == name {
						return s.Points
					}
				}
			}
		}
	}
	t.Fatalf("no series %q", name)
	return nil
}
