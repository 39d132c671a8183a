package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// A run that stopped before its end can be ended there: the model has the weights that it had come to, with
// their measurement, and it still goes on later to the weights of a run that was never stopped.
func TestFinishEndsARunWhereItStopped(t *testing.T) {
	const stop = 13
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	cfg := tiny()
	whole, dir := t.TempDir(), t.TempDir()
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := launch(ctx, cfg, train, held, Options{Dir: dir, Report: func(r measure.Report) {
		if r.Step == stop {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, _, err := nets.LoadPolicy(dir); err == nil || !strings.Contains(err.Error(), "--finish") {
		t.Errorf("a model before the end of the run: %v, want what to do", err)
	}
	stopped, err := models.LoadCheckpoint(filepath.Join(dir, session.CheckpointsName))
	if err != nil {
		t.Fatal(err)
	}
	result, err := launch(t.Context(), cfg, train, held, Options{Dir: dir, Finish: true})
	if err != nil {
		t.Fatal(err)
	}
	if result.Steps != stop || result.HeldOut == nil || result.HeldOut.Step != stop {
		t.Errorf("after %d steps, measured %+v; want %d", result.Steps, result.HeldOut, stop)
	}
	if d := cmp.Diff(stopped.Weights, weights(t, dir)); d != "" {
		t.Errorf("the model has not the weights of the checkpoint:\n%s", d)
	}
	if cmp.Equal(weights(t, whole), weights(t, dir)) {
		t.Error("the model has the weights of the whole run")
	}
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: dir, Resume: true}); err != nil {
		t.Fatal(err)
	}
	sameRun(t, weights, whole, dir)
}

// A value network that is ended in between has the best weights so far. That measurement does not count for the run
// that goes on.
func TestFinishOfAValueNetworkChangesNothing(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 30, 1), true))
	held := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 10, 2),
		false)), sample.ValueConfig{Which: sample.All})
	learn := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Seed: 5})
	cfg, in := tinyValue(), ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}
	whole, dir := t.TempDir(), t.TempDir()
	if _, err := Value(t.Context(), cfg, in, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := Value(ctx, cfg, in, Options{Dir: dir, Report: func(r measure.Report) {
		if r.Step == cfg.EvalEvery+2 {
			cancel()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	before, err := models.LoadCheckpoint(filepath.Join(dir, session.CheckpointsName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Value(t.Context(), cfg, in, Options{Dir: dir, Finish: true}); err != nil {
		t.Fatal(err)
	}
	if cmp.Equal(valueWeights(t, whole), valueWeights(t, dir)) {
		t.Error("the model has the weights of the whole run")
	}
	after, err := models.LoadCheckpoint(filepath.Join(dir, session.CheckpointsName))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("the checkpoint was changed:\n%s", d)
	}
	if _, err := Value(t.Context(), cfg, in, Options{Dir: dir, Resume: true}); err != nil {
		t.Fatal(err)
	}
	sameRun(t, valueWeights, whole, dir)
}

// Where no run stopped there is nothing to end, and no folder is made. Nor is a run ended before its first step: its
// weights are random.
func TestFinishWantsARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	_, err := launch(t.Context(), tiny(), traintest.NewPlayouts(t, 5, 20, 1), nil, Options{Dir: dir, Finish: true})
	if err == nil || !strings.Contains(err.Error(), "no training stopped here") {
		t.Errorf("%v, want that no training stopped", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder: %v, want none", err)
	}
	games := traintest.NewPlayouts(t, 5, 20, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := launch(ctx, tiny(), games, nil, Options{Dir: dir}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	_, err = launch(t.Context(), tiny(), games, nil, Options{Dir: dir, Finish: true})
	if err == nil || !strings.Contains(err.Error(), "before its first step") {
		t.Errorf("%v, want that no step was done", err)
	}
	if _, err := launch(t.Context(), tiny(), games, nil, Options{Dir: dir, Resume: true}); err != nil {
		t.Errorf("going on afterwards: %v", err)
	}
}
