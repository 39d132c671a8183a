package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// tiny is a run of a second: 5×5, one hidden layer too many to be linear.
func tiny() PolicyConfig {
	c := PracticalPolicy()
	c.Board, c.Filters, c.Layers = 5, 8, 3
	c.UseOptimizer("momentum")
	c.Rate = 0.05
	c.Batch, c.Steps, c.LogEvery, c.EvalEvery, c.EvalPositions = 16, 36, 3, 12, 100
	c.CheckpointInterval, c.StallAfter = 0, 0
	return c
}

func weights(t *testing.T, dir string) []models.Tensor {
	t.Helper()
	p, _, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p.Weights()
}

// figures are the metrics without what the clock decides.
func figures(t *testing.T, dir string) []measure.Metric {
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

// sameRun wants a run to have the model and the metrics of the unbroken run.
func sameRun(t *testing.T, weights func(*testing.T, string) []models.Tensor, whole, broken string) {
	t.Helper()
	if d := cmp.Diff(weights(t, whole), weights(t, broken)); d != "" {
		t.Errorf("weights differ:\n%s", d)
	}
	if d := cmp.Diff(figures(t, whole), figures(t, broken)); d != "" {
		t.Errorf("metrics differ:\n%s", d)
	}
}

// Interrupted at random steps and resumed until it is done, a run must end with
// the weights and the metrics of one that was never stopped, bit for bit, for each
// optimiser and for one thread and two.
func TestResumeEqualsTheUnbrokenRun(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	for _, c := range []struct {
		optimizer string
		threads   int
	}{{"sgd", 1}, {"momentum", 2}, {"adam", 1}, {"muon", 2}} {
		t.Run(fmt.Sprintf("%s/%d", c.optimizer, c.threads), func(t *testing.T) {
			if traintest.Race && c.threads == 1 {
				t.Skip("the case of two threads has every goroutine")
			}
			cfg := tiny()
			cfg.Optimizer, cfg.Threads = c.optimizer, c.threads
			if c.optimizer == "adam" || c.optimizer == "muon" {
				cfg.Rate = 0.002
			}
			whole := t.TempDir()
			if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
				t.Fatal(err)
			}
			broken := t.TempDir()
			rng := rand.New(rand.NewPCG(3, uint64(c.threads)))
			sessions := 0
			for {
				sessions++
				cfg.Workers = 1 + sessions%3
				cfg.CheckpointEvery = int64(sessions % 3 * 4)
				ctx, cancel := context.WithCancel(t.Context())
				left := 1 + rng.IntN(12)
				_, err := launch(ctx, cfg, train, held, Options{Dir: broken, Resume: true, Report: func(r measure.Report) {
					// Both after steps and after measurements.
					if left--; left == 0 {
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
			if sessions < 4 {
				t.Fatalf("only %d sessions: nothing was interrupted", sessions)
			}
			if d := cmp.Diff(weights(t, whole), weights(t, broken)); d != "" {
				t.Errorf("weights after %d sessions differ:\n%s", sessions, d)
			}
			if d := cmp.Diff(figures(t, whole), figures(t, broken)); d != "" {
				t.Errorf("metrics after %d sessions differ:\n%s", sessions, d)
			}
		})
	}
}

// Two that train in one folder would write each other's files.
func TestOneRunAtATimeInAFolder(t *testing.T) {
	games := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	dir := t.TempDir()
	var second error
	if _, err := launch(t.Context(), cfg, games, nil, Options{Dir: dir, Report: func(r measure.Report) {
		if second == nil {
			_, second = launch(t.Context(), cfg, games, nil, Options{Dir: dir, Resume: true})
		}
	}}); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(second, folder.ErrBusy) || !strings.Contains(second.Error(), dir) {
		t.Errorf("the second one: %v", second)
	}
}

// A run that was cut off without a chance to save goes on from its last
// checkpoint and repeats what came after.
func TestResumeFromAnOlderCheckpoint(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	cfg := tiny()
	cfg.CheckpointEvery = 7
	cfg.EvalEvery = 14
	whole := t.TempDir()
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	crash := errors.New("crash")
	for _, c := range []struct {
		name        string
		at          func(r measure.Report) bool // when the crash comes
		checkpoints uint64                      // step of what it leaves
	}{
		{"after step 33", func(r measure.Report) bool { return r.Step == 33 }, 28},
		{"after the measurement at 28", func(r measure.Report) bool {
			return r.Metric != nil && r.Metric.Kind == session.KindEval && r.Step == 28
		}, 28},
	} {
		t.Run(c.name, func(t *testing.T) {
			broken := t.TempDir()
			func() {
				defer func() {
					if r := recover(); r != crash {
						t.Fatal(r)
					}
				}()
				_, _ = launch(t.Context(), cfg, train, held, Options{Dir: broken, Report: func(r measure.Report) {
					if c.at(r) {
						panic(crash)
					}
				}})
			}()
			cp, err := models.LoadCheckpoint(filepath.Join(broken, session.CheckpointsName))
			if err != nil || cp.Step != c.checkpoints {
				t.Fatalf("checkpoint of step %d (%v), want %d", cp.Step, err, c.checkpoints)
			}
			if _, err := launch(t.Context(), cfg, train, held, Options{Dir: broken, Resume: true}); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(weights(t, whole), weights(t, broken)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(figures(t, whole), figures(t, broken)); d != "" {
				t.Error(d)
			}
		})
	}
}

// A run with damaged checkpoints only never begins anew over what it left.
func TestResumeWithoutAWholeCheckpoint(t *testing.T) {
	train := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	cfg.Steps, cfg.CheckpointEvery = 8, 2
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := launch(ctx, cfg, train, nil, Options{Dir: dir, Report: func(r measure.Report) {
		if r.Step == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, session.CheckpointsName, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("checkpoints %v, %v", files, err)
	}
	for _, f := range files {
		if err := os.Truncate(f, 100); err != nil {
			t.Fatal(err)
		}
	}
	before := figures(t, dir)
	for range 2 {
		if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: dir, Resume: true}); !errors.Is(err, models.ErrNoCheckpoint) {
			t.Errorf("error %v", err)
		}
	}
	if d := cmp.Diff(before, figures(t, dir)); d != "" {
		t.Error(d)
	}
}

func TestRunFolder(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	dir := filepath.Join(t.TempDir(), "deep", "run")
	cfg := tiny()
	res, err := launch(t.Context(), cfg, train, held, Options{Dir: dir, Training: models.Training{Data: []string{"playouts"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"policy.safetensors", "model.json", session.MetricsName, session.CurvesName, session.CheckpointsName} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if events, _ := filepath.Glob(filepath.Join(dir, "events.out.tfevents."+"*")); len(events) != 1 {
		t.Errorf("event files %v", events)
	}
	_, m, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	tr := m.Networks[models.Policy].Training
	if tr.Steps != 36 || tr.Games != 20 || tr.Batch != 16 || tr.Data[0] != "playouts" ||
		tr.Figures["top1"] != res.HeldOut.Moves.Top1.Value || tr.Figures["best_top1"] < tr.Figures["top1"] {
		t.Errorf("provenance %+v, last measurement %+v", tr, res.HeldOut)
	}
	evals := 0
	for _, m := range figures(t, dir) {
		if m.Kind == session.KindEval {
			evals++
			if m.Step%12 != 0 || m.Positions != 100 || m.Games != 6 || !m.Moves.Top1.Bounded() ||
				!(m.Moves.Top1.Lo <= m.Known() && m.Known() <= m.Moves.Top1.Hi) {
				t.Errorf("measurement %+v", m)
			}
		}
	}
	if evals != 3 {
		t.Errorf("%d measurements, want at steps 12, 24 and 36", evals)
	}
}

// A run that is resumed leaves the other networks of its model alone, and the card.
func TestResumeKeepsTheOtherNetworks(t *testing.T) {
	cfg, dir := tiny(), t.TempDir()
	cfg.Steps = 2
	games := traintest.NewPlayouts(t, 5, 6, 1)
	again := func(resume bool) func() {
		return func() {
			if _, err := launch(t.Context(), cfg, games, nil, Options{Dir: dir, Resume: resume}); err != nil {
				t.Fatal(err)
			}
		}
	}
	again(false)()
	traintest.KeepsOthers(t, dir, models.Policy, again(true))
}

// A training adds its network to a model with linear weights. If those weights are damaged, it says so before it begins.
func TestRunBesideLinearWeights(t *testing.T) {
	cfg, dir := tiny(), t.TempDir()
	cfg.Steps = 2
	games := traintest.NewPlayouts(t, 5, 6, 1)
	weights := []models.Tensor{{Name: "weights", Shape: []int{2}, Data: []float32{1, 2}}}
	linear := models.Network{Architecture: models.Architecture{Features: 2}}
	if err := models.Put(dir, models.Rollout, 0, linear, weights); err != nil {
		t.Fatal(err)
	}
	if _, err := launch(t.Context(), cfg, games, nil, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Manifest.Networks) != 2 || !slices.Equal(m.Weights[models.Rollout][0].Data, weights[0].Data) {
		t.Errorf("the model holds %v", m.Manifest.Networks)
	}
	damaged := t.TempDir()
	if err := models.Put(damaged, models.Rollout, 0, linear, weights); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(damaged, models.Rollout+".safetensors"), 9); err != nil {
		t.Fatal(err)
	}
	report := func(measure.Report) { t.Error("it trained") }
	_, err = launch(t.Context(), cfg, games, nil, Options{Dir: damaged, Report: report})
	if !errors.Is(err, models.ErrDamaged) {
		t.Errorf("beside damaged weights: %v", err)
	}
	if _, err := os.Stat(filepath.Join(damaged, session.CheckpointsName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("checkpoints: %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	train := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	cfg.Steps = 4
	dir := t.TempDir()
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: dir}); !errors.Is(err, session.ErrExists) {
		t.Errorf("a second run into the same folder: %v", err)
	}
	bare := t.TempDir()
	if err := os.CopyFS(bare, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(bare, session.CheckpointsName)); err != nil {
		t.Fatal(err)
	}
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: bare, Resume: true}); err == nil || !strings.Contains(err.Error(), "--init") {
		t.Errorf("resuming where only the model is left: %v", err)
	}
	other := cfg
	other.Batch, other.Seed = 8, 2
	resumed := Options{Dir: dir, Resume: true}
	if _, err := launch(t.Context(), other, train, nil, resumed); !errors.Is(err, session.ErrOther) ||
		!strings.Contains(err.Error(), "batch 16, now 8; seed 1, now 2") {
		t.Errorf("another configuration: %v", err)
	}
	others := traintest.NewPlayouts(t, 5, 20, 9)
	if _, err := launch(t.Context(), cfg, others, nil, resumed); !errors.Is(err, session.ErrOther) ||
		!strings.Contains(err.Error(), "other games") {
		t.Errorf("other games: %v", err)
	}
	held := traintest.NewPlayouts(t, 5, 3, 5)
	if _, err := launch(t.Context(), cfg, train, held, resumed); !errors.Is(err, session.ErrOther) {
		t.Errorf("other held-out games: %v", err)
	}
	none := &traintest.Playouts{Size: 5, Planes: 48}
	_, err := launch(t.Context(), cfg, none, nil, Options{Dir: t.TempDir()})
	if !errors.Is(err, sample.ErrNoPositions) {
		t.Errorf("no games: %v", err)
	}
	larger := traintest.NewPlayouts(t, 7, 3, 5)
	_, err = launch(t.Context(), cfg, train, larger, Options{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "held-out games are on 7×7, the network is on 5×5: name others with --validation") {
		t.Errorf("held-out games of another size: %v", err)
	}
	cfg.Board = 7
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "5×5") {
		t.Errorf("games of another size: %v", err)
	}
}

func TestRunStopsOnNaN(t *testing.T) {
	cfg := tiny()
	cfg.Rate, cfg.WarmUp, cfg.CheckpointEvery = 1e18, 0, 1
	dir := t.TempDir()
	_, err := launch(t.Context(), cfg, traintest.NewPlayouts(t, 5, 20, 1), nil, Options{Dir: dir})
	if !errors.Is(err, session.ErrNotFinite) || !strings.Contains(err.Error(), "--rate") {
		t.Fatalf("error %v", err)
	}
	// No model of broken weights is left.
	if _, err := os.Stat(filepath.Join(dir, models.ManifestName)); err == nil {
		t.Error("a model was saved")
	}
}

// A rate so small that nothing moves.
func TestRunStopsWhenTheLossNeverFell(t *testing.T) {
	cfg := tiny()
	cfg.Rate, cfg.Schedule, cfg.StallAfter = 1e-12, "constant", 30
	_, err := launch(t.Context(), cfg, traintest.NewPlayouts(t, 5, 20, 1), nil, Options{Dir: t.TempDir()})
	if !errors.Is(err, ErrNeverFell) || !strings.Contains(err.Error(), "after 30 steps") {
		t.Fatalf("error %v", err)
	}
}

func TestRunLearns(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	cfg := tiny()
	cfg.Steps, cfg.EvalEvery, cfg.EvalPositions = 300, 0, 0
	held := traintest.NewPlayouts(t, 5, 10, 2)
	fresh, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 3}, cfg.Seed)
	if err != nil {
		t.Fatal(err)
	}
	before, err := measure.Evaluate(t.Context(), fresh, held, measure.Config{Symmetries: 1, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	res, err := launch(t.Context(), cfg, traintest.NewPlayouts(t, 5, 60, 1), held, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	// The interval after training must lie wholly beyond the one before.
	if res.HeldOut.Loss.Hi >= before.Loss.Lo || res.HeldOut.Moves.Top1.Lo <= before.Top1.Hi {
		t.Errorf("held out: loss %.3f (at most %.3f) after %.3f, top-1 %.3f after %.3f",
			res.HeldOut.Loss.Value, res.HeldOut.Loss.Hi, before.Loss.Value, res.HeldOut.Known(), before.Top1.Value)
	}
}

// 200 positions to over 99%, the issue's own test.
func TestOverfit200Positions(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	cfg := tiny()
	cfg.Board, cfg.Filters, cfg.Layers, cfg.Threads, cfg.Overfit = 9, 24, 4, 2, 200
	top1, passes, err := overfit(t.Context(), cfg.Learning, traintest.NewPlayouts(t, 9, 10, 4), newPolicyLearner)
	if err != nil || top1 <= 0.99 {
		t.Fatalf("%.3f after %d passes: %v", top1, passes, err)
	}
	t.Logf("%.1f%% after %d passes", 100*top1, passes)
}

// launch trains a policy network on any positions.
func launch(ctx context.Context, cfg PolicyConfig, train, heldOut sample.Source, opt Options) (PolicyResult, error) {
	return launchFrom(ctx, cfg, FromSeed{}, train, heldOut, opt)
}

func launchFrom(ctx context.Context, cfg PolicyConfig, start PolicyStart, train, heldOut sample.Source, opt Options) (PolicyResult, error) {
	r := &run[PolicyConfig, *policyLearner]{
		cfg:     cfg.Learning,
		opt:     opt,
		train:   train,
		heldOut: heldOut,
		fresh:   newPolicyLearner,
		start:   start.startPolicy,
	}
	r.state.Config, r.state.Init = cfg, start.hash()
	result, err := r.do(ctx)
	return PolicyResult{result, r.learner.network()}, err
}
