package linear

import (
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/train/session"
)

// ShapesConfig is everything that decides what a value function over local shapes learns. Two
// runs with the same one give the same weights, bit for bit, unless they are bounded by time.
type ShapesConfig struct {
	// Board is the size of the board.
	Board int `json:"board"`
	// Komi is White's points.
	Komi float64 `json:"komi"`
	// Rate is α at the beginning; it falls in a straight line to a twentieth. The weights of
	// a position move by α·δ/n, n being the number of windows. If all windows of a position differ,
	// its logit then moves by about 2α·δ, on any board.
	Rate float64 `json:"rate"`
	// Epsilon is the chance of a random move.
	Epsilon float64 `json:"epsilon"`
	// Plies is how far ahead the value is that a position learns. 1: the next position. 2: the next
	// position after a move of the same player.
	Plies int `json:"plies"`

	// Games and Time bound the run; exactly one of them is positive.
	Games int64         `json:"games"`
	Time  time.Duration `json:"time"`

	// Seed decides all moves.
	Seed uint64 `json:"seed"`

	// The fields below change what is reported and kept, not what is learnt.

	// LogEvery is the number of games between lines of metrics.
	LogEvery int64 `json:"-"`
	// EvalEvery is the number of games between measurements; 0 measures only at the end.
	EvalEvery int64 `json:"-"`
	// EvalGames is how many games each of the two matches of a measurement has.
	EvalGames int `json:"-"`
	// CheckpointInterval is the time between checkpoints; 0 saves after each game.
	CheckpointInterval time.Duration `json:"-"`
}

// DefaultShapes is for 9×9 and some minutes. docs/training.md says how rate, chance and plies were
// found.
func DefaultShapes() ShapesConfig {
	return ShapesConfig{
		Board: 9, Komi: 7.5, Rate: 0.1, Epsilon: 0.1, Plies: 2, Seed: 1,
		LogEvery: 500, EvalEvery: 10_000, EvalGames: 200, CheckpointInterval: 30 * time.Second,
	}
}

// Validate says which field is wrong, by its name as a flag.
func (c *ShapesConfig) Validate() error {
	switch {
	case c.Board < board.MinSize || c.Board > board.MaxSize:
		return fmt.Errorf("board %d: want %d to %d", c.Board, board.MinSize, board.MaxSize)
	case math.IsNaN(c.Komi) || math.Abs(c.Komi) > float64(c.Board*c.Board):
		return fmt.Errorf("komi %v: want -%d to %[2]d", c.Komi, c.Board*c.Board)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("rate %v: must be positive", c.Rate)
	case !(c.Epsilon >= 0 && c.Epsilon <= 1):
		return fmt.Errorf("epsilon %v: want 0 to 1", c.Epsilon)
	case c.Plies != 1 && c.Plies != 2:
		return fmt.Errorf("plies %d: want 1 or 2", c.Plies)
	case c.Games < 0 || c.Time < 0 || (c.Games > 0) == (c.Time > 0):
		return fmt.Errorf("games %d, time %v: exactly one must be positive, the other 0", c.Games, c.Time)
	case c.LogEvery < 1:
		return fmt.Errorf("log-every %d: want at least 1", c.LogEvery)
	case c.EvalEvery < 0 || c.EvalGames < 0 || c.CheckpointInterval < 0:
		return fmt.Errorf("eval-every, eval-games and checkpoint-every must not be negative")
	}
	return nil
}

func (c *ShapesConfig) schedule() session.Schedule {
	return session.Schedule{Kind: "linear", Peak: c.Rate, Floor: 0.05}
}

// ShapesOverrides are the settings of learning local shapes that people choose; see package
// settings for how they are declared.
type ShapesOverrides struct {
	Board   *int     `toml:"board" help:"Size of the board." placeholder:"N"`
	Komi    *float64 `toml:"komi" help:"Points for White." placeholder:"X"`
	Rate    *float64 `toml:"rate" help:"Learning rate at the beginning; it falls to a twentieth." placeholder:"X"`
	Epsilon *float64 `toml:"epsilon" help:"Chance of a random move." placeholder:"X"`
	Plies   *int     `toml:"plies" help:"A position learns from the value of the position N moves later: 1, or 2, when the same player moves again." placeholder:"N"`

	Games *int64             `toml:"games" help:"Length of the run in games." xor:"length" placeholder:"N"`
	Time  *settings.Duration `toml:"time" help:"Length of the run in time, such as 8m (default, if no length is given: 5m)." xor:"length" placeholder:"D"`

	LogEvery           *int64             `toml:"log-every" help:"Games between lines of metrics." placeholder:"N"`
	EvalEvery          *int64             `toml:"eval-every" help:"Games between measurements; 0: only at the end." placeholder:"N"`
	EvalGames          *int               `toml:"eval-games" help:"Games per match of a measurement; there are two." placeholder:"N"`
	CheckpointInterval *settings.Duration `toml:"checkpoint-every" name:"checkpoint-every" help:"Time between checkpoints." placeholder:"D"`
}

// Over replaces the settings of c that are given.
func (o *ShapesOverrides) Over(c *ShapesConfig) error {
	if !settings.Over(c, o) {
		c.Time = 5 * time.Minute
	}
	return nil
}
