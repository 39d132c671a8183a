package train

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/session"
)

// Learning is what the trainings of policy networks and of value networks have in common. Two
// runs with the same configuration, data and number of threads give the same weights,
// bit for bit, as long as they are bounded by steps or epochs and not by time.
type Learning struct {
	// Board is the board size, 2 to 19; every game must have it.
	Board int `json:"board"`
	// Planes is the number of input planes: 4, 12, 20 or 48, or of a value network 49
	// (Silver et al. 2016, Extended Data Tables 2 and 3).
	Planes int `json:"planes"`
	// Filters is the width of the hidden layers; the paper's match version has 192.
	Filters int `json:"filters"`
	// Layers counts all convolutions, the 1×1 head included; the paper has 13.
	Layers int `json:"layers"`

	// Freeze is how many of the first convolutions keep the weights that the run begins with; 0: none.
	Freeze int `json:"freeze,omitempty"`

	// Optimizer is "sgd" (the paper's), "momentum", "adam" or "muon".
	Optimizer string `json:"optimizer"`
	// Momentum is the decay of past gradients, for "momentum".
	Momentum float64 `json:"momentum"`
	// WeightDecay pulls the weights to zero, per unit of rate; 0 switches it off.
	WeightDecay float64 `json:"weight_decay"`
	// Batch is the number of positions of one step.
	Batch int `json:"batch"`
	// Rate is the learning rate (after warm-up).
	Rate float64 `json:"rate"`
	// Schedule is "halve", "cosine", "linear" or "constant"; see Schedule.
	Schedule string `json:"schedule"`
	// HalveEvery is the number of steps after which "halve" halves the rate.
	HalveEvery int64 `json:"halve_every"`
	// WarmUp is the fraction of the run in which the rate rises to Rate.
	WarmUp float64 `json:"warm_up"`
	// Floor is the last rate of "cosine" and "linear" as a fraction of Rate.
	Floor float64 `json:"floor"`

	// Steps, Epochs and Time bound the run; exactly one of them is positive. With
	// Time the schedule runs on the fraction of the time that has passed, which no
	// two runs share exactly.
	Steps  int64         `json:"steps"`
	Epochs float64       `json:"epochs"`
	Time   time.Duration `json:"time"`

	// Seed decides the initial weights, the order of the positions and their
	// symmetries.
	Seed uint64 `json:"seed"`

	// The fields below change what is reported and kept, not what is learnt; of
	// them only Device and Threads touch the weights, in their last digits. A value network keeps the weights of
	// its best measurement, so EvalEvery and EvalPositions decide which weights it has in the end.

	// Device is where the network is computed. Another device gives slightly other weights.
	Device nets.Device `json:"-"`
	// Threads is the number of threads of the network, at least 1. The sums of the
	// gradient are split over them, so that another number gives slightly other
	// weights; a run resumed with the same number gives the same.
	Threads int `json:"-"`
	// Workers is the number of goroutines that replay games and compute features;
	// it has no influence on the result.
	Workers int `json:"-"`
	// LogEvery is the number of steps between lines of metrics.
	LogEvery int64 `json:"-"`
	// EvalEvery is the number of steps between measurements on held-out games; 0
	// measures only at the end.
	EvalEvery int64 `json:"-"`
	// EvalPositions bounds the held-out positions of one measurement.
	EvalPositions int `json:"-"`
	// CheckpointEvery and CheckpointInterval are the steps and the time between
	// checkpoints; whichever comes first saves. 0 leaves that one out.
	CheckpointEvery    int64         `json:"-"`
	CheckpointInterval time.Duration `json:"-"`
	// StallAfter is the number of steps after which the loss must have fallen below
	// the loss of blind guessing; 0 never asks.
	StallAfter int64 `json:"-"`
	// Overfit, when positive, is the number of positions that a fresh network of
	// this shape must learn by heart before the run starts: a check of features,
	// labels and gradients together.
	Overfit int `json:"-"`
}

// PolicyConfig is everything that decides what the training of a policy network does.
type PolicyConfig struct{ Learning }

// ValueConfig is everything that decides what the training of a value network does.
type ValueConfig struct {
	Learning

	// Hidden is the number of units of the fully connected layer, 256 in the paper.
	Hidden int `json:"hidden"`
	// Owners is the weight of a second lesson: who owns each point at the end of the game. 0: there is none.
	// See [learn.TrainerConfig], and [sample.ValueConfig] for where the owners are from.
	Owners float64 `json:"owners,omitempty"`
}

// PaperPolicy is the run of Silver et al. 2016, Methods, "Policy network: classification".
func PaperPolicy() PolicyConfig { return PolicyConfig{paper()} }

// PracticalPolicy is the default for one machine. It has no Board, Steps, Epochs or Time yet.
func PracticalPolicy() PolicyConfig { return PolicyConfig{practical()} }

// PaperValue is the run of Silver et al. 2016, Methods, "Value network: regression": the
// policy's training on 49 planes, with 50 million minibatches of 32 positions.
func PaperValue() ValueConfig {
	c := ValueConfig{Learning: paper(), Hidden: 256}
	c.Planes, c.Batch, c.Steps = 49, 32, 50_000_000
	return c
}

// PracticalValue is PracticalPolicy for a value network. It also learns owners, which the paper's does not
// (docs/training.md). Its rate and weight decay were measured at these values only, and without owners.
func PracticalValue() ValueConfig {
	c := ValueConfig{Learning: practical(), Hidden: 256, Owners: 5}
	c.Planes, c.Rate, c.WeightDecay = 49, 0.004, 1e-4
	return c
}

// paper is the policy's run in the paper: 13 layers of 192 filters, plain SGD on minibatches of 16, step
// size 0.003 halved every 80 million of 340 million steps.
func paper() Learning {
	c := practical()
	c.Board, c.Planes, c.Filters, c.Layers = 19, 48, 192, 13
	c.Optimizer, c.Momentum, c.WeightDecay = "sgd", 0, 0
	c.Batch, c.Rate = 16, 0.003
	c.Schedule, c.HalveEvery, c.WarmUp = "halve", 80_000_000, 0
	c.Steps = 340_000_000
	c.StallAfter = 100_000 // plain SGD at this rate is slow to begin
	return c
}

// usualMomentum is the momentum that most people take.
const usualMomentum = 0.9

// UseOptimizer chooses another optimiser than the preset's. The practical weight decay is for
// steps that the gradient does not set the size of, Muon's and Adam's; of plain gradients it
// would be far too much, and is a ten-thousandth at most. A preset without momentum gets the usual one.
func (c *Learning) UseOptimizer(name string) {
	c.Optimizer = name
	if name == learn.Momentum && c.Momentum == 0 {
		c.Momentum = usualMomentum
	}
	if name == learn.SGD || name == learn.Momentum {
		c.WeightDecay = min(c.WeightDecay, 1e-4)
	}
}

// practical is a small network, Muon, batches that use the cores well, and a rate that falls to almost
// nothing by the end of the run.
//
// Optimiser, rate and batch were chosen by measurement on real games (docs/training.md):
// Muon needs about two thirds of Adam's samples, Adam far fewer than momentum; batches of 64 and 128 differ little.
// Of the rates 0.0012 to 0.007, 0.0025 learned most in 12,000 steps. The gradient does not set the size
// of Muon's steps. So without decay the weights grow for as long as the run lasts, until the logits of
// odd positions explode. Every decay from 0.01 to 0.1 was better than none.
func practical() Learning {
	return Learning{
		Planes:  48,
		Filters: 64,
		Layers:  7,

		Optimizer:   "muon",
		Momentum:    usualMomentum,
		WeightDecay: 0.05,
		Batch:       64,
		Rate:        0.0025,
		Schedule:    "cosine",
		WarmUp:      0.05,
		Floor:       0.01,

		Seed:               1,
		Device:             nets.CPU{},
		Threads:            1,
		Workers:            1,
		LogEvery:           50,
		EvalEvery:          2000,
		EvalPositions:      4096,
		CheckpointInterval: time.Minute,
		StallAfter:         3000,
	}
}

// Validate says which field is wrong, by its name as a flag, and how to mend it.
func (c PolicyConfig) Validate() error {
	if c.Planes != 4 && c.Planes != 12 && c.Planes != 20 && c.Planes != 48 {
		return fmt.Errorf("planes %d: want 4, 12, 20 or 48, or 49 for a value network only", c.Planes)
	}
	return c.validate()
}

// Validate says which field is wrong, by its name as a flag, and how to mend it.
func (c ValueConfig) Validate() error {
	if c.Hidden < 1 || c.Hidden > 1<<14 {
		return fmt.Errorf("hidden %d: want 1 to %d", c.Hidden, 1<<14)
	}
	if !(c.Owners >= 0 && c.Owners <= 1000) {
		return fmt.Errorf("owners %v: want 0 to 1000", c.Owners)
	}
	if c.Planes != 4 && c.Planes != 12 && c.Planes != 20 && c.Planes != 48 && c.Planes != 49 {
		return fmt.Errorf("planes %d: want 4, 12, 20, 48 or 49", c.Planes)
	}
	return c.validate()
}

// validate checks what both kinds of network have.
func (c *Learning) validate() error {
	switch {
	case c.Board < 2 || c.Board > 19:
		return fmt.Errorf("board %d: want 2 to 19", c.Board)
	case c.Filters < 1 || c.Filters > 4096:
		return fmt.Errorf("filters %d: want 1 to 4096", c.Filters)
	case c.Layers < 2 || c.Layers > 200:
		return fmt.Errorf("layers %d: want 2 (5×5 and head) to 200", c.Layers)
	case c.Freeze < 0 || c.Freeze >= c.Layers:
		return fmt.Errorf("freeze %d: want 0 to %d, the convolutions below the head", c.Freeze, c.Layers-1)
	case c.Optimizer != "sgd" && c.Optimizer != "momentum" && c.Optimizer != "adam" && c.Optimizer != "muon":
		return fmt.Errorf("optimizer %q: want sgd, momentum, adam or muon", c.Optimizer)
	case !(c.Momentum >= 0 && c.Momentum < 1):
		return fmt.Errorf("momentum %v: want at least 0 and below 1", c.Momentum)
	case !(c.WeightDecay >= 0 && c.WeightDecay < 1):
		return fmt.Errorf("weight-decay %v: want at least 0 and below 1", c.WeightDecay)
	case c.Batch < 1 || c.Batch > 1<<16:
		return fmt.Errorf("batch %d: want 1 to 65536", c.Batch)
	case c.Steps < 0 || !(c.Epochs >= 0) || math.IsInf(c.Epochs, 0) || c.Time < 0 || c.bounds() != 1:
		return fmt.Errorf("steps %d, epochs %v, time %v: exactly one must be positive, the others 0",
			c.Steps, c.Epochs, c.Time)
	case c.Device == nil:
		return errors.New("no device: want the CPU or a graphics device")
	case c.Threads < 1:
		return fmt.Errorf("threads %d: want at least 1", c.Threads)
	case c.Workers < 1:
		return fmt.Errorf("workers %d: want at least 1", c.Workers)
	case c.LogEvery < 1:
		return fmt.Errorf("log-every %d: want at least 1", c.LogEvery)
	}
	for _, f := range []struct {
		name     string
		negative bool
	}{
		{"eval-every", c.EvalEvery < 0},
		{"eval-positions", c.EvalPositions < 0},
		{"checkpoint-every", c.CheckpointInterval < 0 || c.CheckpointEvery < 0},
		{"stall-after", c.StallAfter < 0},
		{"check-overfit", c.Overfit < 0},
	} {
		if f.negative {
			return fmt.Errorf("%s must not be negative", f.name)
		}
	}
	s := c.schedule()
	return s.Validate()
}

func (c *Learning) bounds() int {
	n := 0
	if c.Steps > 0 {
		n++
	}
	if c.Epochs > 0 {
		n++
	}
	if c.Time > 0 {
		n++
	}
	return n
}

// method is how the weights were learnt, in a line for the model's manifest.
func (c *Learning) method() string {
	s := fmt.Sprintf("%s, rate %v, %s, warm-up %v, weight decay %v",
		c.Optimizer, c.Rate, c.Schedule, c.WarmUp, c.WeightDecay)
	if c.Optimizer == "momentum" {
		s += fmt.Sprintf(", momentum %v", c.Momentum)
	}
	if c.Freeze > 0 {
		s += fmt.Sprintf(", layers frozen: %d", c.Freeze)
	}
	return s
}

// method also says what a value network learned apart from the outcome.
func (c *ValueConfig) method() string {
	s := c.Learning.method()
	if c.Owners > 0 {
		s += fmt.Sprintf(", owners %v", c.Owners)
	}
	return s
}

// Network is the shape of the network.
func (c PolicyConfig) Network() nets.PolicyConfig {
	return nets.PolicyConfig{Board: c.Board, Planes: c.Planes, Filters: c.Filters, Layers: c.Layers}
}

// Network is the shape of the network.
func (c ValueConfig) Network() nets.ValueConfig {
	return nets.ValueConfig{Board: c.Board, Planes: c.Planes, Filters: c.Filters, Layers: c.Layers, Hidden: c.Hidden}
}

func (c *Learning) trainer() learn.TrainerConfig {
	return learn.TrainerConfig{
		Batch:       c.Batch,
		Threads:     c.Threads,
		Optimizer:   c.Optimizer,
		Momentum:    c.Momentum,
		WeightDecay: c.WeightDecay,
		Frozen:      c.Freeze,
	}
}

func (c *ValueConfig) trainer() learn.TrainerConfig {
	t := c.Learning.trainer()
	t.Owners = c.Owners
	return t
}

func (c *Learning) schedule() session.Schedule {
	return session.Schedule{Kind: c.Schedule, Peak: c.Rate, HalveEvery: c.HalveEvery, WarmUp: c.WarmUp, Floor: c.Floor}
}
