package players

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// nobody has no model for any game.
type nobody struct{ player.Analyst }

func (nobody) NewGame(game.Game) error { return models.ErrNoModel }
func (nobody) Close() error            { return nil }

// A seed begins the player and its substitute anew.
func TestReseedReachesWhoReads(t *testing.T) {
	const rave = "rave:playouts=50,memory=4M"
	env := player.Env{Rules: game.Go{Board: 5}, Seed: 3, Threads: 1}
	first := &Analyst{Text: rave, Env: env, Quiet: true}
	if err := first.Use(rave); err != nil {
		t.Fatal(err)
	}
	substitute := &Analyst{Instead: rave, Env: env, Quiet: true, first: nobody{}}
	for name, a := range map[string]*Analyst{"first": first, "substitute": substitute} {
		var seen []*player.Analysis
		for i := range 3 {
			if i == 2 {
				a.Reseed(0)
			}
			g, err := board.NewGame(5, board.Chinese())
			if err != nil {
				t.Fatal(err)
			}
			if err := a.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			_, err = a.GenmoveAnalyze(context.Background(), board.Black, timing.Clock{}, player.AnalyzeOptions{},
				func(x *player.Analysis) { seen = append(seen[:i:i], x.Clone()) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if cmp.Equal(seen[0], seen[1]) {
			t.Errorf("%s: the second search is as the first, so the test says nothing", name)
		}
		if diff := cmp.Diff(seen[0], seen[2]); diff != "" {
			t.Errorf("%s: after Reseed: %s", name, diff)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
