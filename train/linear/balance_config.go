package linear

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/internal/settings"
)

// Where the true value of a position comes from.
const (
	// ReferenceSearch is a deep search, MC-RAVE with knowledge by hand.
	ReferenceSearch = "search"
	// ReferenceOutcome is who won the game.
	ReferenceOutcome = "outcome"
)

// BalanceConfig is everything that decides a run of simulation balancing. Two runs with the
// same BalanceConfig, games and initial weights give the same weights, bit for bit.
type BalanceConfig struct {
	// Positions is how many positions are drawn from the games: one a game, and more of a game
	// only when every game has given one.
	Positions int `json:"positions"`
	// Reference is ReferenceSearch or ReferenceOutcome.
	Reference string `json:"reference"`
	// SearchPlayouts is how deep ReferenceSearch reads.
	SearchPlayouts int `json:"search_playouts"`
	// Playouts is the number of games played from a position for one step.
	Playouts int `json:"playouts"`
	// Rate is the learning rate at the beginning; it falls in a straight line to a
	// twentieth.
	Rate float64 `json:"rate"`
	// Steps is the length of the run: positions visited.
	Steps int64 `json:"steps"`
	// Seed decides positions, their order and all playouts.
	Seed uint64 `json:"seed"`

	// The fields below change what is reported and kept, not what is learnt.

	// LogEvery is the number of steps between lines of metrics.
	LogEvery int64 `json:"-"`
	// HeldOut is on how many held-out positions the error is measured before and after; 0 is all.
	HeldOut int `json:"held_out"`
	// CheckpointInterval is the time between checkpoints; 0 saves only at the end.
	CheckpointInterval time.Duration `json:"-"`
}

// DefaultBalance is for some minutes on 9×9.
func DefaultBalance() BalanceConfig {
	return BalanceConfig{
		Positions: 400, Reference: ReferenceSearch, SearchPlayouts: 3000,
		Playouts: 64, Rate: 0.4, Steps: 2000, Seed: 1,
		LogEvery: 50, HeldOut: 100, CheckpointInterval: 30 * time.Second,
	}
}

// Validate says which field is wrong, by its name as a flag.
func (c *BalanceConfig) Validate() error {
	switch {
	case c.Positions < 1:
		return fmt.Errorf("balance-positions %d: want at least 1", c.Positions)
	case c.Reference != ReferenceSearch && c.Reference != ReferenceOutcome:
		return fmt.Errorf("reference %q: want %s or %s", c.Reference, ReferenceSearch, ReferenceOutcome)
	case c.SearchPlayouts < 1:
		return fmt.Errorf("reference-playouts %d: want at least 1", c.SearchPlayouts)
	case c.Playouts < 2 || c.Playouts%2 != 0:
		return fmt.Errorf("balance-playouts %d: want an even number, at least 2", c.Playouts)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("rate %v: must be positive", c.Rate)
	case c.Steps < 1:
		return fmt.Errorf("steps %d: want at least 1", c.Steps)
	case c.HeldOut < 0 || c.LogEvery < 1 || c.CheckpointInterval < 0:
		return errors.New("held-out positions and checkpoint-every must not be negative, log-every at least 1")
	}
	return nil
}

// BalanceOverrides are the settings of simulation balancing that people choose; see package
// settings for how they are declared.
type BalanceOverrides struct {
	Reference      *string `toml:"reference" help:"True value of a position for --balance: search, what a search finds, or outcome, the result of its game." placeholder:"NAME"`
	SearchPlayouts *int    `toml:"reference-playouts" name:"reference-playouts" help:"Playouts of that search." placeholder:"N"`
	Positions      *int    `toml:"balance-positions" name:"balance-positions" help:"Positions to balance." placeholder:"N"`
	Playouts       *int    `toml:"balance-playouts" name:"balance-playouts" help:"Games per position in one step." placeholder:"N"`
}

// BalanceDefaults is a table of all settings of simulation balancing that people choose, and their values if they
// do not, under a title.
func BalanceDefaults(title string) string {
	type all struct { // with those that it shares with the training, under their names there
		BalanceOverrides
		Rate               *float64           `toml:"rate"`
		LogEvery           *int64             `toml:"log-every"`
		HeldOut            *int               `toml:"eval-positions"`
		CheckpointInterval *settings.Duration `toml:"checkpoint-every"`
		Steps              *int64             `toml:"steps" xor:"length"`
	}
	return settings.Defaults(all{}, []string{title}, DefaultBalance())
}

// Over replaces the settings of c that are given. The rate, the length in steps and the cadence are
// settings of the rollout policy's training, too. Other settings of that training have no meaning
// here and are an error.
func (o *BalanceOverrides) Over(c *BalanceConfig, training *RolloutOverrides) error {
	switch r := training; {
	case r.Epochs != nil || r.Time != nil:
		return errors.New("--balance is bounded by --steps, not by --epochs or --time")
	case r.Method != nil:
		return errors.New("--balance has a method of its own: leave --method out")
	case r.EvalEvery != nil:
		return errors.New("--balance measures before the first step and after the last: leave --eval-every out")
	case r.Responses != nil || r.Squares != nil || r.Diamonds != nil || r.CountGames != nil:
		return errors.New("--balance takes the patterns of --init: --responses, --squares, --diamonds and " +
			"--count-games have no meaning")
	}
	settings.Over(c, o)
	settings.Over(c, training)
	if training.EvalPositions != nil {
		c.HeldOut = *training.EvalPositions
	}
	return nil
}
