package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// BenchPlayoutCmd measures playouts.
type BenchPlayoutCmd struct {
	Common
	Board int           `help:"Size of the board, 2 to 19." default:"9"`
	Kind  string        `help:"Playouts to measure: uniform, mogo, informed or softmax." default:"uniform"`
	Model string        `help:"Folder of the model whose rollout policy --kind softmax plays by." placeholder:"DIR"`
	Time  time.Duration `help:"How long to measure." default:"2s"`
}

// Help shows how the command is used.
func (c *BenchPlayoutCmd) Help() string {
	return `Plays games from the empty board to the end, no own one-point eye filled, and counts
them by area. Kinds: uniform, random moves; mogo, the rules of MoGo's playouts: save what the last
move put in atari, 3×3 patterns round it, captures, random moves; informed, our strongest rules,
which judge these and small eyespaces better; softmax, the rollout policy of a model that
'tengen train rollout' has made. Figures of single-threaded programs compare with
--threads 1.

Example: tengen bench playout --board 19 --kind mogo --threads 1 --json`
}

// playoutSpeed is what bench playout prints.
type playoutSpeed struct {
	Board              int     `json:"board"`
	Kind               string  `json:"kind"`
	Threads            int     `json:"threads"`
	PlayoutsPerS       float64 `json:"playouts_per_s"`
	MovesPerS          float64 `json:"moves_per_s"`
	MovesPerGame       float64 `json:"moves_per_game"`
	BlackWins          float64 `json:"black_wins"`
	Seconds            float64 `json:"seconds"`
	games, moves, wins int
}

// Run measures and prints.
func (c *BenchPlayoutCmd) Run(ctx context.Context) error {
	if err := checkBench(c.Board, c.Time, c.Threads); err != nil {
		return err
	}
	threads := c.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	build, err := c.builder()
	if err != nil {
		return err
	}
	sum := playoutSpeed{Board: c.Board, Kind: c.Kind, Threads: threads}
	var mutex sync.Mutex
	var group sync.WaitGroup
	start := time.Now()
	for i := range threads {
		policy, err := build()
		if err != nil {
			return &usageError{fmt.Errorf("--kind: %w or softmax", err)}
		}
		group.Go(func() {
			games, moves, wins := playouts(ctx, policy, c.Board, c.Seed+uint64(i), start.Add(c.Time))
			mutex.Lock()
			defer mutex.Unlock()
			sum.games += games
			sum.moves += moves
			sum.wins += wins
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	sum.Seconds = time.Since(start).Seconds()
	sum.PlayoutsPerS = float64(sum.games) / sum.Seconds
	sum.MovesPerS = float64(sum.moves) / sum.Seconds
	sum.MovesPerGame = float64(sum.moves) / float64(sum.games)
	sum.BlackWins = float64(sum.wins) / float64(sum.games)
	if c.JSON {
		return printJSON(sum)
	}
	fmt.Printf("%d×%d, %s, %s: %.0f playouts/s, %.1f million moves/s, %.1f moves a game, Black wins %.1f%% without komi\n",
		c.Board, c.Board, sum.Kind, count(threads, "thread"), sum.PlayoutsPerS, sum.MovesPerS/1e6, sum.MovesPerGame, 100*sum.BlackWins)
	return nil
}

// builder makes playouts of the kind, one for each thread.
func (c *BenchPlayoutCmd) builder() (func() (rollout.Playout, error), error) {
	if c.Kind != "softmax" {
		if c.Model != "" {
			return nil, &usageError{fmt.Errorf("--model %s has no meaning for --kind %s: add --kind softmax, or leave it out", c.Model, c.Kind)}
		}
		return func() (rollout.Playout, error) { return rollout.NewPlayout(c.Kind) }, nil
	}
	if c.Model == "" {
		return nil, &usageError{errors.New("--kind softmax needs --model DIR, as 'tengen train rollout' makes it")}
	}
	policy, _, err := rollout.Load(c.Model, rollout.KindRollout)
	if err != nil {
		return nil, err
	}
	tables := rollout.NewTables(policy)
	return func() (rollout.Playout, error) { return rollout.NewSoftmax(tables, rollout.SoftmaxConfig{}) }, nil
}

// playouts plays games until the deadline.
func playouts(ctx context.Context, policy rollout.Playout, size int, seed uint64, deadline time.Time) (games, moves, wins int) {
	empty := board.NewPosition(size)
	random := board.NewRand(seed)
	trace := make([]board.Point, 0, rollout.MoveLimit(size))
	for {
		for range 16 {
			b := empty
			moves += len(policy.Play(&b, &random, trace))
			if b.Lead() > 0 {
				wins++
			}
			games++
		}
		if ctx.Err() != nil || !time.Now().Before(deadline) {
			return games, moves, wins
		}
	}
}

// checkBench refuses values that no measurement of the board can have.
func checkBench(size int, length time.Duration, threads int) error {
	if err := board.CheckSize(size); err != nil {
		return &usageError{err}
	}
	if length <= 0 {
		return &usageError{fmt.Errorf("--time %v: want more than 0", length)}
	}
	if threads < 0 {
		return &usageError{fmt.Errorf("--threads %d: want 1 or more", threads)}
	}
	return nil
}
