package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/reinforce"
	"github.com/tengen-go/tengen/train/session"
)

// ReinforceCmd improves a policy network by self-play. Options that are left out
// come from the preset.
type ReinforceCmd struct {
	flags.Common
	devices.Flag
	Policy string `required:"" help:"Model with the policy network to start from." placeholder:"MODEL"`
	Output string `short:"o" default:"runs/reinforce" help:"Folder of the run: model, pool of opponents, metrics, curves, checkpoints." placeholder:"DIR"`
	Preset string `help:"Values of the options that are not given: practical, or paper (Silver et al. 2016)." enum:"practical,paper" default:"practical"`

	Baseline string   `help:"What the outcome of a game is compared with: none, or the judgement of this model's value network." default:"none" placeholder:"none|MODEL"`
	Komi     *float64 `help:"Points for White." placeholder:"X"`
	ResumeFlags
	Hub string `help:"Have the workers of a hub play the games: a file with an owner's token, or the URL of a NATS server." placeholder:"HUB"`
	reinforce.Overrides
}

// Help is printed below the flags.
func (c *ReinforceCmd) Help() string {
	return `The network improves by playing against earlier versions of itself. Each update plays games
against one opponent from the pool. Then one step makes the moves of won games more likely and
the moves of lost games less likely (Silver et al. 2016, "Policy network: reinforcement
learning").

From time to time a match against the first weights measures the progress. Weights become the
best ones if they win more than the best before them, twice: luck alone rarely wins two
matches. The second match is the one reported. The final model has the best weights.

When a match shows lost strength, or when the moves become too certain, the run goes back to
the best weights and halves the rate. After --rollbacks times the run gives up: the last line
says so, and "given_up" of --json. The model still has the best weights; the exit status is 0.

The folder holds the model, pool/ (models too), metrics.jsonl, curves.png and two checkpoints.
Ctrl-C saves the last whole update; the same command with --resume goes on, with more --updates
or --time also after the end. With --finish it ends where it stopped. With --updates
and the same --threads, a resumed run ends with the same weights as an unbroken run, bit for bit.

--hub sends all games to the workers of a hub (tengen hub). The network still learns on this
machine, and the result is the same, bit for bit. The workers wait while it learns, unless --async
lets them go ahead: with --async 2 the games of an update are played by the weights of two updates
before. The metrics say how old the weights were. One machine has the same result with --async.

--preset paper sets the numbers of the paper. The safeguards above stay on; the paper does not
have them.

Values of the presets, for options that are not given:

` + defaults[reinforce.Config, reinforce.Overrides](reinforce.Practical, reinforce.Paper) + `
Examples:

    tengen train reinforce --policy runs/policy -o runs/reinforce --time 1h
    tengen train reinforce --policy runs/policy -o runs/reinforce --time 1h --resume`
}

// Run trains.
func (c *ReinforceCmd) Run(ctx context.Context) error {
	cfg, err := c.config()
	if err != nil {
		return usage.Wrap(err)
	}
	if err := c.check(c.Output); err != nil {
		return err
	}
	policy, m, err := nets.LoadPolicy(c.Policy)
	if err != nil {
		return err
	}
	shape := policy.Config()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Policy: &shape, Training: true,
		Optimizer: cfg.Optimizer, Batch: cfg.Chunk,
	})
	if err != nil {
		return err
	}
	defer done()
	policy.SetDevice(device)
	in := reinforce.Input{Init: policy, InitSHA256: m.Networks[models.Policy].File.SHA256}
	opt := reinforce.Options{
		Dir: c.Output, Resume: c.Resume, Finish: c.Finish,
		Training: models.Training{Program: version.String()},
		Notice:   func(s string) { c.Say("%s", s) },
		Fault:    flags.Fault,
	}
	opt.Training.Inherit(m.Networks[models.Policy].Training)
	if c.Baseline != "none" {
		v, m, err := nets.LoadValue(c.Baseline)
		if err != nil {
			return fmt.Errorf("--baseline: %w", err)
		}
		v.SetDevice(device)
		in.Baseline, in.BaselineSHA256 = v, m.Networks[models.Value].File.SHA256
	}
	var machines *cluster.Machines
	if c.Hub != "" {
		if machines, err = cluster.NewMachines(ctx, c.Hub, c.Output, c.Say); err != nil {
			return err
		}
		defer machines.Close()
		in.Play = machines.Play
	}
	counting := progress.New(c.Quiet, "games of the first weights", 0, "games")
	opt.Counting = counting.Count
	bar := progress.NewReinforce(c.Quiet, cfg)
	opt.Report = bar.Report
	result, err := reinforce.Run(ctx, cfg, in, opt)
	counting.Finish()
	bar.Close()
	if machines != nil && err == nil {
		err = machines.DropModels(ctx)
	}
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("after update %d, all saved", result.Updates), result.Updates, err)
	}
	if err != nil {
		return misused(err)
	}
	return c.print(result)
}

// config is the preset with the flags over it.
func (c *ReinforceCmd) config() (reinforce.Config, error) {
	cfg, err := settings.Preset(c.Preset, reinforce.Practical, reinforce.Paper)
	if err != nil {
		return cfg, err
	}
	if c.Komi != nil {
		cfg.Komi = *c.Komi
	}
	cfg.Seed, cfg.Threads = c.Seed, c.Workers()
	if err := c.Over(&cfg); err != nil {
		return cfg, err
	}
	err = cfg.Validate()
	if err != nil && !strings.HasPrefix(err.Error(), "trainer:") { // else it begins with the name of a flag
		err = fmt.Errorf("--%w", err)
	}
	return cfg, err
}

func (c *ReinforceCmd) print(r reinforce.Result) error {
	perSecond := output.PerSecond(r.Games, r.Elapsed)
	b, last := r.Best, r.Best
	if r.Last != nil { // there is none without an update
		last = r.Last
	}
	if c.JSON {
		rate := func(m *reinforce.Metric, v float64) any {
			if m.Played == 0 { // no match: null
				return nil
			}
			return v
		}
		return output.JSON(map[string]any{
			"model":          c.Output,
			"updates":        r.Updates,
			"games":          r.Games,
			"positions":      r.Positions,
			"wall_s":         r.Elapsed.Seconds(),
			"games_per_s":    perSecond,
			"best_update":    b.Update,
			"win_rate":       rate(b, b.WinRate),
			"win_rate_lo":    rate(b, b.Lo),
			"win_rate_hi":    rate(b, b.Hi),
			"win_rate_games": b.Played,
			"last_win_rate":  rate(last, last.WinRate),
			"rollbacks":      r.Rollbacks,
			"given_up":       r.Ended != "",
			"ended":          r.Ended,
		})
	}
	output.Printf("%s, %s in %s (%.1f a second, matches included), %s\n",
		output.Count(int(r.Updates), "update"), output.Count(int(r.Games), "game"), r.Elapsed.Round(time.Second),
		perSecond, output.Count(r.Rollbacks, "rollback"))
	if b.Update == 0 {
		output.Println("no later weights beat the first ones: the model has the first weights, unchanged")
	} else {
		output.Printf("the weights of update %d won %.1f%% of %d games against the first (95%%: %.1f–%.1f)\n",
			b.Update, 100*b.WinRate, b.Played, 100*b.Lo, 100*b.Hi)
	}
	if last.Update != b.Update {
		output.Printf("the weights of the last match, update %d, won %.1f%% (95%%: %.1f–%.1f)\n",
			last.Update, 100*last.WinRate, 100*last.Lo, 100*last.Hi)
	}
	output.Printf("model in %s; curves in %s\n", c.Output, filepath.Join(c.Output, session.CurvesName))
	if r.Ended != "" {
		kept := "the first weights, from --policy"
		if b.Update > 0 {
			kept = fmt.Sprintf("the best weights, from update %d", b.Update)
		}
		output.Printf("given up before its end: %s; the model keeps %s. A lower --rate may go further\n", r.Ended, kept)
	}
	return nil
}
