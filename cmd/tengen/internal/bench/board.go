package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/bench"
)

// BoardCmd measures what is done with positions, on one thread.
type BoardCmd struct {
	flags.Common
	Board int           `help:"Size of the board, 2 to 19." default:"19"`
	Time  time.Duration `help:"How long to measure each figure." default:"500ms"`
}

// Help shows how the command is used.
func (c *BoardCmd) Help() string {
	return `It measures single moves with exact liberties, copies of positions, and the reading of all ladders,
on positions of random games, in one thread.

Example: tengen bench board --board 19 --json`
}

// boardSpeed is what bench board prints: how many a second.
type boardSpeed struct {
	Board   int `json:"board"`
	Threads int `json:"threads"`
	bench.BoardSpeed
}

// Run measures and prints.
func (c *BoardCmd) Run(ctx context.Context) error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	measured, err := bench.Board(ctx, c.Board, c.Time, c.Seed)
	if err != nil {
		return err
	}
	speed := boardSpeed{Board: c.Board, Threads: 1, BoardSpeed: measured}
	if c.JSON {
		return output.JSON(speed)
	}
	output.Printf("%d×%d, 1 thread: %.1f million moves/s, %.1f million copies/s (%d bytes), "+
		"ladders of %.0f positions/s\n", c.Board, c.Board,
		speed.Moves/1e6, speed.Copies/1e6, speed.Position, speed.Ladders)
	return nil
}
