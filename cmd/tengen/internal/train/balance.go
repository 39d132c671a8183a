package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/measure"
)

// balance is train rollout --balance.
func (c *RolloutCmd) balance(ctx context.Context) error {
	cfg, err := c.balanceConfig()
	if err != nil {
		return usage.Wrap(err)
	}
	if err := linear.CheckRolloutDir(c.Output, rollout.KindRollout, c.resumes()); err != nil {
		return misused(err)
	}
	policy, manifest, err := rollout.Load(c.Init, rollout.KindRollout)
	if err != nil {
		return err
	}
	learn, held, err := partGames(ctx, c.Common, c.Collection, c.Validation, policyPositions)
	if err != nil {
		return err
	}
	c.Say("positions from %d games, held out %d games", learn.Games(), held.Games())
	about := training(c.Collection, c.Validation)
	inherit(&about, manifest.Networks[models.Rollout].Training, c.Common)
	counting := progress.New(c.Quiet, "values of positions", 0, "positions")
	bar := progress.New(c.Quiet, "balancing", cfg.Steps, "steps")
	result, err := linear.Balance(ctx, cfg,
		linear.BalanceInput{
			Train:      learn,
			HeldOut:    held,
			Init:       policy,
			InitSHA256: manifest.Networks[models.Rollout].File.SHA256,
		},
		train.Options{
			Dir: c.Output, Resume: c.Resume, Finish: c.Finish,
			Training: about,
			Notice:   func(s string) { c.Say("%s", s) },
			Fault:    flags.Fault,
			Counting: counting.Count,
			Report: func(r measure.Report) {
				bar.ResumeOnce(r.Step)
				bar.Set(r.Step)
				if m := r.Metric; m != nil && !c.Quiet {
					fmt.Fprintf(os.Stderr, "step %d, %s: squared error %.4f over the last positions\n",
						m.Step, r.Elapsed.Round(time.Second), m.Loss.Value)
				}
			},
		})
	counting.Finish()
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("at step %d", result.Steps), result.Steps, err)
	}
	if err != nil {
		return misused(err)
	}
	if c.JSON {
		out := map[string]any{
			"model":     c.Output,
			"kind":      rollout.KindRollout,
			"steps":     result.Steps,
			"wall_s":    result.Elapsed.Seconds(),
			"positions": result.HeldOut,
		}
		if result.Before != nil && result.After != nil {
			out["mse_before"], out["mse"] = *result.Before, *result.After
		}
		return output.JSON(out)
	}
	output.Printf("%d steps in %s\n", result.Steps, result.Elapsed.Round(time.Second))
	if result.Before != nil && result.After != nil {
		output.Printf("held out: squared error %.4f before, %.4f after, over %d positions\n",
			*result.Before, *result.After, result.HeldOut)
	}
	output.Printf("rollout policy in %s\n", c.Output)
	return nil
}

// balanceConfig is the default with the flags over it.
func (c *RolloutCmd) balanceConfig() (linear.BalanceConfig, error) {
	cfg := linear.DefaultBalance()
	switch {
	case c.Init == "":
		return cfg, errors.New("--balance starts from a trained rollout policy: name its model with --init MODEL")
	case c.Features != string(rollout.KindRollout):
		return cfg, fmt.Errorf("--balance is for the rollout policy, not --features %s", c.Features)
	}
	cfg.Seed = c.Seed
	if err := c.BalanceOverrides.Over(&cfg, &c.RolloutOverrides); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}
