// Package matches has the commands of games between players: tengen match, tournament, rate and selfplay.
package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/interrupt"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rating"
)

// matchFlags are the flags of a match that do not say who plays.
type matchFlags struct {
	Game     string        `help:"${games}" placeholder:"GAME"`
	Board    int           `help:"Side of the board of Go (default: 9)." placeholder:"N"`
	Komi     *float64      `help:"Points for White (default: the rules'; 0.5 with handicap)."`
	Rules    string        `help:"chinese (default), japanese, korean, aga, new-zealand or tromp-taylor."`
	Time     string        `help:"Clock of each player: 10m, 5m+3s (Fischer), 1m+5x10s (byo-yomi) or 1m+30s/10 (Canadian); default: none." placeholder:"T"`
	Patience time.Duration `help:"Longest wait for a move without a clock (default: 10m; 0: for ever)." default:"10m" placeholder:"D"`
	Openings int           `help:"Random moves at the beginning; two games with colours changed share them." default:"0" placeholder:"K"`
	MaxMoves int           `help:"Moves after which a game is counted (default: four times the points)." placeholder:"N"`
	Handicap int           `help:"Stones for B, who then has Black in all games." placeholder:"N"`
	Hub      string        `help:"The workers of a hub play: file with an owner's token, or URL of NATS." placeholder:"TOKEN"`
	Parallel int           `help:"Games at once; the threads are shared out (default: as many as threads)." placeholder:"N"`
}

// settings are what the flags say.
func (f *matchFlags) settings(common *flags.Common, games int) (match.Settings, error) {
	s := match.Settings{
		Games: games, Game: f.Game, Board: f.Board, Rules: f.Rules, Komi: f.Komi, Time: f.Time, Patience: f.Patience,
		Openings: f.Openings, Handicap: f.Handicap, MaxMoves: f.MaxMoves, Parallel: f.Parallel, Seed: common.Seed,
	}
	if s.Parallel == 0 {
		s.Parallel = max(1, min(common.Workers(), games))
	}
	if f.Game != "" {
		if f.MaxMoves != 0 {
			return s, flags.ForGo("max-moves", f.Game, "leave it out")
		}
		if f.Handicap != 0 {
			return s, flags.ForGo("handicap", f.Game, "leave it out")
		}
		return s, flags.OnlyGo(f.Game, f.Board, f.Komi, f.Rules)
	}
	s.Board, s.Rules, s.Time = cmp.Or(f.Board, 9), cmp.Or(f.Rules, "chinese"), cmp.Or(f.Time, "none")
	return s, nil
}

// elsewhere reaches the hub that shall play, if one is named, for games that go to a folder; nil for none.
func (f *matchFlags) elsewhere(
	ctx context.Context, common *flags.Common, config match.Config, dir string,
) (*cluster.Matches, error) {
	if f.Hub == "" {
		return nil, nil
	}
	return cluster.OpenMatches(ctx, cluster.MatchConfig{
		Hub: f.Hub, Folder: dir, Seed: config.Seed, Threads: playerThreads(common, config), Say: common.Say,
	})
}

// playerThreads is how many threads each player of a match has.
func playerThreads(common *flags.Common, config match.Config) int {
	return max(1, common.Workers()/config.Parallel)
}

// maker makes the players of matches, who share networks, memory and threads.
func maker(common *flags.Common, device nets.Device, config match.Config) func(text string) (player.Player, error) {
	env := player.Env{
		Rules: config.Rules, Seed: config.Seed, Threads: playerThreads(common, config),
		Players: 2 * config.Parallel, ModelDirs: players.ModelDirs(), Networks: &loaded.Networks{Device: device},
	}
	return func(text string) (player.Player, error) { return players.Registry().Parse(text, env) }
}

// deviceNote is a device by the name that match.json notes: "" for the CPU in float32.
func deviceNote(device nets.Device) string {
	if name := device.Name(); name != (nets.CPU{}).Name() {
		return name
	}
	return ""
}

// MatchCmd plays a match.
type MatchCmd struct {
	flags.Common
	devices.Flag
	A     string `short:"a" required:"" help:"One player: a kind with its options, such as rave:playouts=3000." placeholder:"P"`
	B     string `short:"b" required:"" help:"The other player." placeholder:"P"`
	Games int    `help:"Number of games; with --sprt the most (default: 100)." default:"100" placeholder:"N"`
	matchFlags
	SPRT string `name:"sprt" help:"Stop when a sequential test says whether A is ELO1 stronger or ELO0; ELO0,ELO1,ALPHA,BETA for other errors than 0.05." placeholder:"ELO0,ELO1"`
	Out  string `name:"output" aliases:"out" short:"o" help:"Folder for games and results.jsonl; an interrupted match goes on there." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *MatchCmd) Help() string {
	return `The referee checks every move. An illegal move, a crash and running out of time lose the game.
After two passes dead stones come off, as playouts estimate them. --sprt judges games in order.
With --hub they are the games of this machine, if playouts bound the players: docs/cluster.md.

Examples:

    tengen match -a rave:playouts=3000 -b uct:playouts=3000 --games 200 -o runs/rave-uct
    tengen match -a rave:c=0,playouts=3000 -b rave:playouts=3000 --games 1000 --sprt 0,50
    tengen match -a search --handicap 4 -b 'gtp:gnugo --mode gtp --level 10 --chinese-rules'
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
	count := match.Counter{Small: c.Game != ""}
	trial := match.Trial{Count: count}
	if c.SPRT != "" {
		if trial.Test, err = rating.ParseSPRT(c.SPRT); err != nil {
			return usage.Wrap(err)
		}
	}
	if err := c.Here(c.Hub); err != nil {
		return err
	}
	device, closeDevice, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer closeDevice()
	sides, err := c.prepare(device, config)
	if err != nil {
		return err
	}
	elsewhere, err := c.elsewhere(ctx, &c.Common, config, c.Out)
	if err != nil {
		return err
	}
	if elsewhere != nil {
		defer elsewhere.Close()
		config.Elsewhere = elsewhere.Play
	}
	done, save, shut := map[int]bool{}, func(*match.Game) error { return nil }, func() error { return nil }
	played := map[int]*match.Game{}
	var tally rating.Tally
	take := func(g *match.Game) (decided bool) {
		short := *g
		short.Record, short.Thoughts = game.Record{}, nil // games are many, and nobody asks for their moves again
		played[g.Game] = &short
		tally.Add(g.Winner())
		return trial.Add(&short)
	}
	settings.Device = deviceNote(device)
	about := settings.About(config, c.A, c.B)
	if err := about.NoteWeights(players.ModelDirs()); err != nil {
		return usage.Player(err)
	}
	if c.Out != "" {
		folder, err := match.OpenFolder(c.Out, about)
		if errors.Is(err, match.ErrOther) {
			return usage.Wrap(err)
		}
		if err != nil {
			return err
		}
		live := match.OpenLive(c.Out, match.Plan{Games: c.Games, SPRT: c.SPRT})
		config.Watch = live.Watch
		if elsewhere != nil {
			elsewhere.Watch = live.Show
		}
		done, shut = folder.Done(), func() error { return errors.Join(live.Close(), folder.Close()) }
		save = func(g *match.Game) error {
			live.Over(g.Game)
			return folder.Add(g)
		}
		for i := range folder.Games {
			if folder.Games[i].Game < c.Games {
				take(&folder.Games[i])
			}
		}
	}
	bar := progress.New(c.Quiet, "match", int64(c.Games), "games")
	bar.Resume(int64(tally.Games()))
	if !trial.Decided() {
		err = match.Run(ctx, config, sides[0], sides[1], done, func(g *match.Game) error {
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
		far := fmt.Sprintf("%d of %d games played, A %v B", tally.Games(), c.Games, tally)
		if c.Out != "" {
			far += "; the same command goes on from there"
		}
		return stopped(err, far)
	}
	if err != nil {
		return err
	}
	report := matchReport{
		A:        c.A,
		B:        c.B,
		AWeights: about.AWeights,
		BWeights: about.BWeights,
		Board:    about.Board,
		Game:     about.Game,
		Handicap: about.Handicap,
		count:    count,
	}
	if c.Hub != "" && games.ByTime(config.Time, c.A, c.B) {
		report.Machines = cluster.UnlikeMachines
	}
	if about.Game == "" {
		report.Komi = &about.Komi
	}
	if c.SPRT != "" {
		report.judge(&trial, len(played))
	}
	for i := range c.Games {
		if g := played[i]; g != nil && (report.SPRT == nil || i < trial.Judged()) {
			report.add(g)
		}
	}
	return report.print(c.JSON)
}

// prepare makes the players once, so that a wrong player string is refused before anything else, and
// returns who makes them again.
func (c *MatchCmd) prepare(device nets.Device, config match.Config) (sides [2]match.Side, err error) {
	build := maker(&c.Common, device, config)
	for i, text := range []string{c.A, c.B} {
		sides[i] = match.Side{Name: text, Text: text, Make: func() (player.Player, error) { return build(text) }}
		if err := tryPlayer(sides[i], config.Rules, c.Quiet); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// stopped is the error of an interrupted command: how far it came, and what else went wrong, such as a game that
// could not be kept.
func stopped(err error, far string) error {
	_, rest := interrupt.Split(err)
	return errors.Join(fmt.Errorf("%s: %w", far, context.Canceled), rest)
}

// tryPlayer makes a player once and shows it the empty board, where some look for their model:
// else every game would be lost for want of it. A wrong player string is wrong use. It says
// what the player does without.
func tryPlayer(side match.Side, rules game.Rules, quiet bool) (err error) {
	p, err := side.Make()
	if err != nil {
		return usage.Player(err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if s, ok := p.(player.Sized); ok && s.Size() != 0 && s.Size() != rules.Size() {
		return usage.Errorf("player %s is for %d×%d, not --board %d", side.Name, s.Size(), s.Size(), rules.Size())
	}
	players.TellNotes(p, quiet)
	if of, ok := rules.(game.Go); ok {
		players.TellKomi(p, of.Rules.Komi, quiet)
	}
	g, err := rules.New()
	if err != nil {
		return usage.Wrap(err)
	}
	return p.NewGame(g)
}
