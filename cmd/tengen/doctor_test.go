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
	"github.com/tengen-go/tengen/player"
)

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
