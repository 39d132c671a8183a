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

// ValueCmd trains a value network on the outcomes of games, and on what searches expected.
type ValueCmd struct {
	flags.Common
	flags.Collection
	Output    string `short:"o" default:"runs/value" help:"Folder of the run: model, metrics, curves, checkpoints." placeholder:"DIR"`
	Positions string `help:"${learned_positions}" enum:",marked,one,all" default:"" placeholder:"marked|one|all"`
	flags.Outcomes
	SearchShare float64 `help:"Share of what searches expected in what is learned, 0 to 1; see below." default:"0" placeholder:"S"`
	RunFlags
	train.ValueOverrides
	Init      string `help:"Model with the value network to start from; its layers and filters are used. From another board size, the fully connected layers start anew." placeholder:"MODEL"`
	InitTrunk string `help:"Model with a policy network: the first half of its convolutions is the start. Its filters and layers are used. --rate 0.002 suits it." placeholder:"MODEL"`
}

// Help is printed below the flags.
func (c *ValueCmd) Help() string {
	return `The network learns who wins: z = 1 if the side to move wins, −1 if it loses. Games without a
winner, games decided by the clock, and games with handicap or stones set up are left out.

It also learns who owns each point at the end of the game, for an outcome alone teaches little.
Three random playouts from the last position say who does. --owners 0 leaves that out.

The outcome of a game is also chance: both sides make mistakes. Games of searches from tengen
selfplay --thoughts also have the value that each search expected. --search-share S mixes both.
This move's search counts S, the next move's S·(1 − S), and so on. The outcome counts what is left.
Values are first calibrated by the outcomes of these games. On 9×9, 0.5 and 1 were equally good.
Held-out games are always measured by the outcome.

The error that is printed is half the mean of (z − v)², the scale of the paper's 0.226 and 0.234.
--json has it as mse_half. mse there is the whole, and mse_unit a quarter of it: the same error
with winning probabilities. Less is better. If the held-out error rises while the training error
falls, the network learns games by heart: train for fewer epochs, or on more games. The final
model has the weights with the lowest held-out error; --eval-every says how often it is measured.

The folder, Ctrl-C, --resume and --finish are as in tengen train policy.

Values of the presets, for options that are not given:

` + defaults[train.ValueConfig, train.ValueOverrides](train.PracticalValue, train.PaperValue) + `
Examples:

    tengen train value selfplay.tengen -o runs/value --board 9 --layers 6 --filters 32 --time 20m
    tengen train value games/ -o runs/value --init-trunk runs/policy --rate 0.002 \
        --komi 6.5 --komi 7.5`
}

// Run trains.
func (c *ValueCmd) Run(ctx context.Context) error {
	cfg, err := c.config()
	if err != nil {
		return usage.Wrap(err)
	}
	if err := c.check(c.Output); err != nil {
		return err // before the games are read, which may take a minute
	}
	in := train.ValueInput{Start: train.FromSeed{}}
	opt := train.Options{
		Dir: c.Output, Resume: c.Resume, Finish: c.Finish, Notice: func(s string) { c.Say("%s", s) },
		Fault: flags.Fault,
	}
	opt.Training = training(c.Collection, c.Validation)
	layers, err := c.init(&cfg, &in, &opt)
	if err != nil {
		return err
	}
	if err := c.freeze(&cfg.Learning, c.Init+c.InitTrunk, layers); err != nil {
		return err
	}
	parts, notes, err := c.part(ctx, &cfg)
	if err != nil {
		return err
	}
	learn, held := parts.Train, parts.HeldOut
	opt.Training.Notes = notes
	learned := "outcome"
	if c.SearchShare > 0 {
		learned = "target"
	}
	c.Say("training on %d positions (%s) of %d games, held out %d positions of %d games; always saying the mean "+
		"%s would cost an error of %.4f (half scale)",
		learn.Len(), learn.Which(), learn.Games(), held.Len(), held.Games(), learned, learn.Constant())
	shape := cfg.Network()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Value: &shape, Training: true,
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
	result, err := train.Value(ctx, cfg, in, opt)
	bar.Close()
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("at step %d, all saved", result.Steps), result.Steps, err)
	}
	if err != nil {
		return misused(err)
	}
	if m := result.Best; m != nil && m.Outcomes.MSE.Bounded() && m.Outcomes.MSE.Lo > m.Outcomes.Constant {
		c.Say("the network is worse than always saying the mean outcome (%.4f against %.4f): a lower --rate, or "+
			"more games", m.Loss.Value, m.Outcomes.Constant/2)
	}
	return c.print(result)
}

// config is the preset with the flags over it.
func (c *ValueCmd) config() (train.ValueConfig, error) {
	cfg, err := settings.Preset(c.Preset, train.PracticalValue, train.PaperValue)
	if err != nil {
		return cfg, err
	}
	if c.Init != "" && c.InitTrunk != "" {
		return cfg, errors.New("--init and --init-trunk: choose one")
	}
	if err := sample.CheckSearchShare(c.SearchShare); err != nil {
		return cfg, err
	}
	if err := c.CheckKomi(); err != nil {
		return cfg, err
	}
	return cfg, complete(&cfg, &cfg.Learning, &c.ValueOverrides, c.Common)
}

// init loads the weights to begin with and takes over their shape, unless flags
// ask for another, which train.Value then refuses. It returns how many layers may be frozen.
func (c *ValueCmd) init(
	cfg *train.ValueConfig, in *train.ValueInput, opt *train.Options,
) (layers int, err error) {
	shape := func(layers, filters int) {
		if c.Layers == nil {
			cfg.Layers = layers
		}
		if c.Filters == nil {
			cfg.Filters = filters
		}
	}
	switch {
	case c.Init != "":
		v, m, err := nets.LoadValue(c.Init)
		if err != nil {
			return 0, err
		}
		shape(v.Config().Layers, v.Config().Filters)
		if c.Planes == nil {
			cfg.Planes = v.Config().Planes
		}
		if c.Hidden == nil {
			cfg.Hidden = v.Config().Hidden
		}
		start := train.FromValue{Value: v, SHA256: m.Networks[models.Value].File.SHA256}
		in.Start, opt.Training.Parent = start, start.SHA256
		inherit(&opt.Training, m.Networks[models.Value].Training, c.Common)
		layers = cfg.Layers - 1
	case c.InitTrunk != "":
		p, m, err := nets.LoadPolicy(c.InitTrunk)
		if err != nil {
			return 0, err
		}
		shape(p.Config().Layers, p.Config().Filters)
		if c.Freeze > 0 && p.Config().Planes < cfg.Planes {
			return 0, usage.Errorf("--freeze %d: the policy network has no weights for plane %d, which must learn; "+
				"give --planes %d", c.Freeze, cfg.Planes, p.Config().Planes)
		}
		start := train.FromPolicy{Policy: p, SHA256: m.Networks[models.Policy].File.SHA256}
		in.Start, opt.Training.Parent = start, start.SHA256
		inherit(&opt.Training, m.Networks[models.Policy].Training, c.Common)
		layers = cfg.Network().Trunk()
	}
	return layers, nil
}

// part reads the games, parts them and leaves out games with an outcome that says nothing.
func (c *ValueCmd) part(ctx context.Context, cfg *train.ValueConfig) (in train.ValueInput, notes string, err error) {
	c.Thoughts = c.SearchShare > 0
	learnSet, heldSet, err := partSets(ctx, c.Common, c.Collection, c.Validation)
	if err != nil {
		return in, "", err
	}
	filter := c.ValueFilter(positionsOf(c.Positions, learnSet))
	in, learned, measured, notes, err := train.ValueParts(
		learnSet, heldSet, filter, sample.ValueConfig{
			Planes: features.Planes(cfg.Planes), Seed: c.Seed, Owners: cfg.Owners > 0, SearchShare: c.SearchShare,
		})
	if err != nil {
		return in, "", err
	}
	c.Say("%v", learned)
	switch {
	case in.Train.Board() == 0:
		return in, "", fmt.Errorf("%w (%v)", noGames(c.Collection, measured.Kept), learned)
	case measured.Kept == 0 && len(c.Validation) > 0 && !c.Resume && !c.Finish: // earlier versions began such runs
		return in, "", usage.Errorf("--validation: no game of %v is left to measure on (%v): name others, or change "+
			"--positions, --komi or --handicap", c.Validation, measured)
	case measured.Kept < heldSet.Len():
		c.Say("held out: %v", measured)
	}
	if c.SearchShare > 0 {
		switch without := in.Train.Games() - in.Train.Searched(); {
		case in.Train.Searched() == 0:
			return in, "", fmt.Errorf("--search-share needs values of searches, found in none of %s: make games of a "+
				"player that searches, with tengen selfplay --thoughts", output.Count(without, "game"))
		case without > 0:
			c.Say("without values of searches, learned by their outcomes alone: %s", output.Count(without, "game"))
		}
	}
	cfg.Board = in.Train.Board()
	return in, notes, nil
}

// positionsOf are the positions asked for, or those that the games were made for.
func positionsOf(asked string, set *record.Set) string {
	switch {
	case asked != "":
		return asked
	case sample.HasMarks(set):
		return sample.Marked
	}
	return sample.One
}

func (c *ValueCmd) print(r train.ValueResult) error {
	perSecond := output.PerSecond(r.Samples, r.Elapsed)
	if c.JSON {
		out := map[string]any{
			"model":           c.Output,
			"steps":           r.Steps,
			"samples":         r.Samples,
			"wall_s":          r.Elapsed.Seconds(),
			"positions_per_s": perSecond,
		}
		if m := r.Best; m != nil {
			o := m.Outcomes
			interval.Put(out, "mse", o.MSE)
			out["mse_half"], out["mse_unit"] = o.MSE.Value/2, o.MSE.Value/4
			out["sign"], out["constant_mse"] = o.Sign, o.Constant
			out["positions"], out["games"] = m.Positions, m.Games
			out["best_step"], out["last_mse"] = m.Step, r.HeldOut.Outcomes.MSE.Value
		}
		return output.JSON(out)
	}
	output.Printf("%d steps, %d positions in %s (%.0f a second)\n",
		r.Steps, r.Samples, r.Elapsed.Round(time.Second), perSecond)
	if m := r.Best; m != nil {
		o := m.Outcomes
		output.Printf("held-out games: error %.4f%s, less is better; always saying the mean outcome: %.4f; winner "+
			"right %.2f%%; over %s of %s\n",
			o.MSE.Value/2, output.Within(o.MSE.Times(0.5), m.Games), o.Constant/2, 100*o.Sign,
			output.Count(m.Positions, "position"), output.Count(m.Games, "game"))
		output.Printf("the same error as the mean of (z − v)²: %.4f; of winning probabilities: %.4f\n",
			o.MSE.Value, o.MSE.Value/4)
		if last := r.HeldOut; m.Step < last.Step {
			mse := last.Outcomes.MSE
			output.Printf("this is the model of step %d, the best; the last weights had %.4f", m.Step, mse.Value/2)
			if mse.Bounded() && o.MSE.Value < mse.Lo {
				output.Print(": the network had begun to learn games by heart")
			}
			output.Println()
		}
	}
	output.Printf("model in %s; curves in %s\n", c.Output, filepath.Join(c.Output, session.CurvesName))
	return nil
}
