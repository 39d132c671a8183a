package reinforce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// tinyPolicy is a network that has seen nothing.
func tinyPolicy(t *testing.T, seed uint64) *nets.Policy {
	t.Helper()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 12, Filters: 8, Layers: 3}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tiny plays a few games on 5×5.
func tiny() Config {
	c := Practical()
	c.Games, c.PoolEvery, c.Chunk, c.Updates = 6, 2, 16, 5
	c.Rate, c.Komi, c.EvalEvery, c.EvalGames = 0.01, 0.5, 2, 4
	c.Settle = false
	return c
}

func reinforce(t *testing.T, cfg Config, p *nets.Policy, opt Options) Result {
	t.Helper()
	r, err := Run(context.Background(), cfg, Input{Init: p}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// selfGames are games of a network against itself.
func selfGames(t *testing.T, p *nets.Policy, n int) []*selfplay.Game {
	t.Helper()
	var games []*selfplay.Game
	players := []selfplay.Player{{Policy: p, Temperature: 1}, {Policy: p, Temperature: 1}}
	err := selfplay.Play(context.Background(), selfplay.Config{Size: 5, Komi: 0.5, Seed: 3}, players, 0, n,
		selfplay.Alternating{}.Plan, func(g *selfplay.Game) error {
			games = append(games, g)
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func colorOf(g *selfplay.Game) board.Color { return learnerColor(g.Index) }

// "The outcome z_t = ±r(s_T) is the terminal reward at the end of the game from the
// perspective of the current player at time step t" (Silver et al. 2016): the learner's
// moves, all of them but those without a choice, each with its own outcome, and the moves
// that the rules of the game, superko included, let it draw among.
func TestMovesOfTheLearnerWithItsOutcome(t *testing.T) {
	games := selfGames(t, tinyPolicy(t, 3), 12)
	d, err := drawnBy(games, colorOf, 2)
	if err != nil {
		t.Fatal(err)
	}
	colors, repeats, k := map[board.Color]int{}, 0, 0
	for i, g := range games {
		color := learnerColor(i)
		colors[color]++
		slow, err := board.NewGame(5, board.Rules{Ko: board.PositionalSuperko})
		if err != nil {
			t.Fatal(err)
		}
		for ply, m := range g.Record.Moves {
			allowed, n := make([]bool, 25), 0
			for q := range 25 {
				p := board.FromIndex(q, 5)
				err := slow.Legal(p, m.Color())
				if errors.Is(err, board.ErrSuperko) {
					repeats++
				}
				if err == nil && !slow.Position().OwnEye(p, m.Color()) {
					allowed[q] = true
					n++
				}
			}
			if m.Color() == color && !m.IsPass() && n > 1 {
				z := float32(-1)
				if g.Winner == color {
					z = 1
				}
				if d.at[k] != (drawnAt{int32(i), int32(ply)}) || d.moves[k] != int32(m.Index()) || d.outcome[k] != z {
					t.Fatalf("move %d of game %d: got %v, %d, z %v", ply, i, d.at[k], d.moves[k], d.outcome[k])
				}
				if !slices.Equal(d.allowed[k*25:(k+1)*25], allowed) {
					t.Fatalf("move %d of game %d: allowed %v, want %v", ply, i, d.allowed[k*25:(k+1)*25], allowed)
				}
				k++
			}
			if err := slow.Play(m.Point(5), m.Color()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if k != len(d.moves) || k == 0 {
		t.Errorf("%d moves, want %d", len(d.moves), k)
	}
	if colors[board.Black] != 6 || colors[board.White] != 6 {
		t.Errorf("the learner's colours: %v, want half of each", colors)
	}
	if repeats == 0 {
		t.Error("no game had a move that superko forbids: the test shows less than it should")
	}
}

// The learner moves as the colour that it learns as.
func TestColoursAlternate(t *testing.T) {
	for game := range 6 {
		who := selfplay.Alternating{}.Plan(game, nil).Who
		for _, c := range []board.Color{board.Black, board.White} {
			want := opponentIndex
			if c == learnerColor(game) {
				want = learnerIndex
			}
			if got := who(3, c); got != want {
				t.Errorf("game %d: player %d is %v, want %d", game, got, c, want)
			}
		}
	}
}

// Planes come in order whatever the chunks and the threads are, and are those of the
// positions.
func TestChunksOfDrawnMoves(t *testing.T) {
	p := tinyPolicy(t, 1)
	d, err := drawnBy(selfGames(t, p, 3), colorOf, 1)
	if err != nil {
		t.Fatal(err)
	}
	read := func(chunk, threads int) []float32 {
		var all []float32
		err := d.chunks(context.Background(), 12, p.Stride(), chunk, threads, func(from, to int, planes []float32) error {
			all = append(all, planes[:(to-from)*25*p.Stride()]...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	want := read(len(d.moves), 1)
	for _, n := range [][2]int{{1, 1}, {7, 2}, {16, 3}} {
		if !slices.Equal(read(n[0], n[1]), want) {
			t.Errorf("chunks of %d by %d threads differ", n[0], n[1])
		}
	}
	// The point played was empty: plane 2.
	for i, m := range d.moves {
		if want[(i*25+int(m))*p.Stride()+2] != 1 {
			t.Fatalf("position %d: its move is on a stone", i)
		}
	}
}

// The weight of a move is (z − v)/n with n the number of games, not of moves; without a
// baseline v is 0.
func TestAdvantages(t *testing.T) {
	p := tinyPolicy(t, 1)
	d, err := drawnBy(selfGames(t, p, 4), colorOf, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{cfg: tiny()}
	plain, err := r.advantages(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 4, Layers: 2, Hidden: 8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.baseline, err = nets.NewEvaluator(nets.Model{Value: v}, 1); err != nil {
		t.Fatal(err)
	}
	against, err := r.advantages(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float32, len(d.moves))
	err = d.chunks(context.Background(), 49, v.Stride(), len(d.moves), 1, func(from, to int, planes []float32) error {
		return v.Evaluate(values, planes, to)
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, z := range d.outcome {
		if plain[i] != z/4 {
			t.Fatalf("move %d: weight %v without a baseline, want %v", i, plain[i], z/4)
		}
		if want := (z - values[i]) / 4; math.Abs(float64(against[i]-want)) > 1e-6 || values[i] == 0 {
			t.Fatalf("move %d: weight %v, want (%v − %v)/4", i, against[i], z, values[i])
		}
	}
}

// "Every 500 iterations, we added the current parameters ρ to the opponent pool" (every
// two here), where they stay what they were.
func TestPoolGrowsAndIsFrozen(t *testing.T) {
	first := tinyPolicy(t, 1)
	before := first.Weights()
	cfg := tiny()
	cfg.EvalEvery, cfg.Updates = 0, 2
	short, long := t.TempDir(), t.TempDir()
	reinforce(t, cfg, first, Options{Dir: short})
	after2 := checkpoint(t, short).Weights
	cfg.Updates = 5
	opponents := map[int64]bool{}
	reinforce(t, cfg, first, Options{Dir: long, Report: func(r Report) {
		if m := r.Metric; m != nil && m.Kind == KindUpdate {
			opponents[m.Opponent] = true
		}
	}})
	for _, at := range []int64{0, 2, 4} {
		p, _, err := nets.LoadPolicy(poolPath(long, at))
		if err != nil {
			t.Fatal(err)
		}
		if same := cmp.Equal(p.Weights(), before); same != (at == 0) {
			t.Errorf("opponent %d: the first weights: %v", at, same)
		}
		if at == 2 && !cmp.Equal(p.Weights(), after2[:len(before)]) {
			t.Error("opponent 2 is not the learner after two updates")
		}
	}
	if entries, _ := os.ReadDir(filepath.Join(long, PoolName)); len(entries) != 3 {
		t.Errorf("%d opponents, want 3", len(entries))
	}
	var s state
	if err := json.Unmarshal(checkpoint(t, long).Extra, &s); err != nil || !slices.Equal(s.Pool, []int64{0, 2, 4}) {
		t.Errorf("pool %v, error %v", s.Pool, err)
	}
	if !cmp.Equal(first.Weights(), before) {
		t.Error("the caller's network has changed")
	}
	for at := range opponents {
		if at != 0 && at != 2 && at != 4 {
			t.Errorf("played against weights of update %d, which never were in the pool", at)
		}
	}
	// A run that goes on without an opponent fails before one is drawn.
	gone := poolPath(long, 2)
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	cfg.Updates = 6
	if _, err := Run(t.Context(), cfg, Input{Init: first}, Options{Dir: long, Resume: true}); err == nil ||
		!strings.Contains(err.Error(), gone+", an opponent of this run, is gone") {
		t.Errorf("without an opponent: %v", err)
	}
}

func checkpoint(t *testing.T, dir string) models.Checkpoint {
	t.Helper()
	c, err := models.LoadCheckpoint(filepath.Join(dir, session.CheckpointsName))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// timeless are the metrics without the columns that hold times.
func timeless(t *testing.T, dir string) []Metric {
	t.Helper()
	ms, err := ReadMetrics(filepath.Join(dir, session.MetricsName))
	if err != nil {
		t.Fatal(err)
	}
	for i := range ms {
		ms[i].Wall, ms[i].PerSecond, ms[i].Playing = 0, 0, 0
	}
	return ms
}

// A run that is interrupted in the middle of an update or of a match, or killed, ends as
// the unbroken one: weights, optimiser, best weights, pool, metrics.
func TestReinforceResumesBitEqual(t *testing.T) {
	for _, async := range []int{0, 2} {
		t.Run(fmt.Sprintf("async %d", async), func(t *testing.T) { resumesBitEqual(t, async) })
	}
}

func resumesBitEqual(t *testing.T, async int) {
	t.Helper()
	cfg := tiny()
	cfg.Async = async
	cfg.Optimizer, cfg.Rate = learn.Adam, 0.002
	first := tinyPolicy(t, 1)
	unbroken := t.TempDir()
	want := reinforce(t, cfg, first, Options{Dir: unbroken})
	for _, kill := range []bool{false, true} {
		if traintest.Race && kill {
			continue // the other has every goroutine
		}
		// Every session gets a little further than one update takes, or, where nothing saves
		// but a match, than the two between matches and a match played twice.
		last := 13
		if kill {
			last = 27
		}
		dir := t.TempDir()
		sessions := 0
		for ; ; sessions++ {
			reports := 0
			ctx, cancel := context.WithCancel(context.Background())
			opt := Options{Dir: dir, Resume: true, Report: func(Report) {
				if reports++; reports == last {
					if kill {
						panic("killed")
					}
					cancel()
				}
			}}
			got, err := func() (r Result, err error) {
				defer func() {
					if recover() != nil {
						err = context.Canceled
					}
				}()
				return Run(ctx, cfg, Input{Init: first}, opt)
			}()
			cancel()
			if errors.Is(err, context.Canceled) && sessions < 100 {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got, cmpopts.IgnoreFields(Result{}, "Elapsed", "Policy"),
				cmpopts.IgnoreFields(Metric{}, "Wall", "PerSecond", "Playing")); d != "" {
				t.Errorf("kill %v: result differs: %s", kill, d)
			}
			break
		}
		if sessions < 2 {
			t.Errorf("kill %v: only %d interruptions", kill, sessions)
		}
		a, b := checkpoint(t, unbroken), checkpoint(t, dir)
		if !cmp.Equal(a.Weights, b.Weights) || !cmp.Equal(a.Optimizer, b.Optimizer) {
			t.Errorf("kill %v: weights or optimiser differ", kill)
		}
		metrics := timeless(t, unbroken)
		if d := cmp.Diff(metrics, timeless(t, dir)); d != "" {
			t.Errorf("kill %v: metrics differ: %s", kill, d)
		}
		for _, m := range metrics {
			if m.Kind == KindUpdate && m.Age != min(m.Update-1, int64(async)) {
				t.Errorf("the games of update %d were played by weights that were %d updates old", m.Update, m.Age)
			}
		}
		p, _, err := nets.LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(p.Weights(), want.Policy.Weights()) {
			t.Errorf("kill %v: the models differ", kill)
		}
	}
}

// A run that is prolonged goes on as if it had been as long from the start.
func TestReinforceIsProlonged(t *testing.T) {
	for _, async := range []int{0, 3} {
		prolonged(t, async)
	}
}

func prolonged(t *testing.T, async int) {
	t.Helper()
	cfg := tiny()
	cfg.EvalEvery, cfg.Async = 0, async
	first := tinyPolicy(t, 1)
	dir, whole := t.TempDir(), t.TempDir()
	for _, cfg.Updates = range []int64{2, 4} {
		reinforce(t, cfg, first, Options{Dir: dir, Resume: true})
	}
	reinforce(t, cfg, first, Options{Dir: whole})
	n := len(first.Weights())
	if !cmp.Equal(checkpoint(t, dir).Weights[:n], checkpoint(t, whole).Weights[:n]) {
		t.Error("the weights differ")
	}
}

// A run that goes on leaves the other networks of its model alone, and the card.
func TestReinforceKeepsTheOtherNetworks(t *testing.T) {
	cfg, first, dir := tiny(), tinyPolicy(t, 1), t.TempDir()
	cfg.Updates, cfg.EvalEvery = 1, 0
	reinforce(t, cfg, first, Options{Dir: dir})
	traintest.KeepsOthers(t, dir, models.Policy, func() { reinforce(t, cfg, first, Options{Dir: dir, Resume: true}) })
}

// A measurement must know which games a network has learned. Those of REINFORCE are the games of its first weights.
func TestReinforceKeepsTheDataOfTheFirstWeights(t *testing.T) {
	cfg, first, dir := tiny(), tinyPolicy(t, 1), t.TempDir()
	cfg.Updates, cfg.PoolEvery, cfg.EvalEvery = 1, 1, 0
	var of models.Training
	of.Inherit(models.Training{Data: []string{"games"}, Figures: models.HeldOut(true), Games: 7})
	reinforce(t, cfg, first, Options{Dir: dir, Training: of})
	for _, model := range []string{dir, poolPath(dir, 0), poolPath(dir, 1)} {
		m, err := models.ReadManifest(model)
		if err != nil {
			t.Fatal(err)
		}
		learned := m.Networks[models.Policy].Training
		split, noted := models.HeldOutSplit(learned.Figures)
		if !slices.Equal(learned.Data, of.Data) || !split || !noted || learned.Games == 7 {
			t.Errorf("%s: %+v", model, learned)
		}
	}
}

// Ordered two updates ahead, the games of an update are played by the weights of two updates before against
// an opponent of the pool of that time, and are ordered before the update before it learns. After a rollback
// nothing is played that was ordered before it.
func TestOrderedAhead(t *testing.T) {
	cfg := tiny()
	cfg.Async, cfg.PoolEvery, cfg.EvalEvery, cfg.Updates = 2, 1, 0, 6
	cfg.Rate, cfg.EntropyFloor = 0.3, 0.97 // so that there is a rollback
	dir := t.TempDir()
	type asked struct {
		update, known int64 // updates done when it was ordered
		learner       []models.Tensor
	}
	var mu sync.Mutex
	var all []*asked
	var done atomic.Int64
	here := playHere()
	r, err := Run(t.Context(), cfg, Input{Init: tinyPolicy(t, 1), Play: func(
		ctx context.Context, o selfplay.Order, each func(*selfplay.Game) error,
	) error {
		if o.Config.Seed == cfg.Seed { // no match, and not the fixed sample
			a := &asked{update: int64(o.First / cfg.Games), known: done.Load(), learner: o.Players[0].Policy.Weights()}
			mu.Lock()
			all = append(all, a)
			mu.Unlock()
		}
		return here(ctx, o, each)
	}}, Options{Dir: dir, Report: func(r Report) {
		if r.Metric != nil && r.Metric.Kind == KindUpdate {
			done.Store(r.Metric.Update)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	back := int64(0) // the update after which the run went back
	ages := map[int64]int64{}
	for _, m := range timeless(t, dir) {
		switch {
		case m.Kind == KindRollback && back == 0:
			back = m.Update
		case m.Kind == KindUpdate:
			ages[m.Update] = m.Age
		}
	}
	if back == 0 || r.Rollbacks == 0 || ages[back+1] != 0 || ages[back+2] > 1 {
		t.Fatalf("%d rollbacks, the first after update %d; ages %v", r.Rollbacks, back, ages)
	}
	for _, a := range all {
		if a.update > a.known+2 {
			t.Errorf("update %d was ordered after %d", a.update, a.known)
		}
		if a.known >= back {
			continue
		}
		made := max(0, a.update-2)
		p, _, err := nets.LoadPolicy(poolPath(dir, made))
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(p.Weights(), a.learner) {
			t.Errorf("update %d was not played by the weights of update %d", a.update, made)
		}
	}
}

// From a network that has seen nothing, self-play alone makes one that beats it: 82 to 88
// of 100 games, where 59 would do.
func TestReinforceImproves(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	cfg := tiny()
	cfg.Games, cfg.PoolEvery, cfg.Updates, cfg.EvalEvery, cfg.EvalGames = 32, 20, 40, 20, 100
	cfg.Optimizer, cfg.Rate, cfg.Chunk = learn.Adam, 0.003, 64
	dir := t.TempDir()
	r := reinforce(t, cfg, tinyPolicy(t, 1), Options{Dir: dir})
	if !(r.Best.Lo > 0.5) || r.Best.Played != 100 || r.Games != 40*32 {
		t.Errorf("%d games led to %+v", r.Games, *r.Best)
	}
	p, m, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	training := m.Networks[models.Policy].Training
	if !cmp.Equal(p.Weights(), r.Policy.Weights()) || training.Figures["win_rate"] != r.Best.WinRate || training.Steps != uint64(r.Best.Update) {
		t.Errorf("the model is not that of the result: %+v", training)
	}
}
