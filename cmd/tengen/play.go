package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/terminal"
)

// PlayCmd plays in the terminal.
type PlayCmd struct {
	Common
	Game     string   `help:"A small game instead of Go: tictactoe, gomoku, or gomoku:size=15,length=5,exact=on (default: 8×8, five or more in a row win)." placeholder:"GAME"`
	Player   string   `help:"The opponent: policy, search, uct, rave, aoap, ocba, ttts, ucbtuned, greedy, playouts, ucb1, negamax, random or gtp:COMMAND, with options after a colon (default: search, or rave on a board without a model; in a small game uct)." placeholder:"P"`
	Color    string   `help:"Your colour: black, white or both; in a small game black is X, who begins." enum:"black,white,both" default:"black"`
	Handicap int      `help:"Black's handicap stones: 0, or 2 to 9." default:"0" placeholder:"N"`
	Board    int      `help:"Side of the board (default: the model's, else 19)." placeholder:"N"`
	Komi     *float64 `help:"Points for White (default: the rules', 0.5 with handicap)."`
	Rules    string   `help:"tromp-taylor, chinese, japanese, aga or new-zealand (default: chinese)."`
	Plain    bool     `help:"Line by line, for pipes: moves like D4, then undo, hint, score, save FILE, quit."`
	Save     string   `help:"Where the full screen's s key writes the game (default: tengen-DATE-TIME.sgf, in a small game .txt)." placeholder:"FILE" type:"path"`
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
    tengen play --game gomoku:size=15 --player uct:time=5s
    tengen play --game tictactoe --player negamax --color white

` + playersHelp()
}

// Run plays one game.
func (c *PlayCmd) Run(ctx context.Context) error {
	if c.JSON {
		return &usageError{errors.New("play has no figures to print as JSON; see match and gtp")}
	}
	human := map[string]board.Color{"black": board.Black, "white": board.White}[c.Color]
	view, player, err := c.seat(human)
	if err != nil {
		return err
	}
	defer player.Close()
	if c.Plain {
		return terminal.Plain(ctx, view, os.Stdin, os.Stdout)
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return &usageError{errors.New("the full screen needs a terminal; use --plain for pipes")}
	}
	return terminal.Run(ctx, view)
}

// seat makes the player and the game against it; whoever called closes the player.
func (c *PlayCmd) seat(human board.Color) (terminal.GameView, io.Closer, error) {
	if c.Game != "" {
		return c.seatMover(human)
	}
	komi := c.Komi
	if komi == nil && c.Handicap > 0 {
		half := 0.5
		komi = &half
	}
	player, size, rules, err := seatPlayer(c.Player, c.Board, cmp.Or(c.Rules, "chinese"), komi, c.Common)
	if err != nil {
		return nil, nil, err
	}
	tellKomi(player, rules.Komi, c.Quiet)
	config := terminal.Config{Size: size, Rules: rules, Human: human, Handicap: c.Handicap, Seed: c.Seed, SavePath: c.savePath("sgf")}
	if err := config.Validate(); err != nil {
		return nil, nil, errors.Join(&usageError{err}, player.Close())
	}
	session, err := terminal.NewSession(player, config)
	if err != nil {
		return nil, nil, errors.Join(err, player.Close())
	}
	return session, player, nil
}

// seatMover is seat for a small game.
func (c *PlayCmd) seatMover(human board.Color) (terminal.GameView, io.Closer, error) {
	if err := onlyGo(c.Game, c.Board, c.Komi, c.Rules); err != nil {
		return nil, nil, err
	}
	if c.Handicap != 0 {
		return nil, nil, forGo("handicap", c.Game, "leave it out")
	}
	game, err := player.ParseGame(c.Game)
	if err != nil {
		return nil, nil, &usageError{err}
	}
	mover, err := player.Movers().Parse(cmp.Or(c.Player, player.KindUCT), game, player.Env{Seed: c.Seed, Threads: c.Threads})
	var bad *player.SpecError
	if errors.As(err, &bad) {
		err = &usageError{err}
	}
	if err != nil {
		return nil, nil, err
	}
	if err := c.tellMover(mover); err != nil {
		return nil, nil, errors.Join(err, mover.Close())
	}
	session, err := terminal.NewGameSession(mover, terminal.GameConfig{Game: game, Human: human, SavePath: c.savePath("txt")})
	if err != nil {
		return nil, nil, errors.Join(err, mover.Close())
	}
	return session, mover, nil
}

// savePath is where the s key writes.
func (c *PlayCmd) savePath(extension string) string {
	return cmp.Or(c.Save, time.Now().Format("tengen-20060102-150405."+extension))
}
