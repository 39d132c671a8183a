package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/doctor"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// DoctorCmd measures the machine and recommends settings.
type DoctorCmd struct {
	flags.Common
	Time time.Duration `help:"How long to measure in all. A slow machine takes longer." default:"10s"`
}

// Help shows how the command is used.
func (c *DoctorCmd) Help() string {
	return `It measures playouts, networks and the search with one thread and with all, and the speed of
training, also in bfloat16 or on a graphics card. It recommends threads, memory, time per move,
training time and device as commands to paste. Nothing is written to disk, except what is known of
a graphics card.

"takes here" is the time of a training with a known result: so many positions, after which the
network predicted this share of the moves of held-out games
(docs/notebook/2026-11-21-supervised.md).

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
	card, about, done := cardFinder{devices.List, devices.Card, cardTrial}.first(ctx)
	defer done()
	rounded, _ := nets.NewBFloat16() // nil, a figure less, if there are no tiles
	figures, err := doctor.Measure(ctx, doctor.Options{
		Threads: c.Workers(), Time: c.Time, Seed: c.Seed, BFloat16: rounded, Card: card, About: about,
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
	output.Print(report)
	return nil
}

// cardTrial is how long a card may take until it is found right, which is a matter of seconds.
const cardTrial = time.Minute

// cardFinder is where the doctor looks for cards.
type cardFinder struct {
	list  func(context.Context) ([]gpu.Info, error)
	open  func(ctx context.Context, number int) (*nets.GPU, func(), error)
	limit time.Duration // to open a card
}

// first opens the first graphics card. It is nil, with a note, if there is none, or only a program that pretends to be
// one.
func (f cardFinder) first(ctx context.Context) (card nets.Device, about doctor.Card, done func()) {
	none := func() {}
	cards, err := f.list(ctx)
	if err == nil {
		err = devices.Real(cards[0])
	}
	if err != nil {
		return nil, doctor.Card{Note: err.Error()}, none
	}
	about.Name = cards[0].Name
	limited, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	opened, done, err := f.open(limited, 0)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		about.Note = fmt.Sprintf("it is too slow: comparing its kernels with the CPU took more than %v", f.limit)
	case err != nil:
		about.Note = err.Error()
	}
	if err != nil {
		return nil, about, none
	}
	return opened, about, done
}
