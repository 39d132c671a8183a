package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train"
)

// RunFlags are the options of a run that trains a convolutional network. Those that are
// left out come from the preset.
type RunFlags struct {
	Validation []string `help:"Games to hold out instead of the 4% that the split sets aside; duplicates of them are not trained on." placeholder:"GAMES"`

	Preset  string `help:"Where unset options come from: practical (Muon, batches of 64, cosine) or paper (Silver et al. 2016)." enum:"practical,paper" default:"practical"`
	Layers  *int   `help:"Convolutions, the 1×1 head included." placeholder:"N"`
	Filters *int   `help:"Channels of the hidden layers." placeholder:"N"`

	Optimizer   *string  `help:"sgd, momentum, adam or muon." placeholder:"NAME"`
	Momentum    *float64 `help:"Share of the velocity that a step keeps; of --optimizer momentum only." placeholder:"X"`
	WeightDecay *float64 `help:"Pull of the weights to zero." placeholder:"X"`
	Batch       *int     `help:"Positions a step." placeholder:"N"`
	Rate        *float64 `help:"Learning rate." placeholder:"X"`
	Schedule    *string  `help:"halve, cosine, linear or constant." placeholder:"NAME"`
	HalveEvery  *int64   `help:"Steps after which the rate is halved; implies --schedule halve." placeholder:"N"`
	WarmUp      *float64 `help:"Fraction of the run in which the rate rises." placeholder:"X"`

	Steps  *int64         `help:"Length of the run in steps." xor:"length" placeholder:"N"`
	Epochs *float64       `help:"Length of the run in passes over all positions." xor:"length" placeholder:"X"`
	Time   *time.Duration `help:"Length of the run in time, such as 30m; the schedule is fitted to it (default, if no length is given: 30m)." xor:"length" placeholder:"D"`

	Resume bool `help:"Go on where the run in the folder stopped."`

	LogEvery        *int64         `help:"Steps between lines of metrics." placeholder:"N"`
	EvalEvery       *int64         `help:"Steps between measurements on held-out games; 0: only at the end." placeholder:"N"`
	EvalPositions   *int           `help:"Held-out positions of one measurement; 0: all." placeholder:"N"`
	CheckpointEvery *time.Duration `help:"Time between checkpoints." placeholder:"D"`
	StallAfter      *int64         `help:"Steps after which the loss must have fallen; 0 never asks." placeholder:"N"`
	CheckOverfit    int            `help:"First let a fresh network learn this many positions by heart, and stop if it cannot." placeholder:"N"`
}

// presets is a table of the values that --preset stands for.
func presets(a, b train.Config) string {
	var s strings.Builder
	row := func(flag string, practical, paper any) {
		fmt.Fprintf(&s, "    %-17s%-12v%v\n", flag, practical, paper)
	}
	row("--preset", "practical", "paper")
	row("--layers", a.Layers, b.Layers)
	row("--filters", a.Filters, b.Filters)
	row("--planes", a.Planes, b.Planes)
	if a.Hidden > 0 {
		row("--hidden", a.Hidden, b.Hidden)
	}
	row("--optimizer", a.Optimizer, b.Optimizer)
	row("--weight-decay", a.WeightDecay, b.WeightDecay)
	row("--batch", a.Batch, b.Batch)
	row("--rate", a.Rate, b.Rate)
	row("--schedule", a.Schedule, b.Schedule)
	row("--halve-every", "-", b.HalveEvery)
	row("--warm-up", a.WarmUp, b.WarmUp)
	row("length", "--time 30m", fmt.Sprintf("--steps %d", b.Steps))
	row("--eval-every", a.EvalEvery, b.EvalEvery)
	row("--eval-positions", a.EvalPositions, b.EvalPositions)
	return s.String()
}

// over is a preset with the flags over it.
func (c *RunFlags) over(cfg train.Config, common Common) (train.Config, error) {
	over(&cfg.Layers, c.Layers)
	over(&cfg.Filters, c.Filters)
	if c.Optimizer != nil {
		cfg.UseOptimizer(*c.Optimizer)
	}
	over(&cfg.Momentum, c.Momentum)
	if c.Momentum != nil && cfg.Optimizer != nets.Momentum {
		return cfg, fmt.Errorf("--momentum %v has no meaning for %s: add --optimizer momentum, or leave it out", *c.Momentum, cfg.Optimizer)
	}
	over(&cfg.WeightDecay, c.WeightDecay)
	over(&cfg.Batch, c.Batch)
	over(&cfg.Rate, c.Rate)
	if c.HalveEvery != nil {
		cfg.Schedule, cfg.HalveEvery = "halve", *c.HalveEvery
	}
	over(&cfg.Schedule, c.Schedule)
	if c.HalveEvery != nil && cfg.Schedule != "halve" {
		return cfg, fmt.Errorf("--halve-every %d has no meaning for --schedule %s: leave one of them out", *c.HalveEvery, cfg.Schedule)
	}
	over(&cfg.WarmUp, c.WarmUp)
	over(&cfg.LogEvery, c.LogEvery)
	over(&cfg.EvalEvery, c.EvalEvery)
	over(&cfg.EvalPositions, c.EvalPositions)
	over(&cfg.CheckpointInterval, c.CheckpointEvery)
	over(&cfg.StallAfter, c.StallAfter)
	cfg.Seed, cfg.Overfit = common.Seed, c.CheckOverfit
	cfg.Threads = common.threads()
	cfg.Workers = cfg.Threads
	if c.Steps != nil || c.Epochs != nil || c.Time != nil {
		cfg.Steps, cfg.Epochs, cfg.Time = 0, 0, 0
		over(&cfg.Steps, c.Steps)
		over(&cfg.Epochs, c.Epochs)
		over(&cfg.Time, c.Time)
	} else if cfg.Steps == 0 {
		cfg.Time = 30 * time.Minute
	}
	// The board is known once the games are; every other mistake shows here.
	check := cfg
	check.Board = 19
	return cfg, check.Validate()
}

func over[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
