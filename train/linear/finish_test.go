package linear

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/measure"
)

// A run that stopped before its end can be ended there: the model has the weights of fewer steps. A run that goes on
// from there later ends with the weights of one that was never stopped.
func TestFinishEndsARunWhereItStopped(t *testing.T) {
	learn, held := rolloutData(t, 5, 20, 1), rolloutData(t, 5, 6, 2)
	input := RolloutInput{Train: learn}
	begin, err := Rollout(t.Context(), tinyRollout(rollout.KindRollout), input, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	balance := BalanceConfig{
		Positions: 6, Reference: ReferenceOutcome, SearchPlayouts: 1, Playouts: 4, Rate: 0.1, Steps: 20, Seed: 1, LogEvery: 3,
		HeldOut: 4,
	}
	// Each gives the steps that it has done, and the weights of the model.
	kinds := map[string]func(ctx context.Context, opt Options) (int64, []float32, error){
		"rollout": func(ctx context.Context, opt Options) (int64, []float32, error) {
			r, err := Rollout(ctx, tinyRollout(rollout.KindRollout), input, opt)
			if err != nil {
				return r.Steps, nil, err
			}
			p, _, err := rollout.Load(opt.Dir, rollout.KindRollout)
			if err != nil {
				return 0, nil, err
			}
			return r.Steps, p.Weights(), nil
		},
		"balance": func(ctx context.Context, opt Options) (int64, []float32, error) {
			r, err := Balance(ctx, balance, BalanceInput{Train: learn, HeldOut: held, Init: begin.Policy, InitSHA256: "a"}, opt)
			if err != nil {
				return r.Steps, nil, err
			}
			p, m, err := rollout.Load(opt.Dir, rollout.KindRollout)
			if err != nil {
				return 0, nil, err
			}
			// The error on held-out games is of these weights, too.
			return r.Steps, append(p.Weights(), float32(m.Networks[models.Rollout].Training.Figures["mse"])), nil
		},
		"shapes": func(ctx context.Context, opt Options) (int64, []float32, error) {
			o := ShapesOptions{Dir: opt.Dir, Resume: opt.Resume, Finish: opt.Finish}
			if opt.Report != nil {
				o.Report = func(ShapesReport) { opt.Report(measure.Report{}) }
			}
			r, err := Shapes(ctx, tinyShapes(), o)
			if err != nil {
				return r.Games, nil, err
			}
			v, _, err := shapes.Load(opt.Dir)
			if err != nil {
				return 0, nil, err
			}
			return r.Games, v.Flat(), nil
		},
	}
	for name, run := range kinds {
		t.Run(name, func(t *testing.T) {
			whole, want, err := run(t.Context(), Options{Dir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			dir, left := t.TempDir(), 4
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stopped, _, err := run(ctx, Options{Dir: dir, Report: func(measure.Report) {
				if left--; left == 0 {
					cancel()
				}
			}})
			if !errors.Is(err, context.Canceled) || stopped == 0 || stopped >= whole {
				t.Fatalf("stopped after %d of %d steps: %v", stopped, whole, err)
			}
			finished, some, err := run(t.Context(), Options{Dir: dir, Finish: true})
			if err != nil || finished != stopped {
				t.Errorf("finished after %d steps, want %d: %v", finished, stopped, err)
			}
			if slices.Equal(some, want) {
				t.Error("the model has the weights of the whole run")
			}
			if _, all, err := run(t.Context(), Options{Dir: dir, Resume: true}); err != nil || !slices.Equal(all, want) {
				t.Errorf("the weights of the run that went on differ: %v", err)
			}
		})
	}
}
