package main

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/doctor"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
)

// A card that hangs while it is opened, and a card that fails, are notes. A program that pretends to be a card is no
// card.
func TestDoctorGivesUpACardThatHangs(t *testing.T) {
	kind, failure := "discrete", error(nil)
	f := cardFinder{
		list: func(context.Context) ([]gpu.Info, error) { return []gpu.Info{{Name: "a card", Type: kind}}, nil },
		open: func(ctx context.Context, _ int) (*nets.GPU, func(), error) {
			if failure != nil {
				return nil, nil, failure
			}
			<-ctx.Done() // hangs for as long as it may
			return nil, nil, errors.Join(ctx.Err(), gpu.ErrNone)
		},
		limit: time.Nanosecond,
	}
	note := func() string {
		card, about, done := f.first(t.Context())
		done()
		if card != nil {
			t.Errorf("the card %v", card)
		}
		return about.Name + ": " + about.Note
	}
	const slow = "a card: it is too slow: comparing its kernels with the CPU took more than 1ns"
	if got := note(); got != slow {
		t.Errorf("a card that hangs: %q, want %q", got, slow)
	}
	failure = gpu.ErrNone
	if got, want := note(), "a card: "+gpu.ErrNone.Error(); got != want {
		t.Errorf("a card that fails: %q, want %q", got, want)
	}
	kind = gpu.Software
	if got, want := note(), ": "+gpu.ErrNone.Error()+": a card is a program that pretends to be a card"; got != want {
		t.Errorf("a program: %q, want %q", got, want)
	}
	f.list = func(context.Context) ([]gpu.Info, error) { return nil, gpu.ErrNone }
	if got, want := note(), ": "+gpu.ErrNone.Error(); got != want {
		t.Errorf("no card: %q, want %q", got, want)
	}
	if cardTrial != time.Minute {
		t.Errorf("a card may take %v to open", cardTrial)
	}
}

// What is recommended can be pasted, on a fast machine and on a slow one: the command line
// understands the commands, and the players can be made.
func TestDoctorsCommandsAreUnderstood(t *testing.T) {
	for name, speed := range map[string]float64{"fast": 1e6, "usual": 1000, "slow": 1} {
		f := doctor.Figures{
			Machine: doctor.Machine{TreeMemory: 256 << 20}, Threads: 2, Trainings: doctor.Trainings(),
			Boards: []doctor.Board{
				{Size: 9, Search: doctor.Speeds{One: speed, All: 2 * speed}},
				{Size: 19, Search: doctor.Speeds{One: speed, All: speed}},
			},
		}
		for i := range f.Trainings {
			f.Trainings[i].Hours = 1000 / speed
		}
		commands, searches := 0, 0
		for _, a := range doctor.Advise(f) {
			commands++
			args := strings.Fields(a.Command)
			cli := new(CLI)
			parser, err := newParser(context.Background(), cli)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args[1:]); err != nil {
				t.Errorf("%s: %s: %v", name, a.Command, err)
			}
			text := cmp.Or(cli.Play.Player, cli.GTP.Player)
			if text == "" {
				continue
			}
			p, err := players.Registry().Parse(text, player.Env{Rules: game.Go{Board: cli.Play.Board}})
			if err != nil {
				t.Errorf("%s: %s: %v", name, a.Command, err)
				continue
			}
			p.Close()
			searches++
		}
		if commands != 5 || searches != 3 {
			t.Errorf("%s: %d commands, %d players", name, commands, searches)
		}
	}
}

func TestDoctorIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := DoctorCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}, Threads: 1}, Time: time.Minute}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want an interruption", err)
	}
}
