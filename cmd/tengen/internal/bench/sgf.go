package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/record"
)

// SGFCmd measures how fast SGF text becomes games.
type SGFCmd struct {
	flags.Common
	flags.Collection
	Time time.Duration `help:"How long to measure each." default:"2s"`
}

// Help is shown under the flags.
func (c *SGFCmd) Help() string {
	return `It keeps the decompressed text in memory and reads it again and again on one core, in three ways:
directly into games (parse), with every move replayed (replay), and through SGF trees (tree).

Example: tengen bench sgf games/ --json`
}

// Run measures and prints.
func (c *SGFCmd) Run(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return err
	}
	if c.Time <= 0 {
		return usage.Errorf("--time %v: want more than 0", c.Time)
	}
	out, err := bench.Reading(ctx, c.Games, record.Options{Filter: c.Filter, Encoding: c.Encoding}, c.Time)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(out)
	}
	output.Printf("%.1f MB of SGF, %d games, %d moves; one core:\n", float64(out.Bytes)/1e6, out.Games, out.Moves)
	output.Printf("  into games        %6.0f MB/s, %.1f M moves/s\n", out.ParseMBs, out.MovesPerS/1e6)
	output.Printf("  games, replayed   %6.0f MB/s\n", out.ReplayMBs)
	output.Printf("  by way of trees   %6.0f MB/s\n", out.TreeMBs)
	return nil
}
