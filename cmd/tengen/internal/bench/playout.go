package bench

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/rollout"
)

// PlayoutCmd measures playouts.
type PlayoutCmd struct {
	flags.Common
	Game  string        `help:"${games}" placeholder:"GAME"`
	Board int           `help:"Size of the board, 2 to 19; 9 if not given." placeholder:"9"`
	Kind  string        `help:"Playouts to measure: uniform, mogo, mogo-safe, informed or softmax." default:"uniform"`
	Model string        `help:"Folder of the model with the rollout policy for --kind softmax." placeholder:"DIR"`
	Time  time.Duration `help:"How long to measure." default:"2s"`
}

// Help shows how the command is used.
func (c *PlayoutCmd) Help() string {
	return `It plays games from the empty board to the end and counts the area. No playout fills an own
one-point eye. The kinds are:

    uniform      random moves
    mogo         the rules of MoGo: save stones that the last move put in atari, 3×3 patterns
                 around it, captures, random moves
    mogo-safe    the same, without patterns that put the stone itself in atari
    informed     stronger rules of our own, which also know small eyespaces
    softmax      the rollout policy of a model, made by 'tengen train rollout'

With --game it plays a small game by uniform moves, in the way of a search: copy the state, play
it out, note the moves. gomoku is five or more in a row on 8×8; gomoku:size=15,length=5,exact=on
is exactly five on 15×15. Compare with single-threaded programs by --threads 1.

Examples: tengen bench playout --board 19 --kind mogo --threads 1 --json
          tengen bench playout --game gomoku --threads 1`
}

// playoutSpeed is what bench playout prints.
type playoutSpeed struct {
	Board   int    `json:"board"`
	Game    string `json:"game,omitempty"`
	Kind    string `json:"kind"`
	Threads int    `json:"threads"`
	bench.PlayoutSpeed
}

// Run measures and prints.
func (c *PlayoutCmd) Run(ctx context.Context) error {
	result := playoutSpeed{Board: cmp.Or(c.Board, 9), Kind: c.Kind, Threads: c.Workers()}
	if err := checkBench(result.Board, c.Time, c.Threads); err != nil {
		return err
	}
	build, what := c.builder, fmt.Sprintf("%d×%d, %s", result.Board, result.Board, c.Kind)
	if c.Game != "" {
		rules, err := c.game()
		if err != nil {
			return err
		}
		start, err := rules.New()
		if err != nil {
			return err
		}
		result.Board, result.Game, what = rules.Size(), rules.String(), rules.String()
		build = func(int) (func() (bench.Playout, error), error) {
			return func() (bench.Playout, error) { return bench.StatePlayout(start.State(start.ToMove())), nil }, nil
		}
	}
	next, err := build(result.Board)
	if err != nil {
		return err
	}
	sources := make([]bench.Playout, result.Threads)
	for i := range sources {
		if sources[i], err = next(); err != nil {
			return err
		}
	}
	if result.PlayoutSpeed, err = bench.Playouts(ctx, sources, c.Time, c.Seed); err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(result)
	}
	who := fmt.Sprintf("Black wins %.1f%% without komi", 100*result.BlackWins)
	if c.Game != "" {
		who = fmt.Sprintf("X wins %.1f%%, %.1f%% are drawn", 100*result.BlackWins, 100*result.Draws)
	}
	output.Printf("%s, %s: %.0f playouts/s, %.1f million moves/s, %.1f moves a game, %s\n",
		what, output.Count(result.Threads, "thread"), result.PlayoutsPerS, result.MovesPerS/1e6, result.MovesPerGame,
		who)
	return nil
}

// game is the small game, on which only uniform playouts are played.
func (c *PlayoutCmd) game() (game.Rules, error) {
	rules, err := game.Parse(c.Game)
	switch {
	case err != nil:
		return rules, usage.Errorf("--game: %w", err)
	case c.Board != 0:
		return rules, usage.Errorf("--board %d is for Go: the size of --game %s is an option of the game, as in "+
			"gomoku:size=15", c.Board, c.Game)
	case c.Kind != "uniform" || c.Model != "":
		return rules, usage.Errorf("--game %s has only uniform playouts: leave out --kind and --model", c.Game)
	}
	return rules, nil
}

// builder makes playouts of Go of the kind, one for each thread.
func (c *PlayoutCmd) builder(size int) (func() (bench.Playout, error), error) {
	if c.Kind != "softmax" {
		if c.Model != "" {
			return nil, usage.Errorf("--model %s has no effect with --kind %s: add --kind softmax, or leave it out",
				c.Model, c.Kind)
		}
		return func() (bench.Playout, error) {
			policy, err := rollout.NewPlayout(c.Kind)
			if err != nil {
				return nil, usage.Errorf("--kind: %w or softmax", err)
			}
			return bench.GoPlayout(policy, size), nil
		}, nil
	}
	if c.Model == "" {
		return nil, usage.Errorf("--kind softmax needs --model DIR; 'tengen train rollout' makes one")
	}
	policy, _, err := rollout.Load(c.Model, rollout.KindRollout)
	if err != nil {
		return nil, err
	}
	tables := rollout.NewTables(policy)
	return func() (bench.Playout, error) {
		softmax, err := rollout.NewSoftmax(tables, rollout.SoftmaxConfig{})
		return bench.GoPlayout(softmax, size), err
	}, nil
}

// checkBench refuses values that no measurement of the board can have.
func checkBench(size int, length time.Duration, threads int) error {
	if err := board.CheckSize(size); err != nil {
		return usage.Wrap(err)
	}
	if length <= 0 {
		return usage.Errorf("--time %v: want more than 0", length)
	}
	if threads < 0 {
		return usage.Errorf("--threads %d: want 1 or more", threads)
	}
	return nil
}
