package match

import (
	"context"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// TestLikeliestMovesMakeOneGame: a policy that draws no move plays the same game whatever
// seed a match gives it, down to where it passes.
func TestLikeliestMovesMakeOneGame(t *testing.T) {
	side := func(name string) Side {
		return Side{Name: name, Make: func() (player.Player, error) { return player.NewPolicyPlayer(uniform(5), player.DefaultPolicyConfig()) }}
	}
	config := Config{Games: 6, Rules: game.Go{Board: 5, Rules: board.Chinese()}, Parallel: 1, Seed: 1}
	var count Counter
	if err := Run(t.Context(), config, side("a"), side("b"), nil, func(g *Game) error { count.Add(g); return nil }); err != nil {
		t.Fatal(err)
	}
	if r := count.Repeated; r.Black.Games() != 2 || r.White.Games() != 2 {
		t.Errorf("of three games with each colour repeat %+v another", r)
	}
}

func TestSearcherRepeatsGames(t *testing.T) {
	for _, text := range []string{
		"uct:playouts=60", "rave:playouts=60", "playouts:playouts=60",
		"search:playouts=60,expand=4,model=" + modeltest.Folder(t, 5, true),
	} {
		play := func(first bool) string {
			// The second time other games were played before, in the other order.
			contestant := Side{Make: func() (player.Player, error) { return parsePlayer(text + ",memory=4M") }}
			config := small(2)
			done := map[int]bool{}
			if first {
				done[1] = true
			}
			var moves string
			err := Run(context.Background(), config, contestant, contestant, done, func(g *Game) error {
				if g.Game == 0 {
					moves = strings.Join(vertexList(points(g.Record.Game), 5), " ")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return moves
		}
		if a, b := play(true), play(false); a != b || a == "" {
			t.Errorf("%s plays\n%s\nand\n%s", text, a, b)
		}
	}
}

// TestComponentsPlayATournament, everything against each of its parts, in parallel.
func TestComponentsPlayATournament(t *testing.T) {
	dir := modeltest.Full(t, 5)
	tournament := smallTournament(1)
	tournament.Players = nil
	for _, c := range components(dir) {
		tournament.Players = append(tournament.Players, Entrant{Name: c[0], Text: c[1]})
	}
	tournament.Pairs = Gauntlet(len(tournament.Players), 0)
	networks := &loaded.Networks{}
	standing, err := tournament.Run(context.Background(), t.TempDir(), func(text string) (player.Player, error) {
		return player.Players().Parse(text, player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1, Networks: networks})
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(standing.Players) != 7 || len(standing.Pairs) != 6 {
		t.Errorf("%d players, %d pairs", len(standing.Players), len(standing.Pairs))
	}
	for _, r := range standing.Pairs {
		if r.Total().Games() != 1 {
			t.Errorf("%+v", r)
		}
	}
}

// components are the variants of Silver et al. 2016, Extended Data Table 7, but p, which is no
// search.
func components(dir string) (list [][2]string) {
	for _, c := range [][2]string{
		{"rvp", ""},
		{"rp", ",value=off"},
		{"vp", ",playout=none"},
		{"rv", ",prior=tree"},
		{"v", ",prior=tree,playout=none"},
		{"r", ",prior=tree,value=off"},
	} {
		text := "search:playouts=20,threads=1,memory=4M,cpuct=3,expand=0,model=" + dir + c[1]
		if !strings.Contains(c[1], "none") {
			text += ",playout=softmax"
		}
		list = append(list, [2]string{c[0], text})
	}
	return append(list, [2]string{"p", "policy:model=" + dir})
}
