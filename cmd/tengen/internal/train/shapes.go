package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/session"
)

// ShapesCmd learns a value function over local shapes from self-play.
type ShapesCmd struct {
	flags.Common
	Output string `short:"o" default:"runs/shapes" help:"Folder of the model; one that holds networks keeps them (default: ${default})." placeholder:"DIR"`

	linear.ShapesOverrides
	ResumeFlags
}

// Help is printed below the flags.
func (c *ShapesCmd) Help() string {
	return `A linear value function over all patterns of 1×1, 2×2 and 3×3 points learns who wins. It plays
against itself, and each position learns from the value of the position two moves later (RLGO;
Gelly and Silver 2011, §5). One thread plays some 1,500 games of 9×9 per second. Players use
the result with heuristic=shapes.

shapes.safetensors goes into the folder; other networks there stay. Metrics, curves and
checkpoints are in its subfolder shapes-training. A measurement is two matches of a greedy
player: against random moves, and against the weights of the measurement before. Ctrl-C saves;
the same command with --resume goes on, with --finish it ends there and writes the weights.
Without --time, a resumed run ends with the same weights as an unbroken run.

Defaults:

` + defaults[linear.ShapesConfig, linear.ShapesOverrides](linear.DefaultShapes) + `
Examples:

    tengen train shapes -o runs/shapes --board 9 --time 8m
    tengen match --board 9 -a rave:heuristic=shapes,model=runs/shapes,playouts=500 \
        -b rave:heuristic=none,playouts=500`
}

// Run trains.
func (c *ShapesCmd) Run(ctx context.Context) error {
	cfg := linear.DefaultShapes()
	cfg.Seed = c.Seed
	if err := errors.Join(c.Over(&cfg), cfg.Validate()); err != nil {
		return usage.Wrap(err)
	}
	bar := newShapesProgress(c.Quiet, cfg)
	result, err := linear.Shapes(ctx, cfg, linear.ShapesOptions{
		Dir: c.Output, Resume: c.Resume, Finish: c.Finish,
		Training: models.Training{Program: version.String()},
		Notice:   func(s string) { c.Say("%s", s) },
		Fault:    flags.Fault,
		Report:   bar.Report,
	})
	bar.Close()
	if errors.Is(err, context.Canceled) {
		return interrupted(fmt.Sprintf("after %d games", result.Games), result.Games, err)
	}
	if err != nil {
		return misused(err)
	}
	return c.print(result)
}

func (c *ShapesCmd) print(r linear.ShapesResult) error {
	perSecond := output.PerSecond(r.Games, r.Elapsed)
	if c.JSON {
		out := map[string]any{
			"model":       c.Output,
			"board":       r.Values.Size(),
			"games":       r.Games,
			"moves":       r.Moves,
			"wall_s":      r.Elapsed.Seconds(),
			"games_per_s": perSecond,
			"features":    r.Values.Features(), "weights": r.Values.Weights(),
		}
		if m := r.Last; m != nil {
			interval.Put(out, "random", m.Random)
			out["random_games"] = m.Played
		}
		return output.JSON(out)
	}
	output.Printf("%s, %s in %s (%.0f games a second)\n",
		output.Count(int(r.Games), "game"), output.Count(int(r.Moves), "move"), r.Elapsed.Round(time.Second),
		perSecond)
	output.Printf("%d features, %d weights\n", r.Values.Features(), r.Values.Weights())
	if m := r.Last; m != nil {
		output.Printf("greedy: %.1f%% of %d games against random moves (95%%: %.1f–%.1f)\n",
			100*m.Random.Value, m.Played, 100*m.Random.Lo, 100*m.Random.Hi)
	}
	output.Printf("local shapes in %s; curves in %s\n",
		c.Output, filepath.Join(linear.ShapesDir(c.Output), session.CurvesName))
	return nil
}

// shapesProgress shows a run with its error, its win rates and games a second.
type shapesProgress struct {
	bar   *progress.Bar
	quiet bool
	games bool // the bar counts games; else seconds
	last  *linear.ShapesMetric
	shown time.Time
}

// shapesEvery is the least time between two labels: a small game takes less than its label would.
const shapesEvery = 100 * time.Millisecond

func newShapesProgress(quiet bool, cfg linear.ShapesConfig) *shapesProgress {
	p := &shapesProgress{quiet: quiet, games: cfg.Games > 0}
	if p.games {
		p.bar = progress.New(quiet, "playing", cfg.Games, "games")
	} else {
		p.bar = progress.New(quiet, "playing", int64(cfg.Time.Seconds()), "s")
	}
	return p
}

func (p *shapesProgress) Report(r linear.ShapesReport) {
	if m := r.Metric; m != nil && m.Kind == session.KindEval && !p.quiet {
		fmt.Fprintf(os.Stderr, "%d games, %s: %.1f%% against random moves, %.1f%% (%.1f–%.1f) against the "+
			"measurement before\n",
			m.Games, r.Elapsed.Round(time.Second), 100*m.Random.Value, 100*m.Earlier.Value, 100*m.Earlier.Lo,
			100*m.Earlier.Hi)
	} else if m != nil && m.Kind == session.KindTrain {
		p.last = m
	}
	done := r.Games
	if !p.games {
		done = int64(r.Elapsed.Seconds())
	}
	p.bar.ResumeOnce(done)
	if now := time.Now(); now.Sub(p.shown) >= shapesEvery || r.Metric != nil {
		p.shown = now
		p.bar.Relabel(p.label(r), done)
	}
}

// label has the error of the last line of metrics, and the speed where the bar has none of its own.
func (p *shapesProgress) label(r linear.ShapesReport) string {
	label := "playing"
	if p.last != nil {
		label = fmt.Sprintf("error %.4f", p.last.Error)
	}
	if !p.games {
		label += fmt.Sprintf(", %.0f games/s", r.PerSecond)
	}
	return label
}

// Close takes the bar away.
func (p *shapesProgress) Close() { p.bar.Finish() }
