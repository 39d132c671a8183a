package linear

import (
	"context"
	"errors"
	"testing"

	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/measure"
)

// A run that stopped before its end can be ended there: the weights are in the model after fewer steps.
func TestFinishEndsARunWhereItStopped(t *testing.T) {
	learn := rolloutData(t, 5, 20, 1)
	input := RolloutInput{Train: learn}
	begin, err := Rollout(t.Context(), tinyRollout(rollout.KindRollout), input, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	balance := BalanceConfig{
		Positions: 6, Reference: ReferenceOutcome, SearchPlayouts: 1, Playouts: 4, Rate: 0.1, Steps: 20, Seed: 1, LogEvery: 3,
	}
	// Each takes the steps that it has done and reports every few of them.
	kinds := map[string]func(ctx context.Context, dir string, finish bool, report func()) (int64, error){
		"rollout": func(ctx context.Context, dir string, finish bool, report func()) (int64, error) {
			r, err := Rollout(ctx, tinyRollout(rollout.KindRollout), input,
				Options{Dir: dir, Finish: finish, Report: func(measure.Report) { report() }})
			return r.Steps, err
		},
		"balance": func(ctx context.Context, dir string, finish bool, report func()) (int64, error) {
			r, err := Balance(ctx, balance, BalanceInput{Train: learn, Init: begin.Policy, InitSHA256: "a"},
				Options{Dir: dir, Finish: finish, Report: func(measure.Report) { report() }})
			return r.Steps, err
		},
		"shapes": func(ctx context.Context, dir string, finish bool, report func()) (int64, error) {
			r, err := Shapes(ctx, tinyShapes(),
				ShapesOptions{Dir: dir, Finish: finish, Report: func(ShapesReport) { report() }})
			return r.Games, err
		},
	}
	for name, run := range kinds {
		t.Run(name, func(t *testing.T) {
			whole, err := run(t.Context(), t.TempDir(), false, func() {})
			if err != nil {
				t.Fatal(err)
			}
			dir, left := t.TempDir(), 4
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stopped, err := run(ctx, dir, false, func() {
				if left--; left == 0 {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) || stopped == 0 || stopped >= whole {
				t.Fatalf("stopped after %d of %d steps: %v", stopped, whole, err)
			}
			finished, err := run(t.Context(), dir, true, func() {})
			if err != nil || finished != stopped {
				t.Errorf("finished after %d steps, want %d: %v", finished, stopped, err)
			}
			switch name {
			case "shapes":
				_, _, err = shapes.Load(dir)
			default:
				_, _, err = rollout.Load(dir, rollout.KindRollout)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
