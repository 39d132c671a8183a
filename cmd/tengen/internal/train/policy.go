package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// PolicyCmd is supervised learning of the policy network. Options that are
// left out come from the preset.
type PolicyCmd struct {
	flags.Common
	flags.Collection
	Output  string `short:"o" default:"runs/policy" help:"Folder of the run: model, metrics, curves, checkpoints." placeholder:"DIR"`
	Targets string `help:"What to learn. played: the moves that were played. visits: how often the search tried each move; games of tengen selfplay --thoughts have this." enum:"played,visits" default:"played"`
	RunFlags
	train.Overrides
	Init string `help:"Model with the weights to start from; its layers, filters and planes are used." placeholder:"MODEL"`
}

// Help is printed below the flags.
func (c *PolicyCmd) Help() string {
	return `The network learns to predict the moves of the games. The folder holds the model,
metrics.jsonl, TensorBoard events, curves.png and two checkpoints.

Ctrl-C saves; the same command with --resume goes on. With --finish it learns no further and
writes the model, to use what there is; --resume still goes on later. With --steps or --epochs
and the same --threads, a resumed run ends with the same weights as an unbroken run, bit for
bit. With --time, the run goes on with the time that was left.

Values of the presets, for options that are not given:

` + defaults[train.PolicyConfig, train.Overrides](train.PracticalPolicy, train.PaperPolicy) + `
docs/training.md says how the practical values were found.

Examples:

    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m
    tengen train policy games/ -o runs/first --board 9 --layers 6 --filters 32 --time 20m --resume
    tengen train policy search.tengen -o runs/next --init runs/first --targets visits --epochs 4`
}

// Run trains.
func (c *PolicyCmd) Run(ctx context.Context) error {
	cfg, err := c.config()
	if err != nil {
		return usage.Wrap(err)
	}
	if err := c.check(c.Output); err != nil {
		return err // before the games are read, which may take a minute
	}
	in := train.PolicyInput{Start: train.FromSeed{}}
	opt := train.Options{
		Dir: c.Output, Resume: c.Resume, Finish: c.Finish, Notice: func(s string) { c.Say("%s", s) },
		Fault: flags.Fault,
	}
	opt.Training = training(c.Collection, c.Validation)
	if c.Init != "" {
		if err := c.init(&cfg, &in, &opt); err != nil {
			return err
		}
	}
	if err := c.freeze(&cfg.Learning, c.Init, cfg.Layers-1); err != nil {
		return err
	}
	learn, held, err := c.part(ctx, &cfg)
	if err != nil {
		return err
	}
	c.Say("training on %d positions of %d games, held out %d positions of %d games",
		learn.Len(), learn.Games(), held.Len(), held.Games())
	shape := cfg.Network()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Policy: &shape, Training: true,
		Optimizer: cfg.Optimizer, Batch: cfg.Batch,
	})
	if err != nil {
		return err
	}
	defer done()
	cfg.Device = device
	bar := progress.NewTraining(os.Stderr, c.Quiet)
	opt.Report = bar.Report
	in.Train, in.HeldOut = learn, held
	result, err := train.Policy(ctx, cfg, in, opt)
	bar.Close()
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("at step %d, all saved", result.Steps), result.Steps, err)
	}
	if err != nil {
		return misused(err)
	}
	return c.print(result)
}

// config is the preset with the flags over it.
func (c *PolicyCmd) config() (train.PolicyConfig, error) {
	cfg, err := settings.Preset(c.Preset, train.PracticalPolicy, train.PaperPolicy)
	if err != nil {
		return cfg, err
	}
	return cfg, complete(&cfg, &cfg.Learning, &c.Overrides, c.Common)
}

// init loads the weights to begin with and takes over their shape, unless flags
// ask for another, which train.Policy then refuses.
func (c *PolicyCmd) init(cfg *train.PolicyConfig, in *train.PolicyInput, opt *train.Options) error {
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
	inherit(&opt.Training, m.Networks[models.Policy].Training, c.Common)
	return nil
}

// part reads the games and parts them.
func (c *PolicyCmd) part(ctx context.Context, cfg *train.PolicyConfig) (learn, held *sample.Data, err error) {
	planes := features.Planes(cfg.Planes)
	c.Thoughts = c.Targets == sample.Visits
	learn, held, err = partGames(ctx, c.Common, c.Collection, c.Validation,
		func(games *record.Set, heldOut bool) (*sample.Data, error) {
			if c.Targets != sample.Visits {
				return sample.NewData(games, planes)
			}
			with, without := sample.WithVisits(games)
			switch none := without > 0 && with.Len() == 0; {
			case none && heldOut:
				c.Say("held out: %s without the visits of a search, measured against the moves played",
					output.Count(without, "game"))
				return sample.NewData(games, planes)
			case none:
				return nil, fmt.Errorf("%w: --targets visits needs the visits of a search, and %s have none: make "+
					"games with tengen selfplay --thoughts", sample.ErrNoPositions, output.Count(without, "game"))
			case without > 0:
				c.Say("without the visits of a search, and left out: %s", output.Count(without, "game"))
			}
			return sample.NewVisitData(with, planes, cfg.Seed)
		})
	if err == nil {
		cfg.Board = learn.Board()
	}
	return learn, held, err
}

func (c *PolicyCmd) print(r train.PolicyResult) error {
	perSecond := output.PerSecond(r.Samples, r.Elapsed)
	if c.JSON {
		out := map[string]any{
			"model":           c.Output,
			"steps":           r.Steps,
			"samples":         r.Samples,
			"wall_s":          r.Elapsed.Seconds(),
			"positions_per_s": perSecond,
		}
		if m := r.HeldOut; m != nil {
			interval.Put(out, "top1", m.Moves.Top1)
			out["top5"], out["nll"], out["positions"], out["games"] = m.Moves.Top5, m.Loss.Value, m.Positions, m.Games
			out["best_top1"], out["best_step"] = r.Best.Known(), r.Best.Step
		}
		return output.JSON(out)
	}
	output.Printf("%d steps, %d positions in %s (%.0f a second)\n",
		r.Steps, r.Samples, r.Elapsed.Round(time.Second), perSecond)
	if m := r.HeldOut; m != nil {
		output.Printf("held out: top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%%, %.4f nats, "+
			"over %s of %s\n",
			100*m.Moves.Top1.Value, 100*m.Moves.Top1.Lo, 100*m.Moves.Top1.Hi, 100*m.Moves.Top5, m.Loss.Value,
			output.Count(m.Positions, "position"), output.Count(m.Games, "game"))
		if b := r.Best; m.Loss.Bounded() && b.Loss.Value < m.Loss.Lo {
			output.Printf("step %d had top-1 %.2f%% and %.4f nats: since then the network learned games by heart. "+
				"More games would help, or less time\n", b.Step, 100*b.Known(), b.Loss.Value)
		}
	}
	output.Printf("model in %s; curves in %s\n", c.Output, filepath.Join(c.Output, session.CurvesName))
	return nil
}
