// Package chain has tengen pipeline, and tengen hub, which runs the same chain for many machines.
package chain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/shell"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/pipeline"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/reinforce"
)

// PipelineCmd is the whole chain.
type PipelineCmd struct {
	flags.Common
	devices.Flag
	Games  []string `arg:"" optional:"" help:"Files or folders of games, instead of the games that the file names."`
	Output string   `short:"o" required:"" help:"Folder of the chain: one folder per stage, the report, the finished model." placeholder:"DIR"`
	Set    []string `help:"Replace a setting of the file, such as policy.time=20m; repeatable." placeholder:"SECTION.KEY=VALUE" sep:"none"`
	Redo   bool     `help:"Run the stages again that a changed setting affects."`
	Until  string   `help:"Do this stage and those that it needs, and no others." placeholder:"STAGE"`
}

// OwnConfig says that --config is a file of stages, not of flags.
func (c *PipelineCmd) OwnConfig() {}

// Help is printed below the flags.
func (c *PipelineCmd) Help() string {
	return `The stages, in order, after those of the paper (Silver et al. 2016), and last a report:

    ` + strings.Join(pipeline.StageNames(), ", ") + `

One TOML file says what each stage does: examples/ has four such files, docs/pipeline.md explains
the keys. Paths in the file are from its own folder, paths on the command line (also in --set) from
the working folder.

Press Ctrl-C whenever you like: the same command goes on, and no finished stage runs again.
After a change of the file, --redo runs the stages again that the change affects.

Examples:

    tengen pipeline -o runs/tiny --config examples/tiny.toml
    tengen pipeline games/ -o runs/mine --config examples/9x9.toml --set policy.time=1h`
}

// Run goes through the stages.
func (c *PipelineCmd) Run(ctx context.Context, k *kong.Context) error {
	return c.run(ctx, k, pipeline.Hub{})
}

// run goes through the stages. A hub has their games played.
func (c *PipelineCmd) run(ctx context.Context, k *kong.Context, hub pipeline.Hub) error {
	if c.Config == "" {
		return usage.Errorf("--config FILE.toml is missing; it says what the stages do: start with one of examples/")
	}
	cfg, err := pipeline.ReadConfig(string(c.Config), c.Set)
	var bad *pipeline.ConfigError
	switch {
	case errors.As(err, &bad):
		return usage.Wrap(err)
	case err != nil:
		return err
	}
	var changes []string
	for _, set := range c.Set {
		changes = append(changes, "--set "+shell.Quote(set))
	}
	if len(c.Games) > 0 {
		cfg.Data().Games = c.Games
		for _, path := range c.Games {
			changes = append(changes, shell.Quote(filepath.Base(path)))
		}
	}
	if slices.ContainsFunc(k.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == "seed" }) {
		cfg.Seed = c.Seed
	}
	watch := &chainWatch{quiet: c.Quiet}
	learned, err := cfg.Policy().Config(cfg.Board, cfg.Seed, c.Workers())
	if err != nil {
		return usage.Wrap(err)
	}
	shape := learned.Network()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Policy: &shape, Training: true, Optimizer: learned.Optimizer,
		Batch: learned.Batch,
	})
	if err != nil {
		return err
	}
	defer done()
	report, err := pipeline.Run(ctx, cfg, pipeline.Options{
		Dir:     c.Output,
		Name:    filepath.Base(string(c.Config)),
		Changes: changes,
		Redo:    c.Redo,
		Until:   c.Until,
		Threads: c.Workers(),
		Device:  device,
		Program: version.String(),
		Players: players.Registry(),
		Hub:     hub,
		Watch: pipeline.Watch{
			Stage:     watch.stage,
			Progress:  watch.progress,
			Training:  watch.training,
			Reinforce: watch.reinforce,
			Notice:    watch.notice,
			Fault:     flags.Fault,
		},
	})
	watch.close()
	if errors.As(err, &bad) || errors.Is(err, stages.ErrChanged) {
		return usage.Wrap(err)
	}
	if err != nil {
		return err
	}
	return c.print(report)
}

// print tells what the chain has come to.
func (c *PipelineCmd) print(r *pipeline.Report) error {
	if c.JSON {
		return output.JSON(r)
	}
	r.Say(output.Stdout)
	output.Printf("report: %s, which explains all numbers\n", filepath.Join(c.Output, pipeline.ReportName))
	if r.Player != "" {
		output.Printf("play:   %s play --player %s --komi %v\n", programName(), shell.Quote(r.Player), r.Komi)
		for _, a := range r.Ahead {
			output.Printf("        %s scored higher in the tournament: --player %s\n", a.Name, shell.Quote(a.Player))
		}
	}
	return nil
}

// programName is how the program was called, so that a command that is printed can be typed.
func programName() string {
	if strings.ContainsRune(os.Args[0], filepath.Separator) && !filepath.IsAbs(os.Args[0]) {
		return os.Args[0]
	}
	return "tengen"
}

// chainWatch shows how far a chain is: a line for a stage, and the stage's own bar.
type chainWatch struct {
	quiet bool
	task  string
	bar   *progress.Bar
	train *progress.Training
	self  *progress.Reinforce
}

func (w *chainWatch) say(format string, args ...any) {
	if !w.quiet {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}

func (w *chainWatch) stage(number, of int, s *stages.Stage, done bool) {
	w.close()
	if done {
		w.say("stage %d of %d: %s: done before", number, of, s.Title)
		return
	}
	w.say("stage %d of %d: %s", number, of, s.Title)
}

func (w *chainWatch) progress(p pipeline.Progress) {
	if w.bar == nil || w.task != p.Task {
		w.close()
		w.task, w.bar = p.Task, progress.New(w.quiet, p.Label, p.Total, p.Unit)
	}
	w.bar.Resize(p.Total)
	w.bar.Resume(p.Before)
	w.bar.Relabel(p.Label, p.Done)
}

func (w *chainWatch) training(r measure.Report) {
	if w.train == nil {
		w.close()
		w.train = progress.NewTraining(os.Stderr, w.quiet)
	}
	w.train.Report(r)
}

func (w *chainWatch) reinforce(cfg reinforce.Config, r reinforce.Report) {
	if w.self == nil {
		w.close()
		w.self = progress.NewReinforce(w.quiet, cfg)
	}
	w.self.Report(r)
}

func (w *chainWatch) notice(s string) { w.say("%s", s) }

// close takes the bars away.
func (w *chainWatch) close() {
	if w.bar != nil {
		w.bar.Finish()
		w.bar = nil
	}
	if w.train != nil {
		w.train.Close()
		w.train = nil
	}
	if w.self != nil {
		w.self.Close()
		w.self = nil
	}
}
