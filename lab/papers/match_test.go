package papers

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// matches are two of random players on a small board.
func matches(games int, players player.Registry) *lab.Experiment {
	s := match.Settings{Games: games, Board: 5, Rules: "chinese", Time: "none"}
	return &lab.Experiment{
		Name: "matches",
		Run: Env{Players: players}.run(func(ctx context.Context, run *matchRun) (*lab.Report, error) {
			results, err := Matches(ctx, run, "matches", []Match{
				{Key: "a", A: "random:seed=1", B: "random:seed=2", Settings: s},
				{Key: "b", A: "random:seed=1", B: "random:seed=2", Settings: s},
			})
			if err != nil {
				return nil, err
			}
			r := &lab.Report{}
			table := &lab.Table{Name: "won", Columns: []string{"won", "moves"}}
			for i, m := range results {
				table.Row(
					string(rune('a'+i)), lab.Number(Winrate(m.Tally), 2),
					lab.Number(lab.Exact(float64(m.Moves)), 0),
				)
			}
			r.Add(table)
			return r, nil
		}),
	}
}

// Results of matches do not depend on which players played the games before, so not on threads.
func TestMatchesDoNotDependOnThreads(t *testing.T) {
	var tables [2][]lab.Row
	for i, threads := range []int{1, 3} {
		c := config(t.TempDir(), threads)
		s, err := lab.Execute(t.Context(), matches(7, player.Players()), c)
		if err != nil {
			t.Fatal(err)
		}
		tables[i] = s.Report.Blocks[0].(*lab.Table).Rows
	}
	if !reflect.DeepEqual(tables[0], tables[1]) {
		t.Errorf("on one thread %v, on three %v", tables[0], tables[1])
	}
	if a, b := tables[0][0].Values, tables[0][1].Values; a[0].Ours.N != 7 || reflect.DeepEqual(a[1], b[1]) {
		t.Errorf("matches %v and %v: want 7 games each, and not the same", a, b)
	}
}

func TestWrongPlayersAreToldBeforeAnyGame(t *testing.T) {
	players := player.Registry{"policy": player.Players()["policy"]}
	_, err := lab.Execute(t.Context(), matches(2, players), config(t.TempDir(), 1))
	var bad *lab.ConfigError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), `no kind of player is called "random"`) {
		t.Errorf("error %v", err)
	}
}

// counted counts how many players there are.
type counted struct {
	player.Player
	closed func()
}

func (c counted) Close() error {
	c.closed()
	return c.Player.Close()
}

// Players stay between games, no more of them than have room, and all are sent away.
func TestPlayersStay(t *testing.T) {
	var mu sync.Mutex
	made, open, most := 0, 0, 0
	add := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		open += n
		most = max(most, open)
		if n > 0 {
			made++
		}
	}
	build := player.Players()["random"]
	players := player.Registry{"random": func(spec options.Spec, env player.Env) (player.Player, error) {
		p, err := build(spec, env)
		add(1)
		return counted{p, func() { add(-1) }}, err
	}}
	if _, err := lab.Execute(t.Context(), matches(20, players), config(t.TempDir(), 2)); err != nil {
		t.Fatal(err)
	}
	// Two are tried; then two matches on two threads want at most two players each.
	if open != 0 || most > 9 || made > 2+8 {
		t.Errorf("%d players made, at most %d at once, %d left", made, most, open)
	}
}

// named is a stub of another name.
type named struct {
	stub
	name string
}

func (n *named) String() string { return n.name }

// A run goes on against its first opponent, or not at all; and without games left nobody
// is asked.
func TestARunKeepsItsOpponent(t *testing.T) {
	players := stubs()
	e := find(t, "rave-k", players)
	c := lab.Config{
		Dir:     t.TempDir(),
		Scale:   0.01,
		Seed:    1,
		Threads: 2,
		Options: map[string]string{"k": "10"},
		Program: "test",
	}
	opponent := "GNU Go 3.8"
	players["gtp"] = func(options.Spec, player.Env) (player.Player, error) {
		if opponent == "" {
			return nil, errors.New("it is gone")
		}
		return &named{name: opponent}, nil
	}
	if _, err := lab.Execute(t.Context(), e, c); err != nil {
		t.Fatal(err)
	}
	opponent = ""
	if s, err := lab.Execute(t.Context(), e, c); err != nil ||
		!slices.Contains(s.Report.Settings, lab.Setting{Name: "opponent", Value: "GNU Go 3.8"}) {
		t.Errorf("all games played: error %v", err)
	}
	opponent, c.Scale = "GNU Go 3.9", 0.02
	if _, err := lab.Execute(t.Context(), e, c); err == nil ||
		!strings.Contains(err.Error(), "against GNU Go 3.8, but") ||
		!strings.Contains(err.Error(), "is GNU Go 3.9 now") {
		t.Errorf("another opponent: error %v", err)
	}
	opponent = "GNU Go 3.8"
	if _, err := lab.Execute(t.Context(), e, c); err != nil {
		t.Error(err)
	}
}

func TestResultsAsEstimates(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Winrate(rating.Tally{Wins: 3, Draws: 2}).Format(2), "0.80 (0.38–0.96)"},
		{inElo(lab.Share(0, 4)).Format(0), "−1200 (−1200 to −7)"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// A game with the moves of an earlier one is counted.
func TestRepeatedGames(t *testing.T) {
	a, b := MatchResult{Hashes: []string{"x", "y"}}, MatchResult{Hashes: []string{"x", "x"}}
	a.merge(b)
	if n := a.repeated(); n != 2 {
		t.Errorf("x, y, x and x: %d repeated, want 2", n)
	}
	r := &lab.Report{}
	addRepeated(r, []Match{{Key: "m"}}, []MatchResult{{Hashes: []string{"x", "y"}}})
	if len(r.Blocks) != 0 {
		t.Errorf("different games: %v", r.Blocks)
	}
}

// A card's time costs no time of the processor.
func TestProcessorTimeIsNotPlayedWithACard(t *testing.T) {
	run := &matchRun{Run: &lab.Run{}, Env: Env{Players: stubs(), Device: &nets.GPU{}}}
	var bad *lab.ConfigError
	if err := run.try("search:time=1s,clock=cpu,threads=1", 9); !errors.As(err, &bad) || !strings.Contains(err.Error(), "--device") {
		t.Errorf("by the processor's time: %v", err)
	}
	if err := run.try("search:playouts=1", 9); err != nil {
		t.Errorf("by playouts: %v", err)
	}
}
