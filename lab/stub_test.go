package lab

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search/alphago"
)

// stub is a player that wins with Black, by giving up with White, or gives up with either.
type stub struct{ resign bool }

func (s *stub) NewGame(*board.Game) error { return nil }
func (s *stub) Play(board.Move) error     { return nil }
func (s *stub) Close() error              { return nil }
func (s *stub) String() string            { return "stub" }
func (s *stub) Genmove(_ context.Context, c board.Color, _ player.Clock) (player.Choice, error) {
	return player.Choice{Point: board.Pass, Resign: s.resign || c == board.White}, nil
}

func (s *stub) Took() player.SearchReport {
	return player.SearchReport{Playouts: 50, Time: 100 * time.Millisecond}
}
func (s *stub) Evaluations() alphago.QueueStats { return alphago.QueueStats{} }

// stubs are players of which those give up whose string has one of the words.
func stubs(words ...string) player.Registry {
	players := player.Registry{}
	for _, kind := range append(ruleNames(), "gtp", "policy", "random") {
		players[kind] = func(spec player.Spec, _ player.Env) (player.Player, error) {
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

// execute runs an experiment of Go in a new folder.
func execute(t *testing.T, name string, players player.Registry, options map[string]string) *Report {
	t.Helper()
	e, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Execute(t.Context(), e, Config{
		Dir: t.TempDir(), Scale: 0.01, Seed: 1, Threads: 2, Players: players, Options: options, Program: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	return s.Report
}

// table is the table of a report.
func (r *Report) table(name string) *Table {
	for _, b := range r.Blocks {
		if t, ok := b.(*Table); ok && t.Name == name {
			return t
		}
	}
	return nil
}

// row is the values of a row of a table.
func (r *Report) row(t *testing.T, table, name string) []Value {
	t.Helper()
	if found := r.table(table); found != nil {
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
func (r *Report) series(t *testing.T, name string) []Point {
	t.Helper()
	for _, b := range r.Blocks {
		if f, ok := b.(*Figure); ok {
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
