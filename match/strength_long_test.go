//go:build long

package match

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rating"
)

// duel plays a match on 9×9, single-threaded players and fixed seeds, so that it repeats
// whatever else the machine does.
func duel(t *testing.T, games int, a, b string) rating.Tally {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = 7.5
	config := Config{Games: games, Rules: game.Go{Board: 9, Rules: rules}, Openings: 2, Parallel: 2, Seed: 1}
	env := player.Env{Rules: game.Go{Board: 9}, Seed: 1, Threads: 1, Players: 4, Networks: &loaded.Networks{}}
	var sides [2]Side
	for i, text := range []string{a, b} {
		sides[i] = Side{Name: text, Make: func() (player.Player, error) { return player.Players().Parse(text, env) }}
	}
	var tally rating.Tally
	err := Run(t.Context(), config, sides[0], sides[1], nil, func(g *Game) error {
		tally.Add(g.Winner())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s against %s: %v, %.1f%%", a, b, tally, 100*tally.Winrate())
	return tally
}

// TestMorePlayoutsAreStronger: four times the playouts win more than half of the games, with
// 95% confidence (leela-zero#1062 lost strength).
func TestMorePlayoutsAreStronger(t *testing.T) {
	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 9, Planes: 48, Filters: 8, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(t.TempDir(), "model")
	if _, err := nets.SaveModel(model, nets.Model{Policy: policy}, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		player string
		few    int
	}{
		{"uct:playouts=%d", 100},
		{"rave:playouts=%d", 50},
		{"search:playouts=%d,model=" + model, 100},
	} {
		tally := duel(t, 80, fmt.Sprintf(c.player, 4*c.few), fmt.Sprintf(c.player, c.few))
		if lo, hi := tally.Interval(); lo <= 0.5 {
			t.Errorf("%s: four times the playouts win %.1f%% (95%%: %.1f–%.1f), want more than half", c.player, 100*tally.Winrate(), 100*lo, 100*hi)
		}
	}
}

// TestReadingIsStronger: UCT beats flat Monte-Carlo, and MC-RAVE beats UCT, at equal playouts.
func TestReadingIsStronger(t *testing.T) {
	for _, c := range [][2]string{
		{"uct:playouts=400", "playouts:playouts=400"},
		{"rave:playouts=400", "uct:playouts=400"},
		{"rave:playouts=300", "rave:playouts=300,heuristic=none"},
	} {
		tally := duel(t, 80, c[0], c[1])
		if lo, hi := tally.Interval(); lo <= 0.5 {
			t.Errorf("%s wins %.1f%% (95%%: %.1f–%.1f) against %s, want more than half", c[0], 100*tally.Winrate(), 100*lo, 100*hi, c[1])
		}
	}
}
