package linear

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/session"
)

// RolloutConfig is everything that decides what a linear softmax policy learns. Two runs
// with the same RolloutConfig and games give the same weights, bit for bit, unless they are
// bounded by time.
type RolloutConfig struct {
	// Features is rollout.KindRollout or rollout.KindTree.
	Features rollout.Kind `json:"features"`
	// Responses, Squares and Diamonds are how many patterns of each group are kept, the
	// most frequent ones. The paper has 32,207, 69,338 and, of a tree policy, 32,207.
	Responses int `json:"responses"`
	Squares   int `json:"squares"`
	Diamonds  int `json:"diamonds"`
	// CountGames is in how many games patterns are counted; 0 is all.
	CountGames int `json:"count_games"`
	// Method is how the weights are fitted.
	Method Method `json:"method,omitzero"`
	// Rate is the learning rate of MethodGradient at the beginning; it falls in a straight line
	// to a twentieth.
	Rate float64 `json:"rate"`

	// Steps (games learned from), Epochs and Time bound the run; exactly one of them is
	// positive.
	Steps  int64         `json:"steps"`
	Epochs float64       `json:"epochs"`
	Time   time.Duration `json:"time"`

	// Seed decides the order of the games.
	Seed uint64 `json:"seed"`

	// The fields below change what is reported and kept, not what is learnt.

	// LogEvery is the number of games between lines of metrics.
	LogEvery int64 `json:"-"`
	// EvalEvery is the number of games between measurements on held-out games; 0
	// measures only at the end.
	EvalEvery int64 `json:"-"`
	// EvalPositions bounds the held-out positions of one measurement; 0 is all.
	EvalPositions int `json:"-"`
	// CheckpointInterval is the time between checkpoints; 0 saves only at the end.
	CheckpointInterval time.Duration `json:"-"`
}

// Method is a way of fitting the weights of a linear softmax policy to the moves of games.
type Method string

const (
	// MethodGradient is stochastic gradient ascent, a step for each position.
	MethodGradient Method = "gradient"
	// MethodMM is minorisation-maximisation (Coulom 2007), a group of features for each pass over
	// the games. It needs no rate.
	MethodMM Method = "mm"
)

// IsZero leaves the first method out of JSON: chains and checkpoints from before there was another go on.
func (m Method) IsZero() bool { return m == MethodGradient || m == "" }

// DefaultRollout has the paper's numbers of patterns; the rest was found by trial (see
// docs/benchmarks.md).
func DefaultRollout() RolloutConfig {
	return RolloutConfig{
		Features:  rollout.KindRollout,
		Responses: 32207, Squares: 69338, Diamonds: 32207,
		CountGames: 20000,
		Method:     MethodGradient,
		Rate:       0.1,
		Seed:       1,
		LogEvery:   100, EvalEvery: 5000, EvalPositions: 20000,
		CheckpointInterval: 30 * time.Second,
	}
}

// Validate says which field is wrong, by its name as a flag.
func (c *RolloutConfig) Validate() error {
	bounds := 0
	for _, given := range []bool{c.Steps > 0, c.Epochs > 0, c.Time > 0} {
		if given {
			bounds++
		}
	}
	const most = 1 << 24
	switch {
	case c.Features != rollout.KindRollout && c.Features != rollout.KindTree:
		return fmt.Errorf("features %q: want %s or %s", c.Features, rollout.KindRollout, rollout.KindTree)
	case min(c.Responses, c.Squares, c.Diamonds) < 0 || max(c.Responses, c.Squares, c.Diamonds) > most:
		return fmt.Errorf("responses %d, squares %d, diamonds %d: want 0 to %d",
			c.Responses, c.Squares, c.Diamonds, most)
	case c.CountGames < 0:
		return fmt.Errorf("count-games %d: must not be negative", c.CountGames)
	case c.Method != MethodGradient && c.Method != MethodMM:
		return fmt.Errorf("method %q: want %s or %s", c.Method, MethodGradient, MethodMM)
	case c.Steps < 0 || !(c.Epochs >= 0) || math.IsInf(c.Epochs, 0) || c.Time < 0 || bounds != 1:
		return fmt.Errorf("steps %d, epochs %v, time %v: exactly one must be positive, the others 0",
			c.Steps, c.Epochs, c.Time)
	case c.LogEvery < 1:
		return fmt.Errorf("log-every %d: want at least 1", c.LogEvery)
	case c.EvalEvery < 0 || c.EvalPositions < 0 || c.CheckpointInterval < 0:
		return fmt.Errorf("eval-every, eval-positions and checkpoint-every must not be negative")
	}
	s := c.schedule()
	return s.Validate()
}

func (c *RolloutConfig) schedule() session.Schedule {
	return session.Schedule{Kind: "linear", Peak: c.Rate, Floor: 0.05}
}

// RolloutOverrides are the settings of learning a linear softmax policy that people choose; see
// package settings for how they are declared.
type RolloutOverrides struct {
	Responses  *int `toml:"responses" help:"Number of 12-point patterns around the previous move, with their answers, to keep." placeholder:"N"`
	Squares    *int `toml:"squares" help:"Number of 3×3 patterns to keep." placeholder:"N"`
	Diamonds   *int `toml:"diamonds" help:"Number of 12-point patterns around the move to keep, for a tree policy." placeholder:"N"`
	CountGames *int `toml:"count-games" help:"Games in which patterns are counted (0: all)." placeholder:"N"`

	Method *string            `toml:"method" help:"gradient: a step along the gradient for each position. mm: minorisation-maximisation (Coulom 2007), a group of features for each pass over the games." placeholder:"NAME"`
	Rate   *float64           `toml:"rate" help:"Learning rate at the beginning; it falls to a twentieth." placeholder:"X"`
	Steps  *int64             `toml:"steps" help:"Length of the run in games; with --balance in steps, one position each." xor:"length" placeholder:"N"`
	Epochs *float64           `toml:"epochs" help:"Length of the run in passes over all games (default, if no length is given: 1; with --method mm: 60)." xor:"length" placeholder:"X"`
	Time   *settings.Duration `toml:"time" help:"Length of the run in time, such as 3m." xor:"length" placeholder:"D"`

	LogEvery           *int64             `toml:"log-every" help:"Games between lines of metrics." placeholder:"N"`
	EvalEvery          *int64             `toml:"eval-every" help:"Games between measurements on held-out games; 0: only at the end." placeholder:"N"`
	EvalPositions      *int               `toml:"eval-positions" help:"Held-out positions of one measurement; 0: all." placeholder:"N"`
	CheckpointInterval *settings.Duration `toml:"checkpoint-every" name:"checkpoint-every" help:"Time between checkpoints." placeholder:"D"`
}

// mmEpochs is how many passes a run by minorisation-maximisation makes if nobody says: six sweeps over
// the ten groups of a tree policy.
const mmEpochs = 60

// Over replaces the settings of c that are given.
func (o *RolloutOverrides) Over(c *RolloutConfig) error {
	bounded := settings.Over(c, o)
	switch {
	case c.Features == rollout.KindRollout && o.Diamonds != nil:
		return fmt.Errorf("diamonds %d has no meaning for a rollout policy: leave it out", *o.Diamonds)
	case c.Method == MethodMM && o.Rate != nil:
		return errors.New("rate: --method mm has none; leave it out")
	case !bounded && c.Method == MethodMM:
		c.Epochs = mmEpochs
	case !bounded:
		c.Epochs = 1
	}
	return nil
}
