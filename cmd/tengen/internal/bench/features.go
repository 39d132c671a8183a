package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/bench"
)

// FeaturesCmd measures the feature planes.
type FeaturesCmd struct {
	flags.Common
	Games []string      `arg:"" optional:"" help:"Games to take positions from (default: the games under examples/, else random games)."`
	Board int           `help:"Size of the board, 2 to 19." default:"19"`
	Time  time.Duration `help:"How long to measure." default:"2s"`
}

// Help shows how the command is used.
func (c *FeaturesCmd) Help() string {
	return `It extracts all 48 planes of the policy network, ladders included, under all eight symmetries. The
positions are from the middle third of games, one per game. The figure counts all threads
together; --threads 1 gives the speed of one core.

Example: tengen bench features games/ --board 19 --threads 1 --json`
}

// featuresSpeed is what bench features prints.
type featuresSpeed struct {
	Board     int     `json:"board"`
	PerSecond float64 `json:"positions_per_s"` // of all threads together
	Threads   int     `json:"threads"`
	Positions int     `json:"positions"` // different ones
	Source    string  `json:"source"`
}

// Run measures and prints.
func (c *FeaturesCmd) Run(ctx context.Context) error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	positions, source, err := c.positions(ctx)
	if err != nil {
		return err
	}
	out := featuresSpeed{Board: c.Board, Threads: c.Workers(), Positions: len(positions), Source: source}
	if out.PerSecond, err = bench.Planes(ctx, positions, out.Threads, c.Time); err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(out)
	}
	output.Printf("%d×%d, %d threads: 48 planes of %.0f positions/s (%d positions of %s)\n",
		c.Board, c.Board, out.Threads, out.PerSecond, out.Positions, source)
	return nil
}

// positions are one of the middle third of each game, and where they come from.
func (c *FeaturesCmd) positions(ctx context.Context) ([]board.Position, string, error) {
	paths, source := c.Games, "the games given"
	if len(paths) == 0 {
		var err error
		if paths, err = exampleGames(); err != nil {
			return nil, "", err
		}
		source = "the games under examples/"
	}
	if len(paths) > 0 {
		positions, err := bench.PlayedPositions(ctx, paths, c.Board, c.Threads)
		if len(positions) > 0 || err != nil {
			return positions, source, err
		}
		if len(c.Games) > 0 {
			return nil, "", fmt.Errorf("no games on %d×%d in %v", c.Board, c.Board, c.Games)
		}
	}
	if !c.Quiet {
		fmt.Fprintf(os.Stderr, "no games on %d×%d under examples/: the positions are from random games\n",
			c.Board, c.Board)
	}
	return bench.MiddleGames(c.Board, c.Seed), "random games", nil
}

// exampleGames are the files of the project's own games in the folder examples
// below the working directory, if there.
func exampleGames() (paths []string, err error) {
	entries, err := os.ReadDir("examples")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if ok, _ := filepath.Match("*.sgfl*", entry.Name()); ok {
			paths = append(paths, filepath.Join("examples", entry.Name()))
		}
	}
	return paths, nil
}
