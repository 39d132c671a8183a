package main

import (
	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
)

// KomiCmd is a command: its flags are fields, Run does the work.
type KomiCmd struct {
	Board int    `arg:"" help:"Size of the board."`
	Rules string `help:"Name of the rules." default:"chinese"`
}

// Run prints.
func (c *KomiCmd) Run() error {
	if c.Board < 2 || c.Board > 19 {
		return usage.Errorf("%d: want a board from 2 to 19", c.Board)
	}
	output.Printf("komi on %d×%d by %s rules: 7.5\n", c.Board, c.Board, c.Rules)
	return nil
}

// A command line is a struct with a field per command, as CLI in main.go.
func Example_command() {
	var cli struct {
		Komi KomiCmd `cmd:"" help:"Print the usual komi."`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		panic(err)
	}
	command, err := parser.Parse([]string{"komi", "9", "--rules", "aga"})
	if err != nil {
		panic(err)
	}
	if err := command.Run(); err != nil {
		panic(err)
	}
	// Output: komi on 9×9 by aga rules: 7.5
}
