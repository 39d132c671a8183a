package main

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/terminal"
)

// PlayCmd plays in the terminal.
type PlayCmd struct {
	Common
	Player   string   `help:"The opponent: policy, search, uct, rave, playouts, negamax, random or gtp:COMMAND, with options after a colon." default:"search" placeholder:"P"`
	Color    string   `help:"Your colour: black, white or both." enum:"black,white,both" default:"black"`
	Handicap int      `help:"Black's handicap stones: 0, or 2 to 9." default:"0" placeholder:"N"`
	Board    int      `help:"Side of the board (default: the model's, else 19)." placeholder:"N"`
	Komi     *float64 `help:"Points for White (default: the rules', 0.5 with handicap)."`
	Rules    string   `help:"tromp-taylor, chinese, japanese, aga or new-zealand." default:"chinese"`
	Plain    bool     `help:"Line by line, for pipes: moves like D4, then undo, hint, score, save FILE, quit."`
	Save     string   `help:"Where the full screen's s key writes the game (default: tengen-DATE-TIME.sgf)." placeholder:"FILE" type:"path"`
}

// Help is printed below the flags.
func (c *PlayCmd) Help() string {
	return `On the full screen: arrows move the cursor, Enter plays, p passes, u takes back,
h asks for a hint, r resigns, s saves, q quits.

Examples:

    tengen play --board 9
    tengen play --player policy:model=runs/first
    printf 'E5\nhint\nquit\n' | tengen play --plain --player rave --board 9
    tengen play --player rave:time=5s --board 9

` + playersHelp()
}

// Run plays one game.
func (c *PlayCmd) Run(ctx context.Context) error {
	if c.JSON {
		return &usageError{errors.New("play has no figures to print as JSON; see match and gtp")}
	}
	komi := c.Komi
	if komi == nil && c.Handicap > 0 {
		half := 0.5
		komi = &half
	}
	player, size, rules, err := seatPlayer(c.Player, c.Board, c.Rules, komi, c.Common)
	if err != nil {
		return err
	}
	defer player.Close()
	human := map[string]board.Color{"black": board.Black, "white": board.White}[c.Color]
	path := c.Save
	if path == "" {
		path = time.Now().Format("tengen-20060102-150405.sgf")
	}
	config := terminal.Config{Size: size, Rules: rules, Human: human, Handicap: c.Handicap, Seed: c.Seed, SavePath: path}
	if err := config.Validate(); err != nil {
		return &usageError{err}
	}
	session, err := terminal.NewSession(player, config)
	if err != nil {
		return err
	}
	if c.Plain {
		return terminal.Plain(ctx, session, os.Stdin, os.Stdout)
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return &usageError{errors.New("the full screen needs a terminal; use --plain for pipes")}
	}
	return terminal.Run(ctx, session)
}
