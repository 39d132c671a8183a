package pipeline

import (
	"context"
	"errors"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train"
)

// Measured is a policy measured on the games held out.
type Measured struct {
	Steps     int64   `json:"steps"`
	Samples   int64   `json:"samples"`
	Seconds   float64 `json:"wall_s"`
	Top1      float64 `json:"top1"`
	Top1Lo    float64 `json:"top1_lo"`
	Top1Hi    float64 `json:"top1_hi"`
	Top5      float64 `json:"top5"`
	Loss      float64 `json:"nll"`
	Positions int     `json:"positions"`
	Games     int     `json:"games"`
}

func measured(steps, samples int64, seconds float64, m *train.Metric) Measured {
	f := Measured{Steps: steps, Samples: samples, Seconds: seconds}
	if m != nil {
		f.Top1, f.Top1Lo, f.Top1Hi, f.Top5, f.Loss, f.Positions, f.Games = m.Top1, m.Top1Lo, m.Top1Hi, m.Top5, m.Loss, m.Positions, m.Games
	}
	return f
}

// RolloutFigures are of the two linear softmax policies.
type RolloutFigures struct {
	Rollout Measured `json:"rollout"`
	Tree    Measured `json:"tree"`
}

// rolloutStage learns the rollout policy and the tree policy (Silver et al. 2016, Methods,
// "Rollout policy").
func (w *work) rolloutStage() Stage {
	first, err1 := w.cfg.Rollout.config(rollout.KindRollout, w.cfg.Seed)
	second, err2 := w.cfg.Tree.config(rollout.KindTree, w.cfg.Seed)
	configs := []train.RolloutConfig{first, second}
	return Stage{
		Name: RolloutStage, Title: "rollout policy and tree policy", Needs: []string{DataStage},
		Settings: map[string]any{"rollout": settings(configs[0]), "tree": settings(configs[1])},
		Results:  []string{models.Rollout + weights, models.Tree + weights},
		Run: func(ctx context.Context, dir string) (any, error) {
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			var figures RolloutFigures
			for i, to := range []*Measured{&figures.Rollout, &figures.Tree} {
				learn, held, err := w.parts(ctx, features.PolicyPlanes)
				if err != nil {
					return nil, err
				}
				r, err := train.Rollout(ctx, configs[i], train.RolloutInput{Train: learn, HeldOut: held}, train.Options{
					Dir: dir, Resume: true, Training: w.training(GamesName), Now: w.opt.Now,
					Counting: func(done, total int64) { w.progress("counting patterns", done, total, "games") },
					Report:   w.opt.Watch.Training, Notice: w.opt.Watch.Notice, Fresh: expected,
				})
				if err != nil {
					return nil, err
				}
				*to = measured(r.Steps, r.Samples, r.Elapsed.Seconds(), r.HeldOut)
			}
			return figures, nil
		},
	}
}

// weights is how files of weights end.
const weights = ".safetensors"

// policyStage learns the policy network from the games (Methods, "Policy network:
// classification").
func (w *work) policyStage() Stage {
	cfg, err := w.cfg.Policy.config(w.cfg.Board, w.cfg.Seed, w.opt.Threads)
	return Stage{
		Name: PolicyStage, Title: "policy network, from the games", Needs: []string{DataStage},
		Settings: settings(cfg), Results: []string{models.Policy + weights},
		Run: func(ctx context.Context, dir string) (any, error) {
			if err != nil {
				return nil, err
			}
			learn, held, err := w.parts(ctx, features.Planes(cfg.Planes))
			if err != nil {
				return nil, err
			}
			r, err := train.Policy(ctx, cfg, train.PolicyInput{Train: learn, HeldOut: held}, train.Options{
				Dir: dir, Resume: true, Training: w.training(GamesName), Report: w.opt.Watch.Training, Notice: w.opt.Watch.Notice, Fresh: expected, Now: w.opt.Now,
			})
			if err != nil {
				return nil, err
			}
			return measured(r.Steps, r.Samples, r.Elapsed.Seconds(), r.HeldOut), nil
		},
	}
}
