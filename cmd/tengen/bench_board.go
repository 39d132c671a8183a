package main

import (
	"fmt"
	"reflect"
	"time"

	"github.com/tengen-go/tengen/board"
)

// BenchBoardCmd measures what is done with positions, on one thread.
type BenchBoardCmd struct {
	Common
	Board int           `help:"Size of the board, 2 to 19." default:"19"`
	Time  time.Duration `help:"How long to measure each figure." default:"500ms"`
}

// Help shows how the command is used.
func (c *BenchBoardCmd) Help() string {
	return `It measures single moves with exact liberties, copies of positions, and the reading of all ladders,
on positions of random games, in one thread.

Example: tengen bench board --board 19 --json`
}

// boardSpeed is what bench board prints: how many a second.
type boardSpeed struct {
	Board    int     `json:"board"`
	Threads  int     `json:"threads"`
	Moves    float64 `json:"moves_per_s"`
	Copies   float64 `json:"copies_per_s"`
	Ladders  float64 `json:"ladder_positions_per_s"`
	Position int     `json:"position_bytes"`
}

// Run measures and prints.
func (c *BenchBoardCmd) Run() error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	positions := middleGames(c.Board, c.Seed)
	speed := boardSpeed{Board: c.Board, Threads: 1, Position: int(reflect.TypeFor[board.Position]().Size())}

	random := board.NewRand(c.Seed)
	speed.Moves = perSecond(c.Time, func() int {
		b := board.NewPosition(c.Board)
		n := 0
		for ; n < 3*c.Board*c.Board; n++ {
			p := b.RandomMove(&random)
			if p == board.Pass {
				break
			}
			b.Play(p, b.ToMove())
		}
		return n + 1
	})
	var to board.Position
	speed.Copies = perSecond(c.Time, func() int {
		for i := range positions {
			to = positions[i]
		}
		return len(positions)
	})
	if to.Size() != c.Board {
		return fmt.Errorf("the copy of a %d×%d board has size %d", c.Board, c.Board, to.Size())
	}
	ladder := new(board.Ladder)
	speed.Ladders = perSecond(c.Time, func() int {
		for i := range positions {
			ladder.Read(&positions[i])
		}
		return len(positions)
	})
	if c.JSON {
		return printJSON(speed)
	}
	fmt.Printf("%d×%d, 1 thread: %.1f million moves/s, %.1f million copies/s (%d bytes), ladders of %.0f positions/s\n",
		c.Board, c.Board, speed.Moves/1e6, speed.Copies/1e6, speed.Position, speed.Ladders)
	return nil
}

// middleGames are positions of random games, a third of the board filled.
func middleGames(size int, seed uint64) []board.Position {
	random := board.NewRand(seed)
	positions := make([]board.Position, 64)
	for i := range positions {
		positions[i] = board.NewPosition(size)
		positions[i].Playout(&random, size*size/3)
	}
	return positions
}

// perSecond calls work for the given time; work returns how much it did.
func perSecond(length time.Duration, work func() int) float64 {
	done := 0
	start := time.Now()
	for time.Since(start) < length {
		done += work()
	}
	return float64(done) / time.Since(start).Seconds()
}
