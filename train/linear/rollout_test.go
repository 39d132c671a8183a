package linear

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// unhurried are the metrics without what the clock decides.
func unhurried(t *testing.T, dir string) []measure.Metric {
	t.Helper()
	ms, err := measure.ReadMetrics(filepath.Join(dir, session.MetricsName))
	if err != nil {
		t.Fatal(err)
	}
	for i := range ms {
		ms[i].Wall, ms[i].PerSecond = 0, 0
	}
	return ms
}

// rolloutData are the made-up games of newPlayouts as records.
func rolloutData(t testing.TB, size, games int, seed uint64) *sample.Data {
	t.Helper()
	var set record.Set
	for n, moves := range traintest.NewPlayouts(t, size, games, seed).Moves {
		g := record.Game{Size: size, First: board.Black, Result: record.Result{Ending: record.Win, Winner: board.Black}}
		if n%2 != 0 {
			g.Result.Winner = board.White
		}
		for i, m := range moves {
			g.Moves = append(g.Moves, record.NewMove(board.Black+board.Color(i%2), m, size))
		}
		set.Add(g)
	}
	d, err := sample.NewData(&set, features.PolicyPlanes)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func tinyRollout(kind rollout.Kind) RolloutConfig {
	c := DefaultRollout()
	c.Features, c.Responses, c.Squares, c.Diamonds = kind, 200, 300, 100
	c.CountGames, c.Steps, c.LogEvery, c.EvalEvery, c.EvalPositions = 20, 60, 4, 15, 100
	c.CheckpointInterval = 0
	return c
}

// The gradient of ln p(move) is what finite differences say, for features that several
// candidates share and for those of one alone.
func TestSoftmaxGradient(t *testing.T) {
	p, err := rollout.NewPolicy(rollout.KindTree, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := p.Weights()
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range w {
		w[i] = float32(rng.NormFloat64())
	}
	pos, r := board.NewPosition(5), board.NewRand(4)
	for range 8 {
		pos.Play(pos.RandomMove(&r), pos.ToMove())
	}
	var c rollout.Candidates
	rollout.NewReader(p).Read(&pos, &c)
	const target = 3
	l := newSoftmaxLearner(w)
	l.softmax(&c)
	l.gather(&c, target, 1)
	gradient := slices.Clone(l.gradient)
	if len(l.touched) < 15 {
		t.Fatalf("only %d features in the test", len(l.touched))
	}
	for _, f := range l.touched {
		old := w[f]
		const h = 1.0 / 64
		w[f] = old + h
		up, _ := l.judge(&c, target)
		w[f] = old - h
		down, _ := l.judge(&c, target)
		w[f] = old
		if want := (down - up) / (2 * h); math.Abs(want-float64(gradient[f])) > 1e-3 {
			t.Errorf("feature %d: gradient %v, want %v", f, gradient[f], want)
		}
	}
}

// Interrupted at random and killed without a chance to save, a run ends with the weights
// and metrics of one that was never stopped.
func TestRolloutResumeEqualsTheUnbrokenRun(t *testing.T) {
	learn, held := rolloutData(t, 5, 30, 1), rolloutData(t, 5, 6, 2)
	for _, how := range []struct {
		kind   rollout.Kind
		method Method
	}{
		{rollout.KindRollout, MethodGradient}, {rollout.KindTree, MethodGradient}, {rollout.KindTree, MethodMM},
	} {
		if testing.Short() && how.kind == rollout.KindTree {
			continue // under the race detector one says enough
		}
		kind, cfg := how.kind, tinyRollout(how.kind)
		if cfg.Method = how.method; cfg.Method == MethodMM {
			cfg.Steps = 300 // a pass for each of the ten groups
		}
		whole, broken := t.TempDir(), t.TempDir()
		result, err := Rollout(t.Context(), cfg, RolloutInput{Train: learn, HeldOut: held}, Options{Dir: whole})
		if err != nil {
			t.Fatal(err)
		}
		if result.Steps != cfg.Steps || result.HeldOut == nil || result.Seen[0] == 0 {
			t.Errorf("result %+v", result)
		}
		sessions := traintest.Interrupted(t, func(ctx context.Context, session int, tick func()) error {
			cfg.CheckpointInterval = time.Duration(session % 3 / 2) // now and then after every game
			_, err := Rollout(ctx, cfg, RolloutInput{Train: learn, HeldOut: held}, Options{
				Dir:    broken,
				Resume: true,
				Report: func(measure.Report) { tick() },
			})
			return err
		})
		a, _, err := rollout.Load(whole, kind)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := rollout.Load(broken, kind)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Weights(), b.Weights()) {
			t.Errorf("%s: the weights differ after %d sessions", kind, sessions)
		}
		if d := cmp.Diff(unhurried(t, RolloutDir(whole, kind)), unhurried(t, RolloutDir(broken, kind))); d != "" {
			t.Error(d)
		}
		if _, err := Rollout(t.Context(), cfg, RolloutInput{Train: learn, HeldOut: held}, Options{Dir: whole}); !errors.Is(err, session.ErrExists) {
			t.Errorf("a second run into the folder: %v", err)
		}
		cfg.Rate = 0.05
		resumed := Options{Dir: whole, Resume: true}
		_, err = Rollout(t.Context(), cfg, RolloutInput{Train: learn, HeldOut: held}, resumed)
		if !errors.Is(err, session.ErrOther) {
			t.Errorf("another rate: %v", err)
		}
		cfg = tinyRollout(kind)
		cfg.Method = MethodGradient
		if how.method == MethodGradient {
			cfg.Method = MethodMM
		}
		_, err = Rollout(t.Context(), cfg, RolloutInput{Train: learn, HeldOut: held}, resumed)
		if !errors.Is(err, session.ErrOther) {
			t.Errorf("another method: %v", err)
		}
		_, err = Rollout(t.Context(), tinyRollout(kind), RolloutInput{Train: held, HeldOut: learn}, resumed)
		if !errors.Is(err, session.ErrOther) {
			t.Errorf("other games: %v", err)
		}
	}
}

// The habit of the made-up games, to play near the previous move, is learned, and both
// policies live in one folder, next to a network.
func TestRolloutLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("what is learned is the same under the race detector")
	}
	learn, held := rolloutData(t, 7, 150, 1), rolloutData(t, 7, 10, 2)
	dir := t.TempDir()
	net, err := nets.NewPolicy(nets.PolicyConfig{Board: 7, Planes: 4, Filters: 2, Layers: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(dir, net, models.Training{}); err != nil {
		t.Fatal(err)
	}
	for kind, method := range map[rollout.Kind]Method{
		rollout.KindRollout: MethodGradient, rollout.KindTree: MethodMM,
	} {
		cfg := tinyRollout(kind)
		cfg.Method, cfg.Steps = method, 3000
		if method == MethodGradient {
			cfg.Steps = 300
		}
		result, err := Rollout(t.Context(), cfg, RolloutInput{Train: learn, HeldOut: held}, Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		blind, err := rollout.NewPolicy(kind, result.Policy.Patterns(), nil)
		if err != nil {
			t.Fatal(err)
		}
		before, err := EvaluateRollout(t.Context(), blind, held, 0, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		after, err := EvaluateRollout(t.Context(), result.Policy, held, 0, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if after.Loss.Value > before.Loss.Value-0.3 || after.Top1.Value < before.Top1.Value {
			t.Errorf("%s: loss %v before, %v after", kind, before.Loss.Value, after.Loss.Value)
		}
	}
	m, err := models.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Manifest.Networks) != 3 || m.Manifest.Board != 7 {
		t.Fatalf("%+v", m.Manifest)
	}
	if _, _, err := nets.LoadModel(dir); err != nil {
		t.Error(err)
	}
	if err := rollout.Verify(m); err != nil {
		t.Error(err)
	}
	// A byte of the weights is changed: every load of the model reports it.
	path := filepath.Join(dir, "tree.safetensors")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-3] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var fault *models.Fault
	if _, _, err := rollout.Load(dir, rollout.KindRollout); !errors.As(err, &fault) {
		t.Errorf("a changed file: %v", err)
	}
}
