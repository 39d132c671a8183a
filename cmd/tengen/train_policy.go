package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// TrainPolicyCmd is supervised learning of the policy network. Options that are
// left out come from the preset.
type TrainPolicyCmd struct {
	Common
	GamesFlags
	Output  string `short:"o" default:"runs/policy" help:"Folder of the run: model, metrics, curves, checkpoints." placeholder:"DIR"`
	Targets string `help:"What to learn. played: the moves that were played. visits: how often the search tried each move; games of tengen selfplay --thoughts have this." enum:"played,visits" default:"played"`
	RunFlags
	train.Overrides
	Init string `help:"Model with the weights to start from; its layers, filters and planes are used." placeholder:"MODEL"`
}

// Help is printed below the flags.
func (c *TrainPolicyCmd) Help() string {
	return `The network learns to predict the moves of the games. The folder holds the model,
metrics.jsonl, TensorBoard events, curves.png and two checkpoints.

Ctrl-C saves; the same command with --resume goes on. With --steps or --epochs and the same
--threads, a resumed run ends with the same weights as an unbroken run, bit for bit. With
--time, the run goes on with the time that was left.

Values of the presets, for options that are not given:

` + defaults[train.PolicyConfig, train.Overrides](train.PracticalPolicy, train.PaperPolicy) + `
docs/training.md says how the practical values were found.

Examples:

    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m
    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m --resume
    tengen train policy search.tengen -o runs/next --init runs/first --targets visits --epochs 4`
}

// Run trains.
func (c *TrainPolicyCmd) Run(ctx context.Context) error {
	cfg, err := c.config()
	if err != nil {
		return &usageError{err}
	}
	if err := session.Check(c.Output, c.Resume); err != nil {
		return err // before the games are read, which may take a minute
	}
	in := train.PolicyInput{Start: train.FromSeed{}}
	opt := train.Options{Dir: c.Output, Resume: c.Resume, Notice: func(s string) { c.say("%s", s) }}
	if c.Init != "" {
		if err := c.init(&cfg, &in, &opt); err != nil {
			return err
		}
	}
	learn, held, err := c.part(ctx, &cfg)
	if err != nil {
		return err
	}
	c.say("training on %d positions of %d games, held out %d positions of %d games", learn.Len(), learn.Games(), held.Len(), held.Games())
	opt.Training = models.Training{Program: version.String(), Data: baseNames(c.Games)}
	progress := newTrainProgress(os.Stderr, c.Quiet)
	opt.Report = progress.report
	in.Train, in.HeldOut = learn, held
	result, err := train.Policy(ctx, cfg, in, opt)
	progress.close()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped at step %d, all saved; the same command with --resume goes on: %w", result.Steps, context.Canceled)
	}
	if err != nil {
		return err
	}
	return c.print(result)
}

// config is the preset with the flags over it.
func (c *TrainPolicyCmd) config() (train.PolicyConfig, error) {
	cfg, err := settings.Preset(c.Preset, train.PracticalPolicy, train.PaperPolicy)
	if err != nil {
		return cfg, err
	}
	return cfg, complete(&cfg, &cfg.Learning, &c.Overrides, c.Common)
}

// init loads the weights to begin with and takes over their shape, unless flags
// ask for another, which train.Policy then refuses.
func (c *TrainPolicyCmd) init(cfg *train.PolicyConfig, in *train.PolicyInput, opt *train.Options) error {
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
	start := train.FromPolicy{Policy: p, SHA256: m.Networks[models.Policy].File.SHA256}
	in.Start, opt.Training.Parent = start, start.SHA256
	return nil
}

// part reads the games and parts them.
func (c *TrainPolicyCmd) part(ctx context.Context, cfg *train.PolicyConfig) (learn, held *sample.Data, err error) {
	planes := features.Planes(cfg.Planes)
	c.thoughts = c.Targets == sample.Visits
	learn, held, err = partGames(ctx, c.Common, c.GamesFlags, c.Validation, func(games *record.Set) (*sample.Data, error) {
		if c.Targets != sample.Visits {
			return sample.NewData(games, planes)
		}
		with, without := sample.WithVisits(games)
		if without > 0 && with.Len() == 0 {
			return nil, fmt.Errorf("%w: --targets visits needs the visits of a search, and %s have none: make games with tengen selfplay --thoughts", sample.ErrNoPositions, count(without, "game"))
		}
		if without > 0 {
			c.say("without the visits of a search, and left out: %s", count(without, "game"))
		}
		return sample.NewVisitData(with, planes, cfg.Seed)
	})
	if err == nil {
		cfg.Board = learn.Board()
	}
	return learn, held, err
}

// partGames reads games and parts them into those to learn from and those held out:
// validation, if there are any, else what the split sets aside. number makes labelled positions
// of them.
func partGames(ctx context.Context, common Common, flags GamesFlags, validation []string, number func(*record.Set) (*sample.Data, error)) (learn, held *sample.Data, err error) {
	learnSet, heldSet, err := partSets(ctx, common, flags, validation)
	if err != nil {
		return nil, nil, err
	}
	if learn, err = number(learnSet); err != nil {
		return nil, nil, err
	}
	if held, err = number(heldSet); err != nil {
		return nil, nil, err
	}
	if learn.Board() == 0 {
		return nil, nil, noGames(flags, heldSet)
	}
	return learn, held, nil
}

// policyPositions are the positions before all moves, for what sees no planes or all of them.
func policyPositions(games *record.Set) (*sample.Data, error) {
	return sample.NewData(games, features.PolicyPlanes)
}

// noGames is the error of games none of which is left to learn from.
func noGames(flags GamesFlags, held *record.Set) error {
	if held.Len() > 0 {
		return fmt.Errorf("%w to train on: all games of %v are held out", sample.ErrNoPositions, flags.Games)
	}
	return fmt.Errorf("%w to train on: no game in %v passes the filters", sample.ErrNoPositions, flags.Games)
}

// partSets is partGames before the positions are numbered.
func partSets(ctx context.Context, common Common, flags GamesFlags, validation []string) (learn, held *record.Set, err error) {
	games, _, err := flags.read(ctx, common)
	if err != nil {
		return nil, nil, err
	}
	if len(validation) == 0 {
		learn, held = sample.Divide(games)
		return learn, held, nil
	}
	aside := flags
	aside.Games = validation
	if held, _, err = aside.read(ctx, common); err != nil {
		return nil, nil, err
	}
	learn, dropped := sample.Without(games, held)
	if dropped > 0 {
		common.say("%d games are left out of training, because they or mirror images of them are held out", dropped)
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

func (c *TrainPolicyCmd) print(r train.PolicyResult) error {
	perSecond := 0.0
	if r.Elapsed > 0 {
		perSecond = float64(r.Samples) / r.Elapsed.Seconds()
	}
	if c.JSON {
		out := map[string]any{"model": c.Output, "steps": r.Steps, "samples": r.Samples, "wall_s": r.Elapsed.Seconds(), "positions_per_s": perSecond}
		if m := r.HeldOut; m != nil {
			interval.Put(out, "top1", m.Moves.Top1)
			out["top5"], out["nll"], out["positions"], out["games"] = m.Moves.Top5, m.Loss.Value, m.Positions, m.Games
			out["best_top1"], out["best_step"] = r.Best.Known(), r.Best.Step
		}
		return printJSON(out)
	}
	fmt.Printf("%d steps, %d positions in %s (%.0f a second)\n", r.Steps, r.Samples, r.Elapsed.Round(time.Second), perSecond)
	if m := r.HeldOut; m != nil {
		fmt.Printf("held out: top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%%, %.4f nats, over %d positions of %d games\n", 100*m.Moves.Top1.Value, 100*m.Moves.Top1.Lo, 100*m.Moves.Top1.Hi, 100*m.Moves.Top5, m.Loss.Value, m.Positions, m.Games)
	}
	fmt.Printf("model in %s; curves in %s\n", c.Output, filepath.Join(c.Output, session.CurvesName))
	return nil
}
