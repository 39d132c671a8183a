package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train"
)

// TrainPolicyCmd is supervised learning of the policy network. Options that are
// left out come from the preset.
type TrainPolicyCmd struct {
	Common
	GamesFlags
	Output     string   `short:"o" default:"runs/policy" help:"Folder of the run: model, metrics, curves, checkpoints." placeholder:"DIR"`
	Validation []string `help:"Games to hold out instead of the 4% that the split sets aside; duplicates of them are not trained on." placeholder:"GAMES"`

	Preset  string `help:"Where unset options come from: practical (Muon, batches of 64, cosine) or paper (Silver et al. 2016)." enum:"practical,paper" default:"practical"`
	Layers  *int   `help:"Convolutions, the 1×1 head included." placeholder:"N"`
	Filters *int   `help:"Channels of the hidden layers." placeholder:"N"`
	Planes  *int   `help:"Input planes: 4, 12, 20 or 48." placeholder:"N"`

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

	Init   string `help:"Model whose weights to begin with; brings its layers, filters and planes along." placeholder:"MODEL"`
	Resume bool   `help:"Go on where the run in the folder stopped."`

	LogEvery        *int64         `help:"Steps between lines of metrics." placeholder:"N"`
	EvalEvery       *int64         `help:"Steps between measurements on held-out games; 0: only at the end." placeholder:"N"`
	EvalPositions   *int           `help:"Held-out positions of one measurement; 0: all." placeholder:"N"`
	CheckpointEvery *time.Duration `help:"Time between checkpoints." placeholder:"D"`
	StallAfter      *int64         `help:"Steps after which the loss must have fallen; 0 never asks." placeholder:"N"`
	CheckOverfit    int            `help:"First let a fresh network learn this many positions by heart, and stop if it cannot." placeholder:"N"`
}

// Help is printed below the flags.
func (c *TrainPolicyCmd) Help() string {
	return `The folder holds the model, metrics.jsonl, TensorBoard events, curves.png and two
checkpoints. An interrupt saves; the same command with --resume goes on. With --steps
or --epochs and the same --threads a resumed run ends with the same weights as an
unbroken one, bit for bit; with --time it goes on at the fraction of the time spent.

What the presets say of options that are left out:

` + presets() + `
docs/training.md tells how the practical values were found.

Examples:

    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m
    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m --resume`
}

// presets is a table of the values that --preset stands for.
func presets() string {
	var s strings.Builder
	row := func(flag string, practical, paper any) {
		fmt.Fprintf(&s, "    %-17s%-12v%v\n", flag, practical, paper)
	}
	a, b := train.Practical(), train.Paper()
	row("--preset", "practical", "paper")
	row("--layers", a.Layers, b.Layers)
	row("--filters", a.Filters, b.Filters)
	row("--planes", a.Planes, b.Planes)
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

// Run trains.
func (c *TrainPolicyCmd) Run(ctx context.Context) error {
	cfg, err := c.config()
	if err != nil {
		return &usageError{err}
	}
	if err := train.CheckDir(c.Output, c.Resume); err != nil {
		return err // before the games are read, which may take a minute
	}
	opt := train.Options{Dir: c.Output, Resume: c.Resume, Notice: func(s string) { c.say("%s", s) }}
	if c.Init != "" {
		if err := c.init(&cfg, &opt); err != nil {
			return err
		}
	}
	learn, held, err := c.part(ctx, &cfg)
	if err != nil {
		return err
	}
	c.say("training on %d positions of %d games, held out %d positions of %d games", learn.Len(), learn.Games(), held.Len(), held.Games())
	opt.Training = models.Training{Program: engineVersion(), Data: baseNames(c.Games)}
	progress := newTrainProgress(os.Stderr, c.Quiet)
	opt.Report = progress.report
	result, err := train.Run(ctx, cfg, learn, held, opt)
	progress.close()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped at step %d, all saved; the same command with --resume goes on: %w", result.Steps, err)
	}
	if err != nil {
		return err
	}
	return c.print(result)
}

// config is the preset with the flags over it.
func (c *TrainPolicyCmd) config() (train.Config, error) {
	cfg := train.Practical()
	if c.Preset == "paper" {
		cfg = train.Paper()
	}
	over(&cfg.Layers, c.Layers)
	over(&cfg.Filters, c.Filters)
	over(&cfg.Planes, c.Planes)
	over(&cfg.Optimizer, c.Optimizer)
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
	cfg.Seed, cfg.Overfit = c.Seed, c.CheckOverfit
	cfg.Threads = c.Threads
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
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

// init loads the weights to begin with and takes over their shape, unless flags
// ask for another, which train.Run then refuses.
func (c *TrainPolicyCmd) init(cfg *train.Config, opt *train.Options) error {
	p, m, err := nets.LoadPolicy(c.Init)
	if err != nil {
		return err
	}
	if c.Layers == nil {
		cfg.Layers = p.Config().Layers
	}
	if c.Filters == nil {
		cfg.Filters = p.Config().Filters
	}
	if c.Planes == nil {
		cfg.Planes = p.Config().Planes
	}
	opt.Init, opt.InitSHA256 = p, m.Networks[models.Policy].File.SHA256
	opt.Training.Parent = opt.InitSHA256
	return nil
}

// part reads the games and parts them.
func (c *TrainPolicyCmd) part(ctx context.Context, cfg *train.Config) (learn, held *train.Data, err error) {
	learn, held, err = partGames(ctx, c.Common, c.GamesFlags, c.Validation, features.Planes(cfg.Planes))
	if err == nil {
		cfg.Board = learn.Board()
	}
	return learn, held, err
}

// partGames reads games and parts them into those to learn from and those held out:
// validation, if there are any, else what the split sets aside.
func partGames(ctx context.Context, common Common, flags GamesFlags, validation []string, planes features.Planes) (learn, held *train.Data, err error) {
	games, _, err := flags.read(ctx, common)
	if err != nil {
		return nil, nil, err
	}
	var learnSet, heldSet *record.Set
	if len(validation) > 0 {
		aside := flags
		aside.Games = validation
		if heldSet, _, err = aside.read(ctx, common); err != nil {
			return nil, nil, err
		}
		var dropped int
		if learnSet, dropped = train.Without(games, heldSet); dropped > 0 {
			common.say("%d games are left out of training, because they or mirror images of them are held out", dropped)
		}
	} else {
		learnSet, heldSet = train.Divide(games)
	}
	if learn, err = train.NewData(learnSet, planes); err != nil {
		return nil, nil, err
	}
	if held, err = train.NewData(heldSet, planes); err != nil {
		return nil, nil, err
	}
	if learn.Board() == 0 {
		if heldSet.Len() > 0 {
			return nil, nil, fmt.Errorf("%w to train on: all games of %v are held out", train.ErrNoPositions, flags.Games)
		}
		return nil, nil, fmt.Errorf("%w to train on: no game in %v passes the filters", train.ErrNoPositions, flags.Games)
	}
	return learn, held, nil
}

// baseNames are the names of the data without the folders of this machine.
func baseNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	return names
}

// say tells on stderr, unless quiet.
func (c *Common) say(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}

func (c *TrainPolicyCmd) print(r train.Result) error {
	perSecond := 0.0
	if r.Elapsed > 0 {
		perSecond = float64(r.Samples) / r.Elapsed.Seconds()
	}
	if c.JSON {
		out := map[string]any{"model": c.Output, "steps": r.Steps, "samples": r.Samples, "wall_s": r.Elapsed.Seconds(), "positions_per_s": perSecond}
		if m := r.HeldOut; m != nil {
			out["top1"], out["top1_lo"], out["top1_hi"] = m.Top1, m.Top1Lo, m.Top1Hi
			out["top5"], out["nll"], out["positions"], out["games"] = m.Top5, m.Loss, m.Positions, m.Games
			out["best_top1"], out["best_step"] = r.Best.Top1, r.Best.Step
		}
		return printJSON(out)
	}
	fmt.Printf("%d steps, %d positions in %s (%.0f a second)\n", r.Steps, r.Samples, r.Elapsed.Round(time.Second), perSecond)
	if m := r.HeldOut; m != nil {
		fmt.Printf("held out: top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%%, %.4f nats, over %d positions of %d games\n", 100*m.Top1, 100*m.Top1Lo, 100*m.Top1Hi, 100*m.Top5, m.Loss, m.Positions, m.Games)
	}
	fmt.Printf("model in %s; curves in %s\n", c.Output, filepath.Join(c.Output, train.CurvesName))
	return nil
}
