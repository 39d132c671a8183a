package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/doctor"
	"github.com/tengen-go/tengen/internal/kernel"
)

// DoctorCmd measures the machine and recommends settings.
type DoctorCmd struct {
	flags.Common
	Time time.Duration `help:"How long to measure in all. A slow machine takes longer." default:"10s"`
}

// Help shows how the command is used.
func (c *DoctorCmd) Help() string {
	return `It measures playouts, networks and the search with one thread and with all, and the speed of
training. It recommends threads, memory, time per move and training time as commands to paste.
Nothing is written to disk.

"takes here" is the time of a training with a known result: so many positions, after which the
network predicted this share of the moves of held-out games (docs/benchmarks.md).

Run it while nothing else is running. It warns when other programs took part of the processor.

Examples:

    tengen doctor
    tengen doctor --json --threads 4`
}

// Run measures and prints.
func (c *DoctorCmd) Run(ctx context.Context) error {
	if c.Time <= 0 || c.Time > time.Hour {
		return usage.Errorf("--time %v: want more than 0 and at most 1h", c.Time)
	}
	if err := kernel.Err(); err != nil {
		return usage.Wrap(err)
	}
	bar := progress.New(c.Quiet, "measuring", int64(c.Time.Seconds()), "s")
	figures, err := doctor.Measure(ctx, doctor.Options{
		Threads: c.Workers(), Time: c.Time, Seed: c.Seed,
		Report: func(what string, done time.Duration) { bar.Relabel(what, int64(done.Seconds())) },
	})
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return context.Canceled // which figure it was does not matter: nothing is kept
	}
	if err != nil {
		return err
	}
	report := doctor.NewReport(figures)
	if c.JSON {
		return output.JSON(report)
	}
	_, err = fmt.Print(report)
	return err
}
