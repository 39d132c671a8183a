package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// matchFlags are those of a match that is not about who plays.
type matchFlags struct {
	Game     string        `help:"A small game instead of Go: tictactoe, gomoku or gomoku:size=15,length=5,exact=on." placeholder:"GAME"`
	Board    int           `help:"Side of the board of Go (default: 9)." placeholder:"N"`
	Komi     *float64      `help:"Points for White (default: the rules')."`
	Rules    string        `help:"tromp-taylor, chinese, japanese, aga or new-zealand (default: chinese)."`
	Time     string        `help:"Clock of each player: 10m, 5m+3s (Fischer), 1m+5x10s (byo-yomi) or 1m+30s/10 (Canadian); default: none." placeholder:"T"`
	Patience time.Duration `help:"Longest wait for one move where there is no clock (default: 10m; 0: for ever)." default:"10m" placeholder:"D"`
	Openings int           `help:"Random moves at the beginning; two games with colours changed share them." default:"0" placeholder:"K"`
	MaxMoves int           `help:"Moves after which a game is counted as it stands (default: four times the points)." placeholder:"N"`
	Parallel int           `help:"Games at once; the threads are shared out (default: as many as threads)." placeholder:"N"`
}

// settings are what the flags say.
func (f *matchFlags) settings(common *flags.Common, games int) (match.Settings, error) {
	s := match.Settings{
		Games: games, Game: f.Game, Board: f.Board, Rules: f.Rules, Komi: f.Komi, Time: f.Time, Patience: f.Patience,
		Openings: f.Openings, MaxMoves: f.MaxMoves, Parallel: f.Parallel, Seed: common.Seed,
	}
	if s.Parallel == 0 {
		s.Parallel = max(1, min(common.Workers(), games))
	}
	if f.Game != "" {
		switch {
		case f.Time != "":
			return s, forGo("time", f.Game, "give the players their time= for a move")
		case f.MaxMoves != 0:
			return s, forGo("max-moves", f.Game, "leave it out")
		}
		return s, onlyGo(f.Game, f.Board, f.Komi, f.Rules)
	}
	s.Board, s.Rules, s.Time = cmp.Or(f.Board, 9), cmp.Or(f.Rules, "chinese"), cmp.Or(f.Time, "none")
	return s, nil
}

// onlyGo refuses flags that a small game has no use for.
func onlyGo(game string, board int, komi *float64, rules string) error {
	switch {
	case board != 0:
		return forGo("board", game, "give the size with the game, as gomoku:size=15")
	case komi != nil:
		return forGo("komi", game, "leave it out")
	case rules != "":
		return forGo("rules", game, "leave it out")
	}
	return nil
}

// forGo refuses a flag for a small game.
func forGo(flag, game, instead string) error {
	return usage.Errorf("--%s is for Go, not for --game %s: %s", flag, game, instead)
}

// maker makes the players of matches by settings, who share networks, memory and threads.
func maker(common *flags.Common, s match.Settings) func(text string) (player.Player, error) {
	env := matchEnv(common, s)
	env.Networks = &player.Networks{}
	return func(text string) (player.Player, error) { return players.Registry().Parse(text, env) }
}

// moverMaker is maker for a small game.
func moverMaker(common *flags.Common, s match.Settings, game player.Game) func(text string) (player.Mover, error) {
	env := matchEnv(common, s)
	return func(text string) (player.Mover, error) { return player.Movers().Parse(text, game, env) }
}

func matchEnv(common *flags.Common, s match.Settings) player.Env {
	return player.Env{
		Size: s.Board, Seed: s.Seed, Threads: max(1, common.Workers()/s.Parallel),
		Players: 2 * s.Parallel, ModelDirs: players.ModelDirs(),
	}
}

// MatchCmd plays a match.
type MatchCmd struct {
	flags.Common
	A     string `short:"a" required:"" help:"One player: a kind with its options, such as rave:playouts=3000." placeholder:"P"`
	B     string `short:"b" required:"" help:"The other player." placeholder:"P"`
	Games int    `help:"Number of games; with --sprt the most (default: 100)." default:"100" placeholder:"N"`
	matchFlags
	SPRT string `name:"sprt" help:"Stop when a sequential test says whether A is ELO1 stronger or ELO0; ELO0,ELO1,ALPHA,BETA for other errors than 0.05." placeholder:"ELO0,ELO1"`
	Out  string `name:"output" aliases:"out" short:"o" help:"Folder for games and results.jsonl; an interrupted match goes on from there." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *MatchCmd) Help() string {
	return `The referee checks every move. An illegal move, a crash and running out of time lose the game.
After two passes dead stones come off, as playouts estimate them. --sprt judges games in order.

Examples:

    tengen match -a rave:playouts=3000 -b uct:playouts=3000 --games 200 -o runs/rave-uct
    tengen match -a rave:k=1000,playouts=3000 -b rave:playouts=3000 --games 1000 --sprt 0,50
    tengen match -a rave --games 200 -b 'gtp:gnugo --mode gtp --level 10 --chinese-rules'
    tengen match --game gomoku -a aoap:playouts=200,n0=10 -b uct:playouts=200 --games 200

` + players.Help
}

// Run plays the games that are not played yet, and prints the score of all.
func (c *MatchCmd) Run(ctx context.Context) error {
	settings, err := c.settings(&c.Common, c.Games)
	if err != nil {
		return err
	}
	config, err := settings.Config()
	if err != nil {
		return usage.Wrap(err)
	}
	count := match.Counter{Small: config.Game != (player.Game{})}
	trial := match.Trial{Count: count}
	if c.SPRT != "" {
		if trial.Test, err = rating.ParseSPRT(c.SPRT); err != nil {
			return usage.Wrap(err)
		}
	}
	play, err := c.seat(config, settings)
	if err != nil {
		return err
	}
	done, save, shut := map[int]bool{}, func(*match.Game) error { return nil }, func() error { return nil }
	games := map[int]*match.Game{}
	var tally rating.Tally
	take := func(g *match.Game) (decided bool) {
		games[g.Game] = g
		tally.Add(g.Winner())
		return trial.Add(g)
	}
	about := settings.About(config, c.A, c.B)
	if config.Game == (player.Game{}) {
		if err := about.NoteWeights(players.ModelDirs()); err != nil {
			return wrongUse(err)
		}
	}
	if c.Out != "" {
		folder, err := match.OpenFolder(c.Out, about)
		if errors.Is(err, match.ErrOther) {
			return usage.Wrap(err)
		}
		if err != nil {
			return err
		}
		done, save, shut = folder.Done(), folder.Add, folder.Close
		for i := range folder.Games {
			if folder.Games[i].Game < c.Games {
				take(&folder.Games[i])
			}
		}
	}
	bar := progress.New(c.Quiet, "match", int64(c.Games), "games")
	bar.Resume(int64(tally.Games()))
	if !trial.Decided() {
		err = play(ctx, done, func(g *match.Game) error {
			if err := save(g); err != nil {
				return err
			}
			decided := take(g)
			label := fmt.Sprintf("A %v B", tally)
			if c.SPRT != "" {
				label += fmt.Sprintf(", %v", &trial)
			}
			bar.Relabel(label, int64(tally.Games()))
			if decided {
				return match.ErrEnough
			}
			return nil
		})
	}
	bar.Finish()
	err = errors.Join(err, shut())
	if errors.Is(err, context.Canceled) {
		told := fmt.Sprintf("%d of %d games played, A %v B", tally.Games(), c.Games, tally)
		if c.Out != "" {
			told += "; the same command goes on from there"
		}
		return fmt.Errorf("%s: %w", told, context.Canceled)
	}
	if err != nil {
		return err
	}
	report := matchReport{A: c.A, B: c.B, AWeights: about.AWeights, BWeights: about.BWeights, Board: config.Size, count: count}
	if config.Game != (player.Game{}) {
		report.Game = config.Game.String()
	} else {
		report.Komi = &config.Rules.Komi
	}
	if c.SPRT != "" {
		report.judge(&trial, len(games))
	}
	for i := range c.Games {
		if g := games[i]; g != nil && (report.SPRT == nil || i < trial.Judged()) {
			report.add(g)
		}
	}
	return report.print(c.JSON)
}

// playMatch plays the games that done does not name.
type playMatch func(ctx context.Context, done map[int]bool, finished func(*match.Game) error) error

// seat makes the players once, so that a wrong player string is told before anything else, and
// returns what plays their games.
func (c *MatchCmd) seat(config match.Config, settings match.Settings) (playMatch, error) {
	if config.Game != (player.Game{}) {
		sides := bothSides(c.A, c.B, moverMaker(&c.Common, settings, config.Game))
		for _, side := range sides {
			if err := try(side, tellMover(c.Quiet)); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, done map[int]bool, finished func(*match.Game) error) error {
			return match.RunMovers(ctx, config, sides[0], sides[1], done, finished)
		}, nil
	}
	sides := bothSides(c.A, c.B, maker(&c.Common, settings))
	for _, side := range sides {
		if err := tryPlayer(side, config.Size, config.Rules.Komi, c.Quiet); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, done map[int]bool, finished func(*match.Game) error) error {
		return match.Run(ctx, config, sides[0], sides[1], done, finished)
	}, nil
}

// bothSides are the sides of a match between two player strings.
func bothSides[P io.Closer](a, b string, build func(text string) (P, error)) (sides [2]match.Side[P]) {
	for i, text := range []string{a, b} {
		sides[i] = match.Side[P]{Name: text, Make: func() (P, error) { return build(text) }}
	}
	return sides
}

// tellMover says what a player of a small game does without.
func tellMover(quiet bool) func(player.Mover) error {
	return func(m player.Mover) error {
		if !quiet {
			players.TellLacks(m)
		}
		return nil
	}
}

// wrongUse is an error of players: of wrong use if a player string is at fault.
func wrongUse(err error) error {
	if bad := (*player.SpecError)(nil); errors.As(err, &bad) {
		return usage.Wrap(err)
	}
	return err
}

// try makes a player once and lets checks look at it; a wrong player string is wrong use.
func try[P io.Closer](side match.Side[P], checks ...func(P) error) error {
	p, err := side.Make()
	if err != nil {
		return wrongUse(err)
	}
	for _, check := range checks {
		if err := check(p); err != nil {
			_ = p.Close()
			return err
		}
	}
	return p.Close()
}

// tryPlayer is try for a player of Go, who is seated at an empty board, where some look for
// their model: else every game would be lost for want of it. It says what the player does
// without.
func tryPlayer(side match.Contestant, size int, komi float64, quiet bool) error {
	return try(side, func(p player.Player) error {
		if s, ok := p.(player.Sized); ok && s.Size() != 0 && s.Size() != size {
			return usage.Errorf("player %s is for %d×%d, not --board %d", side.Name, s.Size(), s.Size(), size)
		}
		players.TellNotes(p, quiet)
		tellKomi(p, komi, quiet)
		g, err := board.NewGame(size, board.Chinese())
		if err != nil {
			return usage.Wrap(err)
		}
		return p.NewGame(g)
	})
}
