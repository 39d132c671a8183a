package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/strength"
)

// GTPCmd is the GTP engine.
type GTPCmd struct {
	flags.Common
	devices.Flag
	Player string   `help:"Who plays, such as rave:time=5s (default: search)." placeholder:"P"`
	Level  string   `help:"How strong, instead of --player: an estimated rank such as 8k, or strongest; tengen player levels shows the scale." placeholder:"RANK"`
	Board  int      `help:"Side of the board until the first boardsize (default: the model's, else 19)." placeholder:"N"`
	Rules  string   `help:"Rules until a command changes them: tromp-taylor, chinese, japanese, korean, aga, new-zealand." default:"chinese"`
	Komi   *float64 `help:"Komi until a command changes it (default: the rules')."`
	Show   string   `help:"What of its reading a searching player tells on stderr: none, moves, chat (for gtp2ogs) or gfx (for GoGui)." enum:"none,moves,chat,gfx" default:"none"`
	Compat string   `help:"A program to be compatible with beyond the protocol: lizzie wants a version of 0.15 or more." enum:"none,lizzie" default:"none"`
}

// Help is printed below the flags.
func (c *GTPCmd) Help() string {
	return `Nothing but GTP goes to stdout; messages go to stderr. See docs/gtp.md for the
commands, docs/guis.md for recipes for Sabaki, GoGui, Lizzie and the servers.

Example:

    printf 'boardsize 9\ngenmove b\nshowboard\nquit\n' | tengen gtp

Without model= the model shipped for the board plays; 'tengen model list' names them. On other
boards it is the policy of the next larger board. A line on stderr says which model plays.

` + players.Help
}

// Run answers commands until quit.
func (c *GTPCmd) Run(ctx context.Context) error {
	if c.JSON {
		return usage.Errorf("gtp speaks GTP, not JSON")
	}
	if err := checkLevel(c.Level, c.Player, c.Board); err != nil {
		return usage.Wrap(err)
	}
	if c.Level != "" {
		c.Board = cmp.Or(c.Board, board.MaxSize)
		level, err := strength.Nearest(c.Level, c.Board) // a later board may have more of the scale
		if err != nil {
			return usage.Wrap(err)
		}
		c.Player = level.Player
		tellNearest(c.Level, level, c.Board, c.Quiet)
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers(), Board: c.Board})
	if err != nil {
		return err
	}
	defer done()
	networks := &loaded.Networks{Device: device}
	first, size, rules, err := preparePlayer(c.Player, c.Board, c.Rules, c.Komi, c.Common, networks)
	if err != nil {
		return err
	}
	defer first.Close()
	players.TellKomi(first, rules.Komi, c.Quiet)
	other := &substitute{common: c.Common, networks: networks, level: c.Level, players: map[int]player.Player{}}
	defer other.Close()
	engine, err := gtp.New(first, gtp.Config{
		Name: "Tengen", Version: gtpVersion(c.Compat), Size: size, Rules: rules, Komi: c.Komi, Seed: c.Seed,
		Show: gtp.Show(c.Show), Messages: os.Stderr, CPUTime: machine.ProcessorTime,
		Substitute: other.forPlayer(c.Player),
		BySize:     c.Level != "" && c.Player != "", // the strongest is the default player, of any size
		Seated:     func(p gtp.Player) { players.TellModel(p, c.Quiet) },
		Log:        slog.New(plainLog{os.Stderr, c.LogLevel()}),
	})
	if err != nil {
		return err
	}
	// The end of the input does not end a search: a script that is piped in ends at once and waits for its
	// answers. A program that is gone reads none.
	ctx, stop := untilUnread(ctx, os.Stdout)
	defer stop()
	err = engine.Run(ctx, os.Stdin, os.Stdout)
	if err != nil && errors.Is(context.Cause(ctx), errUnread) {
		return errUnread
	}
	return err
}

// errUnread says that the program that drove the engine is gone.
var errUnread = errors.New("nobody reads the answers any more")

// substitute plays on boards that the default player has no model for, or that the player of a level is
// not for.
type substitute struct {
	common   flags.Common
	networks *loaded.Networks
	level    string
	players  map[int]player.Player // by the size of the board; 0: on every board
}

// forPlayer is gtp.Config.Substitute: only the default player and a level have a substitute.
func (s *substitute) forPlayer(player string) func(size int) (gtp.Player, error) {
	if player != "" && s.level == "" {
		return nil
	}
	return func(size int) (gtp.Player, error) {
		text, key := "", 0
		if s.level != "" {
			level, err := strength.Nearest(s.level, size)
			if err != nil {
				return nil, err
			}
			text, key = level.Player, size
			tellNearest(s.level, level, size, s.common.Quiet)
		}
		if p := s.players[key]; p != nil {
			return p, nil
		}
		p, err := parsePlayer(text, size, s.common, s.networks)
		if err != nil {
			return nil, err
		}
		s.players[key] = p
		return p, nil
	}
}

// Close closes the players that were made.
func (s *substitute) Close() (err error) {
	for _, p := range s.players {
		err = errors.Join(err, p.Close())
	}
	return err
}

// tellNearest says on stderr that a board has no level of the rank that was asked for.
func tellNearest(asked string, level strength.Level, size int, quiet bool) {
	if rank := record.ParseRank(asked); !quiet && rank != level.Rank() {
		fmt.Fprintf(os.Stderr, "%d×%d has no level %s: %s plays\n", size, size, asked, level.Name)
	}
}

// checkLevel refuses a level that is no rank. Other ranks are played by the nearest level, with a word.
func checkLevel(level, player string, size int) error {
	if level == "" {
		return nil
	}
	if player != "" {
		return errors.New("--level and --player both say who plays: leave one out")
	}
	_, err := strength.Nearest(level, cmp.Or(size, board.MaxSize))
	return err
}

// parsePlayer makes the player of a player string. An empty string asks for the default:
// search, or rave on a board that no model is for, with a line on stderr.
func parsePlayer(text string, size int, common flags.Common, networks *loaded.Networks) (player.Player, error) {
	env := player.Env{
		Rules:     game.Go{Board: size},
		Seed:      common.Seed,
		Threads:   common.Threads,
		ModelDirs: players.ModelDirs(),
		Networks:  networks,
	}
	p, err := players.Registry().Parse(cmp.Or(text, player.KindSearch), env)
	if text == "" && errors.Is(err, models.ErrNoModel) {
		if !common.Quiet {
			fmt.Fprintf(os.Stderr, "no model for %d×%d: rave plays, which needs none; 'tengen train policy GAMES "+
				"--board %d -o DIR' makes one\n", size, size, size)
		}
		p, err = players.Registry().Parse(player.KindRave, env)
	}
	if err != nil {
		return nil, usage.Player(err)
	}
	players.TellNotes(p, common.Quiet)
	return p, nil
}

// preparePlayer makes the player of a player string, the default for an empty one, and finds its
// board and rules.
func preparePlayer(
	text string, size int, ruleName string, komi *float64, common flags.Common, networks *loaded.Networks,
) (player.Player, int, board.Rules, error) {
	rules, err := askedRules(ruleName, komi)
	if err != nil {
		return nil, 0, rules, err
	}
	if size != 0 {
		if err := board.CheckSize(size); err != nil {
			return nil, 0, rules, usage.Wrap(err)
		}
	}
	p, err := parsePlayer(text, size, common, networks)
	if err != nil {
		return nil, 0, rules, err
	}
	if size == 0 {
		size = board.MaxSize
		if s, ok := p.(player.Sized); ok && s.Size() != 0 {
			size = s.Size()
		}
	}
	return p, size, rules, nil
}

// askedRules are the rules of that name, with the komi if one is asked for.
func askedRules(name string, komi *float64) (board.Rules, error) {
	rules, err := board.ParseRules(name)
	if komi != nil {
		rules.Komi = *komi
	}
	if err == nil {
		err = rules.Validate()
	}
	if err != nil {
		err = usage.Wrap(err)
	}
	return rules, err
}

// lizzieVersion is the one of Leela Zero with the commands that Lizzie needs.
// Lizzie compares the second number, and Tengen has these commands.
const lizzieVersion = "0.17"

// gtpVersion is what the GTP command version answers.
func gtpVersion(compat string) string {
	if compat == "lizzie" {
		return lizzieVersion
	}
	return version.Number
}
