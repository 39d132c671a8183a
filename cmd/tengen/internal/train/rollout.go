package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/linear"
)

// RolloutCmd learns the linear softmax policies from games.
type RolloutCmd struct {
	flags.Common
	flags.Collection
	Output     string   `short:"o" default:"runs/rollout" help:"Folder of the model; one that holds networks keeps them." placeholder:"DIR"`
	Validation []string `help:"Games to hold out, instead of 4% of all games. No duplicates of them are trained on." placeholder:"GAMES"`
	Features   string   `help:"rollout: a fast policy, for playouts. tree: more features, for the priors of a search." enum:"rollout,tree" default:"rollout"`

	Balance bool   `help:"Do not learn moves, but balance the playouts of --init (simulation balancing)."`
	Init    string `help:"Model with the rollout policy from which --balance starts." placeholder:"MODEL"`
	linear.BalanceOverrides
	linear.RolloutOverrides
	ResumeFlags
}

// Help is printed below the flags.
func (c *RolloutCmd) Help() string {
	return `Tengen first counts the patterns of the games and keeps the most frequent. Then it learns
their weights, so that the moves played become likely (Silver et al. 2016, Extended Data
Table 4). One thread learns some 50,000 positions per second.

--method mm fits the weights by minorisation-maximisation (Coulom 2007). It needs more passes
over the games, and no rate. Moves of held-out games become likelier.

rollout.safetensors or tree.safetensors goes into the folder; other networks there stay.
Metrics, curves and checkpoints are in its subfolder rollout-training or tree-training.
Ctrl-C saves; the same command with --resume goes on, with --finish it ends there and writes
the policy. Without --time, a resumed run ends with the same weights as an unbroken run.

--balance changes the weights of a trained policy: the mean outcome of its playouts comes
nearer to what a search finds in the same positions (Silver and Tesauro 2009).

Defaults:

` + defaults[linear.RolloutConfig, linear.RolloutOverrides](linear.DefaultRollout) + `
` + linear.BalanceDefaults("with --balance") + `
Examples:

    tengen train rollout games/ -o runs/first --time 5m
    tengen train rollout games/ -o runs/first --features tree --time 5m
    tengen train rollout games/ -o runs/first --features tree --method mm
    tengen train rollout games/ --balance --init runs/first -o runs/balanced`
}

// Run trains.
func (c *RolloutCmd) Run(ctx context.Context) error {
	if c.Balance {
		return c.balance(ctx)
	}
	if c.Init != "" || c.BalanceOverrides != (linear.BalanceOverrides{}) {
		return usage.Errorf("--init, --reference, --reference-playouts, --balance-positions and --balance-playouts " +
			"need --balance")
	}
	cfg := linear.DefaultRollout()
	cfg.Features, cfg.Seed = rollout.Kind(c.Features), c.Seed
	if err := errors.Join(c.RolloutOverrides.Over(&cfg), cfg.Validate()); err != nil {
		return usage.Wrap(err)
	}
	if err := linear.CheckRolloutDir(c.Output, cfg.Features, c.resumes()); err != nil {
		return misused(err) // before the games are read, which may take a minute
	}
	learn, held, err := partGames(ctx, c.Common, c.Collection, c.Validation, policyPositions)
	if err != nil {
		return err
	}
	c.Say("training on %d positions of %d games, held out %d positions of %d games",
		learn.Len(), learn.Games(), held.Len(), held.Games())
	counting := progress.New(c.Quiet, "counting patterns", 0, "games")
	bar := progress.NewTraining(os.Stderr, c.Quiet)
	result, err := linear.Rollout(ctx, cfg, linear.RolloutInput{Train: learn, HeldOut: held}, train.Options{
		Dir: c.Output, Resume: c.Resume, Finish: c.Finish,
		Training: training(c.Collection, c.Validation),
		Notice:   func(s string) { c.Say("%s", s) },
		Fault:    flags.Fault,
		Counting: counting.Count,
		Report:   bar.Report,
	})
	counting.Finish()
	bar.Close()
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("after %d steps", result.Steps), result.Steps, err)
	}
	if err != nil {
		return misused(err)
	}
	return c.print(result)
}

func (c *RolloutCmd) print(r linear.RolloutResult) error {
	perSecond := output.PerSecond(r.Samples, r.Elapsed)
	p := r.Policy.Patterns()
	if c.JSON {
		out := map[string]any{
			"model":           c.Output,
			"kind":            r.Policy.Kind(),
			"steps":           r.Steps,
			"samples":         r.Samples,
			"wall_s":          r.Elapsed.Seconds(),
			"positions_per_s": perSecond,
			"features":        r.Policy.Features(),
			"responses":       len(p.Responses),
			"squares":         len(p.Squares),
			"diamonds":        len(p.Diamonds),
			"responses_seen":  r.Seen[0], "squares_seen": r.Seen[1], "diamonds_seen": r.Seen[2],
		}
		if m := r.HeldOut; m != nil {
			interval.Put(out, "top1", m.Moves.Top1)
			out["top5"], out["nll"], out["positions"], out["games"] = m.Moves.Top5, m.Loss.Value, m.Positions, m.Games
		}
		return output.JSON(out)
	}
	output.Printf("%d steps of a game each, %d positions in %s (%.0f a second)\n",
		r.Steps, r.Samples, r.Elapsed.Round(time.Second), perSecond)
	output.Printf("%d features: %d of %d responses, %d of %d 3×3 patterns",
		r.Policy.Features(), len(p.Responses), r.Seen[0], len(p.Squares), r.Seen[1])
	if r.Policy.Kind() == rollout.KindTree {
		output.Printf(", %d of %d 12-point patterns", len(p.Diamonds), r.Seen[2])
	}
	output.Println()
	if m := r.HeldOut; m != nil {
		output.Printf("held out: top-1 %.2f%% (95%%: %.2f–%.2f), top-5 %.2f%%, %.4f nats, "+
			"over %s of %s\n",
			100*m.Moves.Top1.Value, 100*m.Moves.Top1.Lo, 100*m.Moves.Top1.Hi, 100*m.Moves.Top5, m.Loss.Value,
			output.Count(m.Positions, "position"), output.Count(m.Games, "game"))
	}
	output.Printf("%s policy in %s\n", r.Policy.Kind(), c.Output)
	return nil
}
