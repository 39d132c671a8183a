package main

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/record"
)

// BenchSGFCmd measures how fast SGF text becomes games.
type BenchSGFCmd struct {
	Common
	GamesFlags
	Time time.Duration `help:"How long to measure each." default:"2s"`
}

// Help is shown under the flags.
func (c *BenchSGFCmd) Help() string {
	return `It keeps the decompressed text in memory and reads it again and again on one core, in three ways:
directly into games (parse), with every move replayed (replay), and through SGF trees (tree).

Example: tengen bench sgf games/ --json`
}

// sgfSpeed is what bench sgf prints.
type sgfSpeed struct {
	Bytes      int64   `json:"bytes"` // of text in memory
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`
	ParseMBs   float64 `json:"mb_per_s"` // text into games, one core
	MovesPerS  float64 `json:"moves_per_s"`
	ReplayMBs  float64 `json:"replay_mb_per_s"`
	TreeMBs    float64 `json:"tree_mb_per_s"`
	BytesAMove float64 `json:"bytes_per_move"`
}

// Run measures and prints.
func (c *BenchSGFCmd) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Time <= 0 {
		return &usageError{fmt.Errorf("--time %v: want more than 0", c.Time)}
	}
	b, err := record.NewBench(ctx, c.Games, record.Options{Filter: c.Filter, Encoding: c.Encoding})
	if err != nil {
		return err
	}
	out := sgfSpeed{Bytes: b.Bytes(), Games: b.Games(), Moves: b.Moves()}
	// The best pass counts: whatever else the machine does only slows passes down.
	measure := func(pass func() error) (perS float64, err error) {
		for began := time.Now(); time.Since(began) < c.Time; {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			start := time.Now()
			if err := pass(); err != nil {
				return 0, err
			}
			perS = max(perS, 1/time.Since(start).Seconds())
		}
		return perS, nil
	}
	megabytes := float64(out.Bytes) / 1e6
	perS, err := measure(b.Parse)
	if err != nil {
		return err
	}
	out.ParseMBs, out.MovesPerS = perS*megabytes, perS*float64(out.Moves)
	if perS, err = measure(b.Replay); err != nil {
		return err
	}
	out.ReplayMBs = perS * megabytes
	if perS, err = measure(b.Tree); err != nil {
		return err
	}
	out.TreeMBs = perS * megabytes
	out.BytesAMove = float64(out.Bytes) / float64(max(out.Moves, 1))
	if c.JSON {
		return printJSON(out)
	}
	fmt.Printf("%.1f MB of SGF, %d games, %d moves; one core:\n", megabytes, out.Games, out.Moves)
	fmt.Printf("  into games        %6.0f MB/s, %.1f M moves/s\n", out.ParseMBs, out.MovesPerS/1e6)
	fmt.Printf("  games, replayed   %6.0f MB/s\n", out.ReplayMBs)
	fmt.Printf("  by way of trees   %6.0f MB/s\n", out.TreeMBs)
	return nil
}
