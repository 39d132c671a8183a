package eval

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/sample"
)

// RolloutCmd measures a linear softmax policy.
type RolloutCmd struct {
	flags.Common
	Model string `arg:"" help:"Folder of the model."`
	flags.Collection
	Features string `help:"Which policy of the model: rollout or tree." enum:"rollout,tree" default:"rollout"`
	PartFlag
	Positions int `help:"Measure on this many positions, drawn evenly from all games; 0: all." placeholder:"N"`
}

// Help is printed below the flags.
func (c *RolloutCmd) Help() string {
	return `Top-1 is the share of moves that the policy ranks first among all legal points, top-5 the share
that it ranks among the first five. More is better. Passes are left out. Intervals are 95%, by
the standard error over games. µs is the time per move of a playout from the empty board, on
one thread. For a tree policy it is the time for the priors of all moves of a position.

Example:

    tengen eval rollout runs/first games/ --part test`
}

// Run measures and prints.
func (c *RolloutCmd) Run(ctx context.Context) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	policy, manifest, err := rollout.Load(c.Model, rollout.Kind(c.Features))
	if err != nil {
		return err
	}
	games, _, err := c.Collection.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	games = c.choose(c.Common, games, c.Games, manifest.Networks[c.Features].Training)
	data, err := sample.NewData(games, features.PolicyPlanes)
	if err != nil {
		return err
	}
	if data.Len() == 0 {
		return fmt.Errorf("%w to measure on: no game passes the filters", sample.ErrNoPositions)
	}
	bar := progress.New(c.Quiet, "measuring", data.Len(), "positions")
	start := time.Now()
	f, err := linear.EvaluateRollout(ctx, policy, data, c.Positions, c.Seed, func(done, total int) {
		bar.Resize(int64(total))
		bar.Set(int64(done))
	})
	took := time.Since(start)
	bar.Finish()
	if err != nil {
		return err
	}
	perMove, err := bench.MoveMicros(policy, data.Board(), c.Seed)
	if err != nil {
		return err
	}
	perSecond := output.PerSecond(f.Positions, took)
	if c.JSON {
		return output.JSON(struct {
			figuresJSON
			Part             string       `json:"part"`
			Kind             rollout.Kind `json:"kind"`
			Features         int          `json:"features"`
			MicrosecondsMove float64      `json:"us_per_move"`
			PerSecond        float64      `json:"positions_per_s"`
		}{newFiguresJSON(f), c.Part, policy.Kind(), policy.Features(), perMove, perSecond})
	}
	output.Printf("%s policy, %d features, %.2f µs a move, %.0f positions/s\n",
		policy.Kind(), policy.Features(), perMove, perSecond)
	output.Printf("top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%% (%.2f–%.2f), %.4f nats, "+
		"over %d positions of %d games\n",
		100*f.Top1.Value, 100*f.Top1.Lo, 100*f.Top1.Hi, 100*f.Top5.Value, 100*f.Top5.Lo, 100*f.Top5.Hi, f.Loss.Value,
		f.Positions, f.Games)
	return nil
}
