package reinforce

import (
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/session"
)

// Config is everything that decides what a run of reinforcement learning does.
// Two runs with the same Config, the same first weights and the same number of threads end
// with the same weights, bit for bit, unless time bounds them.
type Config struct {
	// Games is n, the games of one update; the paper has 128.
	Games int `json:"games"`
	// PoolEvery is the number of updates between additions of the current weights to the
	// pool of opponents; the paper has 500.
	PoolEvery int64 `json:"pool_every"`
	// Rate is α of the update (α/n) Σ games Σ moves ∇log π(a|s) (z − baseline); the paper
	// does not tell its own.
	Rate float64 `json:"rate"`
	// Temperature flattens (above 1) or sharpens what moves are drawn from, in play and in
	// the gradient alike: π = p^(1/T), renormalised over the sensible moves.
	Temperature float64 `json:"temperature"`
	// Optimizer is "sgd" (the paper's), "momentum", "adam" or "muon".
	Optimizer string `json:"optimizer"`
	// Momentum is the decay of past gradients, for "momentum".
	Momentum float64 `json:"momentum"`
	// WeightDecay pulls the weights to zero, per unit of rate; 0 switches it off.
	WeightDecay float64 `json:"weight_decay"`

	// Async is how many generations of games are ordered ahead: the games of update u are played by the
	// weights after u−Async updates, while the updates before it learn. The gradient is that of the current
	// weights, without correction. 0: each update waits for games of the current weights.
	Async int `json:"async,omitempty"`

	// Komi is White's points.
	Komi float64 `json:"komi"`
	// MoveLimit ends games, which are then counted as they stand; 0: three times the points.
	MoveLimit int `json:"move_limit"`
	// Settle ends a game once the winner is beyond doubt, instead of playing on until no
	// sensible move is left: the moves after that teach only noise.
	Settle bool `json:"settle"`
	// Seed decides opponents and moves.
	Seed uint64 `json:"seed"`
	// Chunk is the number of positions in one computation of the gradient. It bounds the
	// memory, and decides the order of sums.
	Chunk int `json:"chunk"`

	// EvalEvery is the number of updates between matches against the first weights; 0: only
	// at the end, so that only certainty (EntropyFloor) leads to a rollback.
	EvalEvery int64 `json:"eval_every"`
	// EvalGames is the number of games of such a match.
	EvalGames int `json:"eval_games"`
	// EvalTemperature is the temperature of both players in a match. At 1 a policy gains most
	// by merely becoming surer of its moves. The lower the temperature, the better a match shows
	// whether the moves have become better.
	EvalTemperature float64 `json:"eval_temperature"`
	// EntropyFloor is the share of the first update's entropy below which the policy
	// counts as collapsed; 0 never asks.
	EntropyFloor float64 `json:"entropy_floor"`
	// Rollbacks is how often the run may go back to its best weights, each time with half
	// the rate, before it is given up; 0 stops at the first fall.
	Rollbacks int `json:"rollbacks"`

	// Updates and Time bound the run; exactly one is positive. A finished run may be
	// resumed with more.
	Updates int64         `json:"-"`
	Time    time.Duration `json:"-"`
	// Threads play, replay and train; results repeat bit for bit for the same number.
	Threads int `json:"-"`
	// CheckpointInterval is the least time between checkpoints; 0 saves after each update.
	CheckpointInterval time.Duration `json:"-"`
}

// Paper is the run of Silver et al. 2016, Methods, "Policy network:
// reinforcement learning": 10,000 minibatches of 128 games, plain SGD, a pool that grows
// every 500 of them. Rate and temperature are not stated. Moves are drawn from the
// network's distribution as it is, and the rate is that of the published run of
// RocAlphaGo: ten times as much takes away five sixths of the entropy in one step
// (docs/training.md).
func Paper() Config {
	c := Practical()
	c.Games, c.PoolEvery, c.Updates = 128, 500, 10_000
	c.Optimizer, c.Rate, c.Temperature = learn.SGD, 1e-5, 1
	c.EvalTemperature = 1
	c.Settle = false
	return c
}

// Practical is the default for one machine. It uses Adam: Adam's steps do not all go where
// the gradient is largest, towards surer moves. It has no Updates or Time yet.
func Practical() Config {
	return Config{
		Games: 128, PoolEvery: 50,
		Rate: 1e-4, Temperature: 1, Optimizer: learn.Adam, Momentum: 0.9,
		Komi: 7.5, Settle: true,
		Seed: 1, Chunk: 64,
		EvalEvery: 50, EvalGames: 200, EvalTemperature: 0.25, EntropyFloor: 0.2, Rollbacks: 3,
		Threads: 1, CheckpointInterval: time.Minute,
	}
}

// MaxAsync bounds the weights that a checkpoint holds.
const MaxAsync = 16

// Validate says which field is wrong, by its name as a flag.
func (c *Config) Validate() error {
	switch {
	case c.Games < 1 || c.Games > 1<<16:
		return fmt.Errorf("games %d: want 1 to %d", c.Games, 1<<16)
	case c.PoolEvery < 1:
		return fmt.Errorf("pool-every %d: want at least 1", c.PoolEvery)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("rate %v: want above 0", c.Rate)
	case !(c.Temperature >= 0.01 && c.Temperature <= 100):
		return fmt.Errorf("temperature %v: want 0.01 to 100", c.Temperature)
	case !(math.Abs(c.Komi) <= 361) || c.Komi*2 != math.Trunc(c.Komi*2):
		return fmt.Errorf("komi %v: want a multiple of a half from −361 to 361", c.Komi)
	case c.MoveLimit < 0 || c.MoveLimit > 1<<16:
		return fmt.Errorf("move-limit %d: want 1 to %d, or 0 for three times the points", c.MoveLimit, 1<<16)
	case c.Async < 0 || c.Async > MaxAsync:
		return fmt.Errorf("async %d: want 0 to %d", c.Async, MaxAsync)
	case c.EvalEvery < 0:
		return fmt.Errorf("eval-every %d: must not be negative", c.EvalEvery)
	case c.EvalGames < 2 || c.EvalGames > 1<<20:
		return fmt.Errorf("eval-games %d: want 2 to %d", c.EvalGames, 1<<20)
	case !(c.EvalTemperature >= 0.01 && c.EvalTemperature <= 100):
		return fmt.Errorf("eval-temperature %v: want 0.01 to 100", c.EvalTemperature)
	case !(c.EntropyFloor >= 0 && c.EntropyFloor < 1):
		return fmt.Errorf("entropy-floor %v: want at least 0 and below 1", c.EntropyFloor)
	case c.Rollbacks < 0:
		return fmt.Errorf("rollbacks %d: must not be negative", c.Rollbacks)
	case c.Chunk < 1 || c.Chunk > 1<<16:
		return fmt.Errorf("chunk %d: want 1 to %d", c.Chunk, 1<<16)
	case c.Updates < 0 || c.Time < 0 || (c.Updates > 0) == (c.Time > 0):
		return fmt.Errorf("updates %d, time %v: exactly one must be positive, the other 0", c.Updates, c.Time)
	case c.CheckpointInterval < 0:
		return fmt.Errorf("checkpoint-every %v: must not be negative", c.CheckpointInterval)
	case c.Threads < 1:
		return fmt.Errorf("threads %d: want at least 1", c.Threads)
	}
	return c.trainer().Validate()
}

func (c *Config) trainer() learn.TrainerConfig {
	return learn.TrainerConfig{
		Batch:       c.Chunk,
		Threads:     c.Threads,
		Optimizer:   c.Optimizer,
		Momentum:    c.momentum(),
		WeightDecay: c.WeightDecay,
	}
}

// momentum is 0 for optimisers that have none.
func (c *Config) momentum() float64 {
	if c.Optimizer == learn.Momentum {
		return c.Momentum
	}
	return 0
}

// method is how the weights were learnt, in a line for the model's manifest.
func (c *Config) method() string {
	s := fmt.Sprintf("REINFORCE, %d games an update, pool every %d, %s, rate %v, temperature %v, komi %v",
		c.Games, c.PoolEvery, c.Optimizer, c.Rate, c.Temperature, c.Komi)
	if c.Optimizer == learn.Momentum {
		s += fmt.Sprintf(", momentum %v", c.Momentum)
	}
	if c.Async > 0 {
		s += fmt.Sprintf(", games ordered %d updates ahead", c.Async)
	}
	if c.WeightDecay > 0 {
		s += fmt.Sprintf(", weight decay %v", c.WeightDecay)
	}
	return s
}

// Overrides are the settings of self-play learning that people choose; see package
// settings for how they are declared.
type Overrides struct {
	Games       *int     `toml:"games" help:"Games per update, half of them with Black." placeholder:"N"`
	PoolEvery   *int64   `toml:"pool-every" help:"Updates between two additions of the current weights to the pool of opponents." placeholder:"N"`
	Rate        *float64 `toml:"rate" help:"Learning rate." placeholder:"X"`
	Temperature *float64 `toml:"temperature" help:"Moves are drawn from p^(1/T): above 1 more varied, below 1 less."  placeholder:"X"`
	Optimizer   *string  `toml:"optimizer" help:"sgd, momentum, adam or muon." placeholder:"NAME"`
	Momentum    *float64 `toml:"momentum" help:"Share of the velocity that a step keeps, for --optimizer momentum." placeholder:"X"`
	WeightDecay *float64 `toml:"weight-decay" help:"How strongly weights are pulled to zero." placeholder:"X"`

	Async *int `toml:"async" help:"Order the games of so many updates ahead: they are played while earlier updates learn, by weights that are so many updates old." placeholder:"N"`

	MoveLimit *int  `toml:"move-limit" help:"A game with so many moves ends and is counted (0: three times the points of the board)." placeholder:"N"`
	Settle    *bool `toml:"settle" help:"End games once their winner is beyond doubt." negatable:""`

	Updates *int64             `toml:"updates" help:"Length of the run in updates." xor:"length" placeholder:"N"`
	Time    *settings.Duration `toml:"time" help:"Length of the run in time, such as 1h (default, if no length is given: 30m)." why:"Half an hour on 9×9 wins 60 to 65 % of the games against the first network." xor:"length" placeholder:"D"`

	EvalEvery          *int64             `toml:"eval-every" help:"Updates between matches against the first weights; 0: only at the end. Then only --entropy-floor causes a rollback." placeholder:"N"`
	EvalGames          *int               `toml:"eval-games" help:"Games of each match against the first weights." placeholder:"N"`
	EvalTemperature    *float64           `toml:"eval-temperature" help:"Temperature of both players in these matches." placeholder:"X"`
	EntropyFloor       *float64           `toml:"entropy-floor" help:"Go back to the best weights if the entropy of the moves falls below this share of the first entropy; 0: never." placeholder:"X"`
	Rollbacks          *int               `toml:"rollbacks" help:"How often the run may go back to its best weights." placeholder:"N"`
	Chunk              *int               `toml:"chunk" help:"Positions per call of the network when the gradient is computed." placeholder:"N"`
	CheckpointInterval *settings.Duration `toml:"checkpoint-every" name:"checkpoint-every" help:"Time between checkpoints." placeholder:"D"`
}

// Over replaces the settings of c that are given.
func (o *Overrides) Over(c *Config) error {
	if !settings.Over(c, o) && c.Updates == 0 {
		c.Time = session.DefaultLength
	}
	return learn.CheckMomentum(o.Momentum, c.Optimizer)
}
