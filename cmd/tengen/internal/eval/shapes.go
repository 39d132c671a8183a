package eval

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/sample"
)

// ShapesCmd measures a value function over local shapes.
type ShapesCmd struct {
	flags.Common
	Model string `arg:"" help:"Folder of the model."`
	flags.Collection
	Positions int `help:"Measure on this many positions, drawn evenly from all games; 0: all." placeholder:"N"`
}

// Help is printed below the flags.
func (c *ShapesCmd) Help() string {
	return `Moves are ranked by the value of the position after them, among all legal points. Top-1 is the
share of moves that are ranked first, top-5 the share among the first five. More is better.
"ranked above" is the mean share of the other points that are ranked above the move: 50% is
chance, less is better. Passes are left out. Intervals are 95%, by the standard error over
games. µs is the time for the values of all moves of a position, on one thread.

Example:

    tengen eval shapes runs/shapes games/ --board 9`
}

// Run measures and prints.
func (c *ShapesCmd) Run(ctx context.Context) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	values, _, err := shapes.Load(c.Model)
	if err != nil {
		return err
	}
	games, _, err := c.Collection.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	data, err := sample.NewData(games, features.PolicyPlanes)
	if err != nil {
		return err
	}
	if data.Len() == 0 {
		return fmt.Errorf("%w to measure on: no game passes the filters", sample.ErrNoPositions)
	}
	bar := progress.New(c.Quiet, "measuring", data.Len(), "positions")
	f, err := linear.EvaluateShapes(ctx, values, data, c.Positions, c.Seed, func(done, total int) {
		bar.Resize(int64(total))
		bar.Set(int64(done))
	})
	bar.Finish()
	if err != nil {
		return err
	}
	took := bench.ShapesMicros(values, c.Seed)
	if c.JSON {
		out := map[string]any{
			"model":           c.Model,
			"weights":         values.Weights(),
			"us_per_position": took,
			"positions":       f.Positions,
			"games":           f.Games,
		}
		interval.Put(out, "top1", f.Top1)
		interval.Put(out, "top5", f.Top5)
		interval.Put(out, "above", f.Above)
		return output.JSON(out)
	}
	output.Printf("local shapes, %d weights, %.1f µs for all moves of a position\n", values.Weights(), took)
	output.Printf("top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%% (%.2f–%.2f), ranked above %.2f%% (%.2f–%.2f), over %d "+
		"positions of %d games\n",
		100*f.Top1.Value, 100*f.Top1.Lo, 100*f.Top1.Hi, 100*f.Top5.Value, 100*f.Top5.Lo, 100*f.Top5.Hi,
		100*f.Above.Value, 100*f.Above.Lo, 100*f.Above.Hi, f.Positions, f.Games)
	return nil
}
