package linear

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Interrupted again and again, a run of simulation balancing ends with the weights and
// metrics of one that was never stopped; the weights that it began with stay what they were.
func TestBalanceResumeEqualsTheUnbrokenRun(t *testing.T) {
	learn, held := rolloutData(t, 5, 20, 1), rolloutData(t, 5, 6, 2)
	result, err := Rollout(t.Context(), tinyRollout(rollout.KindRollout), RolloutInput{Train: learn}, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	begin := slices.Clone(result.Policy.Weights())
	cfg := BalanceConfig{
		Positions: 6, Reference: ReferenceSearch, SearchPlayouts: 50, Playouts: 4, Rate: 0.1, Steps: 20, Seed: 1,
		LogEvery: 3, HeldOut: 4,
	}
	whole, broken := t.TempDir(), t.TempDir()
	done, err := Balance(t.Context(), cfg, BalanceInput{Train: learn, HeldOut: held, Init: result.Policy, InitSHA256: "a"}, Options{Dir: whole})
	if err != nil {
		t.Fatal(err)
	}
	if done.Steps != 20 || done.Before == nil || done.After == nil || done.HeldOut != 4 {
		t.Errorf("result %+v", done)
	}
	if !slices.Equal(begin, result.Policy.Weights()) || slices.Equal(begin, done.Policy.Weights()) {
		t.Error("the initial weights were changed, or nothing was")
	}
	sessions, found := 0, int64(0)
	for {
		sessions++
		ctx, cancel := context.WithCancel(t.Context())
		left, references := 6, 4
		_, err := Balance(ctx, cfg, BalanceInput{Train: learn, HeldOut: held, Init: result.Policy, InitSHA256: "a"},
			Options{Dir: broken, Resume: true, Report: func(measure.Report) {
				if left--; left == 0 {
					cancel()
				}
			}, Counting: func(n, _ int64) {
				if n < found {
					t.Errorf("reference %d is sought again after %d were found", n, found)
				}
				found = n
				if references--; references == 0 {
					cancel()
				}
			}})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if sessions < 6 || found != 10 {
		t.Errorf("only %d sessions, and %d references", sessions, found)
	}
	again, _, err := rollout.Load(broken, rollout.KindRollout)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(done.Policy.Weights(), again.Weights()) {
		t.Errorf("the weights differ after %d sessions", sessions)
	}
	if d := cmp.Diff(unhurried(t, RolloutDir(whole, rollout.KindRollout)), unhurried(t, RolloutDir(broken, rollout.KindRollout))); d != "" {
		t.Error(d)
	}
	for name, other := range map[string]func() error{
		"another start": func() error {
			_, err := Balance(t.Context(), cfg,
				BalanceInput{Train: learn, HeldOut: held, Init: result.Policy, InitSHA256: "b"},
				Options{Dir: whole, Resume: true})
			return err
		},
		"other games": func() error {
			_, err := Balance(t.Context(), cfg,
				BalanceInput{Train: held, HeldOut: learn, Init: result.Policy, InitSHA256: "a"},
				Options{Dir: whole, Resume: true})
			return err
		},
	} {
		if err := other(); !errors.Is(err, session.ErrOther) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A game without a known result has no outcome to be balanced to; a draw has.
func TestBalanceTakesGamesWithAnOutcome(t *testing.T) {
	learn := rolloutData(t, 5, 4, 1)
	result, err := Rollout(t.Context(), tinyRollout(rollout.KindRollout), RolloutInput{Train: learn}, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	cfg := BalanceConfig{
		Positions: 1000, Reference: ReferenceOutcome, SearchPlayouts: 1, Playouts: 2, Rate: 0.1, Steps: 1, Seed: 1, LogEvery: 1,
	}
	endings := []record.Result{
		{}, {Ending: record.Time, Winner: board.Black}, {Ending: record.Drawn}, {Ending: record.Resign, Winner: board.White},
	}
	for _, c := range []struct{ games, want int }{{4, 2}, {2, 0}} {
		var set record.Set
		for i := range c.games {
			g := learn.Game(i)
			g.Result = endings[i]
			set.Add(g)
		}
		data, err := sample.NewData(&set, features.PolicyPlanes)
		if err != nil {
			t.Fatal(err)
		}
		r := &balanceRun{
			cfg: cfg, opt: Options{Dir: t.TempDir()}.Complete(), parts: [2]*sample.Data{data, nil}, policy: result.Policy,
		}
		err = r.prepare()
		games := map[int]bool{}
		for _, at := range r.places[0] {
			games[at.game] = true
		}
		if len(games) != c.want || games[0] || games[1] || (err == nil) != (c.want > 0) {
			t.Errorf("positions of games %v, want of %d (%v)", games, c.want, err)
		}
		if r.Session != nil {
			r.Close()
		}
	}
}

// The first positions are of different games; further ones are different positions, shared out evenly.
func TestBalancePositionsAreOneAGame(t *testing.T) {
	lengths := make([]int, 50)
	for game := range lengths {
		lengths[game] = game % 7 * 3 // some games have none
	}
	p := sample.NewPositions(lengths)
	playable := 0
	for _, n := range lengths {
		playable += min(n, 1)
	}
	all := func(int) bool { return true }
	for seed := range uint64(20) {
		places, err := choosePlaces(&p, 1<<30, seed, all)
		if err != nil || int64(len(places)) != p.Len() {
			t.Fatalf("%d places of %d, %v", len(places), p.Len(), err)
		}
		seen, count := map[place]bool{}, make([]int, len(lengths))
		for i, at := range places {
			if seen[at] || at.k < 0 || at.k >= lengths[at.game] {
				t.Fatalf("place %d: %+v is not in its game, or was drawn before", i, at)
			}
			seen[at] = true
			count[at.game]++
			if i < playable && count[at.game] > 1 {
				t.Errorf("seed %d: game %d gives a second position as number %d of %d games", seed, at.game, i, playable)
			}
		}
		few, err := choosePlaces(&p, 5, seed, all)
		if err != nil || !slices.Equal(few, places[:5]) {
			t.Errorf("seed %d: 5 places are %v, %v", seed, few, err)
		}
		even, err := choosePlaces(&p, 1<<30, seed, func(game int) bool { return game%2 == 0 })
		want := int64(0)
		for game := 0; game < len(lengths); game += 2 {
			want += p.Count(game)
		}
		if err != nil || int64(len(even)) != want || slices.ContainsFunc(even, func(at place) bool { return at.game%2 != 0 }) {
			t.Errorf("seed %d: %d places of every other game, want %d (%v)", seed, len(even), want, err)
		}
	}
	if none, err := choosePlaces(&sample.Positions{}, 5, 1, all); len(none) != 0 || err != nil {
		t.Errorf("no games: %v, %v", none, err)
	}
}

// On 5×5 Black wins by 25 (van der Werf, van den Herik and Uiterwijk, Solving Go on Small Boards, 2003).
// The reference is sure of it early; MC-RAVE by Gelly and Silver's constants with MoGo's playouts,
// which was the reference once, says 0.07 to 0.26 here.
func TestSearchValueOfASolvedBoard(t *testing.T) {
	pos := board.NewPosition(5)
	for seed := range uint64(5) {
		v, err := searchValue(t.Context(), &pos, 24.5, 1000, seed+1)
		if err != nil || v < 0.3 {
			t.Errorf("seed %d: value %v, %v", seed+1, v, err)
		}
	}
}

// References are for Black, whoever is to move, and follow komi.
func TestSearchValue(t *testing.T) {
	pos, err := board.Parse(`
		. X . X .
		X X X X X
		. X . X .
		O O O O O
		. O . O .`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		komi float64
		want bool
	}{{0.5, true}, {24.5, false}} {
		for _, player := range []board.Color{board.Black, board.White} {
			pos.SetToMove(player)
			v, err := searchValue(t.Context(), &pos, c.komi, 200, 1)
			if err != nil || v > 0 != c.want || v == 0 {
				t.Errorf("komi %v, %v to move: %v, %v", c.komi, player, v, err)
			}
		}
	}
}
