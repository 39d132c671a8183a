package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/sample"
)

// EvalShapesCmd measures a value function over local shapes.
type EvalShapesCmd struct {
	Common
	Model string `arg:"" help:"Folder of the model."`
	GamesFlags
	Positions int `help:"Measure on this many positions, drawn evenly from all games; 0: all." placeholder:"N"`
}

// Help is printed below the flags.
func (c *EvalShapesCmd) Help() string {
	return `Moves are ranked by the value of the position after them, among all legal points. Top-1 is the
share of moves that are ranked first, top-5 the share among the first five. More is better.
"ranked above" is the mean share of the other points that are ranked above the move: 50% is
chance, less is better. Passes are left out. Intervals are 95%, by the standard error over
games. µs is the time for the values of all moves of a position, on one thread.

Example:

    tengen eval shapes runs/shapes games/ --board 9`
}

// Run measures and prints.
func (c *EvalShapesCmd) Run(ctx context.Context) error {
	if c.Positions < 0 {
		return &usageError{fmt.Errorf("--positions %d: want 0 or more", c.Positions)}
	}
	values, _, err := shapes.Load(c.Model)
	if errors.Is(err, fs.ErrNotExist) {
		return &usageError{err}
	}
	if err != nil {
		return err
	}
	games, _, err := c.GamesFlags.read(ctx, c.Common)
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
	bar := newProgress(c.Quiet, "measuring", data.Len(), "positions")
	f, err := linear.EvaluateShapes(ctx, values, data, c.Positions, c.Seed, func(done, total int) {
		bar.resize(int64(total))
		bar.set(int64(done))
	})
	bar.finish()
	if err != nil {
		return err
	}
	took := microsecondsAPosition(values, c.Seed)
	if c.JSON {
		out := map[string]any{
			"model": c.Model, "weights": values.Weights(), "us_per_position": took, "positions": f.Positions, "games": f.Games,
		}
		interval.Put(out, "top1", f.Top1)
		interval.Put(out, "top5", f.Top5)
		interval.Put(out, "above", f.Above)
		return printJSON(out)
	}
	fmt.Printf("local shapes, %d weights, %.1f µs for all moves of a position\n", values.Weights(), took)
	fmt.Printf("top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%% (%.2f–%.2f), ranked above %.2f%% (%.2f–%.2f), over %d positions of %d games\n",
		100*f.Top1.Value, 100*f.Top1.Lo, 100*f.Top1.Hi, 100*f.Top5.Value, 100*f.Top5.Lo, 100*f.Top5.Hi, 100*f.Above.Value, 100*f.Above.Lo, 100*f.Above.Hi, f.Positions, f.Games)
	return nil
}

// microsecondsAPosition measures for half a second, on the first half of random games.
func microsecondsAPosition(v *shapes.Values, seed uint64) float64 {
	size := v.Size()
	rand, windows := board.NewRand(seed), shapes.NewWindows(size)
	moves, logits := make([]board.Point, 0, size*size), make([]float32, size*size)
	count, total := 0, time.Duration(0)
	for total < time.Second/2 {
		pos := board.NewPosition(size)
		for range size * size / 2 {
			moves = pos.LegalMoves(moves[:0])
			start := time.Now()
			windows.Set(&pos)
			v.Afterstates(windows, &pos, moves, logits)
			total += time.Since(start)
			count++
			pos.Play(pos.RandomMove(&rand), pos.ToMove())
		}
	}
	return float64(total.Microseconds()) / float64(count)
}
