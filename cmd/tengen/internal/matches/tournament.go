package matches

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// TournamentCmd plays everybody against everybody, or one against all.
type TournamentCmd struct {
	flags.Common
	devices.Flag
	Player   []entrant `sep:"none" config:"players" help:"A player, as often as there are players; in the file of --config a list [[players]] with name and player." placeholder:"NAME=P"`
	Games    int       `help:"Number of games of every pair (default: 100)." default:"100" placeholder:"N"`
	Gauntlet string    `help:"Only the games of this player against all others." placeholder:"NAME"`
	matchFlags
	rateFlags
	Out string `name:"output" aliases:"out" short:"o" required:"" help:"Folder for a match folder of every pair, the standing and a picture of the ladder; a tournament that was interrupted goes on from there." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *TournamentCmd) Help() string {
	return `Each pair plays like a match of tengen match. Players may be added
later: what was played is not played again. tengen rate reads the folder, too. With
--handicap 4 the second player of each pair has four stones, and is NAME+4 in the standing. --hub
sends the games to the workers of a hub, as in tengen match.

Examples:

    tengen tournament --board 9 --games 200 -o runs/ladder --anchor gnugo=0 \
        --player rave=rave:playouts=1000 --player uct=uct:playouts=1000 \
        --player 'gnugo=gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead'
    tengen tournament --config ladder.toml -o runs/ladder

with ladder.toml

    games = 200
    openings = 4
    [[players]]
    name = "rvp"
    player = "search:model=runs/all,time=1s"
    [[players]]
    name = "p"
    player = "policy:model=runs/all"

` + players.Help
}

// entrant is a player of a tournament on the command line or in a file.
type entrant struct{ match.Entrant }

// UnmarshalText reads NAME=P.
func (e *entrant) UnmarshalText(text []byte) error {
	name, player, ok := strings.Cut(string(text), "=")
	if !ok || name == "" || strings.ContainsRune(name, ':') {
		return fmt.Errorf("%q: want NAME=P, as rave=rave:playouts=1000", text)
	}
	e.Name, e.Text = name, player
	return nil
}

// UnmarshalJSON reads a table of a file, which kong hands over as JSON.
func (e *entrant) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&e.Entrant); err != nil {
		return fmt.Errorf("[[players]]: want name = \"NAME\" and player = \"P\", both text, and nothing else; got %s",
			text)
	}
	return nil
}

// Run plays the games that are not played yet, and prints the standing.
func (c *TournamentCmd) Run(ctx context.Context) error {
	settings, err := c.settings(&c.Common, c.Games)
	if err != nil {
		return err
	}
	t := match.Tournament{Settings: settings, NoteWeights: true, ModelDirs: players.ModelDirs()}
	for _, e := range c.Player {
		t.Players = append(t.Players, e.Entrant)
	}
	if t.Rate, err = c.rate(); err != nil {
		return usage.Wrap(err)
	}
	if c.Gauntlet != "" {
		one := slices.IndexFunc(t.Players, func(e match.Entrant) bool { return e.Name == c.Gauntlet })
		if one < 0 {
			return usage.Errorf("--gauntlet %s: no player is called so", c.Gauntlet)
		}
		t.Pairs = match.Gauntlet(len(t.Players), one)
	}
	if c.Parallel == 0 { // games of several pairs
		t.Parallel = max(1, min(c.Workers(), t.TotalGames()))
	}
	if err := t.Validate(); err != nil {
		return usage.Wrap(err)
	}
	config, err := t.Config()
	if err != nil {
		return usage.Wrap(err)
	}
	if err := c.Here(c.Hub); err != nil {
		return err
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	t.Device = deviceNote(device)
	build := maker(&c.Common, device, config)
	for _, p := range t.Players {
		side := match.Side{Name: p.Name, Make: func() (player.Player, error) { return build(p.Text) }}
		if err := tryPlayer(side, config.Rules, c.Quiet); err != nil {
			return err
		}
	}
	elsewhere, err := c.elsewhere(ctx, &c.Common, config, c.Out)
	if err != nil {
		return err
	}
	if elsewhere != nil {
		defer elsewhere.Close()
		t.Elsewhere = elsewhere.Play
	}
	if c.Hub != "" && games.ByTime(config.Time, playerTexts(t.Players)...) {
		c.Say(cluster.UnlikeMachines)
	}
	return c.play(ctx, &t, build)
}

// play plays a tournament with players that build makes of their strings, and prints the standing.
func (c *TournamentCmd) play(
	ctx context.Context, t *match.Tournament, build func(text string) (player.Player, error),
) error {
	played := 0
	bar := progress.New(c.Quiet, "tournament", int64(t.TotalGames()), "games")
	standing, err := t.Run(ctx, c.Out, build, func(p match.Progress) {
		played = p.Done
		bar.Resume(int64(p.Before))
		bar.Relabel(p.Label, int64(p.Done))
	})
	bar.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		return stopped(err, fmt.Sprintf("%d of %d games played; the same command goes on from there",
			played, t.TotalGames()))
	case errors.Is(err, match.ErrOther):
		return usage.Wrap(err)
	case err != nil:
		return err
	}
	return printStanding(standing, c.JSON)
}

// playerTexts are the player strings of a tournament.
func playerTexts(players []match.Entrant) (texts []string) {
	for _, p := range players {
		texts = append(texts, p.Text)
	}
	return texts
}

// rateFlags are how games become ratings.
type rateFlags struct {
	Anchor []string `sep:"none" help:"A player's rating that is given; without any the mean of all is 0." placeholder:"NAME=ELO"`
	Prior  float64  `help:"Virtual draws of two who met only each other. They keep ratings finite (default: 2)." default:"2" placeholder:"N"`
}

// rate is what the flags say.
func (f *rateFlags) rate() (rating.RateConfig, error) {
	config := rating.RateConfig{Prior: f.Prior, Anchors: map[string]float64{}}
	for _, text := range f.Anchor {
		name, elo, ok := cutLast(text)
		value, err := strconv.ParseFloat(elo, 64)
		if !ok || err != nil {
			return config, fmt.Errorf("--anchor %s: want NAME=ELO, as gnugo=1800", text)
		}
		config.Anchors[name] = value
	}
	return config, config.Validate()
}

// cutLast divides a text at its last =, since player strings have some of their own.
func cutLast(text string) (before, after string, ok bool) {
	at := strings.LastIndexByte(text, '=')
	if at <= 0 || at == len(text)-1 {
		return "", "", false
	}
	return text[:at], text[at+1:], true
}

func printStanding(s *rating.Standing, asJSON bool) error {
	if asJSON {
		return output.JSON(s)
	}
	output.Print(s)
	return nil
}
