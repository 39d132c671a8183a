package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
)

// network is a small untrained network, which plays nearly at random.
func network(t testing.TB, size int, seed uint64) *nets.Policy {
	t.Helper()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: size, Planes: 48, Filters: 8, Layers: 3}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t *testing.T, config Config, players []Player, first, n int, plan func(int, *rand.Rand) Schedule) []*Game {
	t.Helper()
	var games []*Game
	err := Play(context.Background(), config, players, first, n, plan, func(g *Game) error {
		games = append(games, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if g.Index != first+i {
			t.Fatalf("game %d came as number %d", g.Index, i)
		}
	}
	if len(games) != n {
		t.Fatalf("%d games of %d", len(games), n)
	}
	return games
}

func even(int, *rand.Rand) Schedule { return Even(0, 1) }

// The games are those of the slow reference, whatever the number of threads and of games
// at once, and whichever range is asked for.
func TestGamesAreThoseOfTheReference(t *testing.T) {
	five := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 0.5}, {network(t, 5, 3), 0}}
	nine := []Player{{network(t, 9, 1), 0.67}, {network(t, 9, 2), 2}}
	alternating := func(i int, rng *rand.Rand) Schedule {
		if rng.IntN(2) == 0 {
			return Even(2, 1)
		}
		return Even(0, i%3)
	}
	for _, c := range []struct {
		name    string
		config  Config
		players []Player
		plan    func(int, *rand.Rand) Schedule
		n       int
	}{
		{"plain", Config{Size: 5, Komi: 0.5, Seed: 1}, five, alternating, 40},
		{"draws", Config{Size: 5, Komi: 1, Seed: 2, MoveLimit: 30}, five, alternating, 20},
		{"settled", Config{Size: 9, Komi: 7.5, Seed: 3, Settle: true}, nine, even, 10},
		{"resigning", Config{Size: 9, Komi: 7.5, Seed: 4, Resign: 0.2, PlayOut: 0.3}, nine, even, 10},
		{"value data", Config{Size: 5, Komi: 0.5, Seed: 5, Settle: true}, five, ValueData{SL: 0, RL: 1, MaxU: 35}.Plan, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			ref := reference{t: t, config: c.config, players: c.players}
			var want []*Game
			ends := map[End]int{}
			for i := range c.n {
				g := ref.play(i, c.plan)
				ends[g.End]++
				want = append(want, g)
			}
			t.Log(ends, "superko forbade", ref.superko)
			for _, threads := range []int{1, 3} {
				for _, games := range []int{1, 7, 0} {
					c.config.Threads, c.config.Games = threads, games
					first := threads - 1
					got := play(t, c.config, c.players, first, c.n-first, c.plan)
					if diff := cmp.Diff(want[first:], got); diff != "" {
						t.Fatalf("%d threads, %d at once: %s", threads, games, diff)
					}
				}
			}
			switch c.name {
			case "plain":
				if ref.superko == 0 {
					t.Error("superko never mattered")
				}
			case "settled":
				if ends[Settled] == 0 {
					t.Error("no game was settled")
				}
			case "resigning":
				if ends[Resigned] == 0 || ends[Resigned] == c.n {
					t.Error("all or no games were resigned")
				}
			}
		})
	}
}

// Moves are legal under positional superko and fill no eye of their own; a player passes
// only when nothing else is left; the score is that of the area.
func TestMovesAreSensibleAndTheAreaCounts(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	eyes := 0
	for _, g := range play(t, Config{Size: 5, Komi: 0.5, Seed: 9, Threads: 2}, players, 0, 50, even) {
		game, err := board.NewGame(5, board.Rules{Ko: board.PositionalSuperko, Komi: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		for ply, m := range g.Record.Moves {
			p, pos := m.Point(5), game.Position()
			if p != board.Pass && pos.OwnEye(p, m.Color()) {
				t.Errorf("game %d, move %d fills an eye", g.Index, ply)
			}
			for i := range 25 {
				q := board.FromIndex(i, 5)
				if game.Legal(q, m.Color()) != nil {
					continue
				}
				if pos.OwnEye(q, m.Color()) {
					eyes++
				} else if p == board.Pass {
					t.Errorf("game %d, move %d passes though %s is sensible", g.Index, ply, q.Vertex(5))
				}
			}
			if err := game.Play(p, m.Color()); err != nil {
				t.Fatalf("game %d: %v", g.Index, err)
			}
		}
		if g.End == Passes != game.Over() {
			t.Errorf("game %d ended by %v", g.Index, g.End)
		}
		if s := game.Score(nil); g.Winner != s.Winner() || g.Record.Result.String() != s.String() {
			t.Errorf("game %d: %v, counted %v", g.Index, g.Record.Result, s)
		}
	}
	if eyes == 0 {
		t.Error("there never was an eye to fill")
	}
}

// With a resignation allowed and one not, the games go the same way up to there, so a game
// that is played out tells who would have won.
func TestPlayedOutGamesTellOfFalseResignations(t *testing.T) {
	players := []Player{{network(t, 7, 1), 1}, {network(t, 7, 2), 1}}
	config := Config{Size: 7, Komi: 4.5, Seed: 2, Resign: 0.15}
	resigned := play(t, config, players, 0, 20, even)
	config.PlayOut = 1
	n := 0
	for i, g := range play(t, config, players, 0, 20, even) {
		r := resigned[i]
		if !g.PlayedOut || g.End == Resigned || r.PlayedOut {
			t.Errorf("game %d: %+v", i, g)
		}
		if (g.Hopeless != board.Empty) != (r.End == Resigned) || r.End == Resigned && g.Hopeless != r.Winner.Opponent() {
			t.Errorf("game %d: %v would have resigned; without playing out the end is %v for %v", i, g.Hopeless, r.End, r.Winner)
		}
		if diff := cmp.Diff(r.Record.Moves, g.Record.Moves[:len(r.Record.Moves)]); diff != "" {
			t.Errorf("game %d: %s", i, diff)
		}
		if r.End == Resigned {
			n++
		}
	}
	if n == 0 {
		t.Error("nobody resigned")
	}
}

func TestAnErrorOfDoneEndsThePlaying(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}}
	enough := errors.New("enough")
	n := 0
	err := Play(context.Background(), Config{Size: 5, Threads: 2, Seed: 1}, players, 0, 1000,
		func(int, *rand.Rand) Schedule { return Even(0, Random) },
		func(*Game) error {
			if n++; n == 3 {
				return enough
			}
			return nil
		})
	if !errors.Is(err, enough) || n != 3 {
		t.Errorf("%v after %d games", err, n)
	}
}

func TestCancellationEndsThePlaying(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}}
	ctx, cancel := context.WithCancel(context.Background())
	err := Play(ctx, Config{Size: 5, Threads: 2, Seed: 1}, players, 0, 100000, func(i int, _ *rand.Rand) Schedule {
		if i == 10 {
			cancel()
		}
		return Even(0, 0)
	}, func(*Game) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWhatCannotBePlayedIsRefused(t *testing.T) {
	p := Player{network(t, 5, 1), 1}
	plan := func(s Schedule) func(int, *rand.Rand) Schedule {
		return func(int, *rand.Rand) Schedule { return s }
	}
	both := func(who int) func(int, board.Color) int { return func(int, board.Color) int { return who } }
	for _, c := range []struct {
		config  Config
		players []Player
		s       Schedule
	}{
		{Config{Size: 1}, []Player{p}, Even(0, 0)},
		{Config{Size: 7}, []Player{p}, Even(0, 0)},
		{Config{Size: 5, Komi: 0.3}, []Player{p}, Even(0, 0)},
		{Config{Size: 5, Resign: 0.7}, []Player{p}, Even(0, 0)},
		{Config{Size: 5}, []Player{{Temperature: 1}}, Even(0, 0)},
		{Config{Size: 5}, []Player{{p.Policy, -1}}, Even(0, 0)},
		{Config{Size: 5}, []Player{p}, Even(0, 1)},
		{Config{Size: 5}, []Player{p}, Schedule{}},
		{Config{Size: 5}, []Player{p}, Schedule{Who: both(0), Mark: 75}},
		{Config{Size: 5}, []Player{p}, Schedule{Who: both(-2)}},
		{Config{Size: 5, MoveLimit: 20}, []Player{p}, Schedule{Who: both(0), Mark: 20}},
	} {
		t.Run(fmt.Sprint(c.config), func(t *testing.T) {
			err := Play(context.Background(), c.config, c.players, 0, 2, plan(c.s), func(*Game) error { return nil })
			if err == nil {
				t.Error("played")
			}
		})
	}
}

// A move costs no memory: what a game allocates is its record, its source and its
// schedule.
func TestMovesDoNotAllocate(t *testing.T) {
	players := []Player{{network(t, 9, 1), 0.67}}
	f := newField(Config{Size: 9, Komi: 7.5, Settle: true, Resign: 0.05}.defaults(), func(int, *rand.Rand) Schedule { return Even(0, 0) }, 1)
	p := f.newPlace()
	if err := p.begin(0); err != nil {
		t.Fatal(err)
	}
	batch, games := newBatch(81), []*place{p}
	move := func() {
		if err := batch.evaluate(players[0], games); err != nil {
			t.Fatal(err)
		}
		p.play(p.draw(batch.of(0), 0.67), 0)
		if _, done, err := p.advance(); done != nil || err != nil {
			t.Fatal(done, err)
		}
	}
	move()
	if n := testing.AllocsPerRun(45, move); n > 0 {
		t.Errorf("%v allocations a move", n)
	}
}

// A network that answers nonsense ends the games, and the error names who it is.
func TestAnswersThatAreNoProbabilitiesAreRefused(t *testing.T) {
	broken := network(t, 5, 2)
	err := broken.Update(func(params []nets.Param) error {
		params[len(params)-1].Data[0] = float32(math.NaN())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Size: 5, Komi: 0.5, Seed: 1, Thoughts: true}
	err = Play(context.Background(), config, []Player{{network(t, 5, 1), 1}, {broken, 1}}, 0, 2, even, func(*Game) error {
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "player 1: the policy network gives a point the probability NaN") {
		t.Errorf("error %v", err)
	}
}
