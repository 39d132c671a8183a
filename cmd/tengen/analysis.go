package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/analysis"
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// AnalysisCmd is the engine for KaTrain and other programs that know KataGo's analysis engine.
type AnalysisCmd struct {
	flags.Common
	devices.Flag
	Player    string `help:"Who reads: search (default), uct, rave or another tree search, with options." placeholder:"P"`
	Visits    *int64 `help:"Playouts per position, if the query does not say (default: 500)." placeholder:"N"`
	Positions int    `help:"Read so many positions at the same time. They share the cores." default:"2" placeholder:"N"`
	Hasty     bool   `name:"quit-without-waiting" help:"When the input ends, drop the positions that wait."`

	KataConfig   string   `name:"katago-config" hidden:"" type:"path"`
	KataModel    string   `name:"katago-model" hidden:"" type:"path"`
	HumanModel   string   `name:"human-model" hidden:"" type:"path"`
	KataOverride []string `name:"override-config" hidden:""`
}

// Help is printed below the flags.
func (c *AnalysisCmd) Help() string {
	return `The program takes KataGo's place: queries come on stdin as lines of JSON, answers go to stdout,
messages to stderr. docs/guis.md has the recipe for KaTrain, docs/analysis.md what is
answered. KataGo's own flags are accepted, as KaTrain passes them: -model FILE (a folder with a
model of Tengen's, else the built-in model reads), -config FILE (of which maxVisits, maxTime,
analysisPVLen and reportAnalysisWinratesAs count), -override-config KEY=VALUE,…,
-analysis-threads N and -quit-without-waiting.

Example:

    echo '{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9}' | tengen analysis

` + players.Help
}

// Run answers queries until the input ends.
func (c *AnalysisCmd) Run(ctx context.Context) error {
	if c.Positions < 1 || c.Positions > 64 {
		return usage.Errorf("--positions %d: want 1 to 64", c.Positions)
	}
	settings, err := c.settings()
	if err != nil {
		return err
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	analysts, err := c.analysts(device)
	if err != nil {
		return err
	}
	defer func() {
		for _, a := range analysts {
			a.(*players.Analyst).Close()
		}
	}()
	name := analysts[0].String()
	server, err := analysis.New(analysts, analysis.Config{
		Version: version.Number, Settings: settings, Models: []string{name}, Seed: c.Seed, Hasty: c.Hasty,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel()})),
	})
	if err != nil {
		return err
	}
	if !c.Quiet { // programs wait for the last words
		fmt.Fprintf(os.Stderr, "Tengen %s: %s\n", version.String(), name)
		fmt.Fprintln(os.Stderr, "Started, ready to begin handling requests")
	}
	ctx, stop := untilUnread(ctx, os.Stdout)
	defer stop()
	err = server.Run(ctx, os.Stdin, os.Stdout)
	if err != nil && errors.Is(context.Cause(ctx), errUnread) {
		return errUnread
	}
	return err
}

// settings are those of KataGo's configuration file, of its overrides, and of our flags.
func (c *AnalysisCmd) settings() (analysis.Settings, error) {
	s := analysis.Defaults()
	if c.KataConfig != "" {
		f, err := os.Open(c.KataConfig)
		if err == nil {
			err = errors.Join(s.Read(f), f.Close())
		}
		if err != nil {
			return s, usage.Errorf("-config %s: %w", c.KataConfig, err)
		}
	}
	for _, pair := range c.KataOverride {
		pair = strings.TrimSpace(pair)
		if pair == "" { // behind a comma
			continue
		}
		key, value, given := strings.Cut(pair, "=")
		if !given {
			return s, usage.Errorf("-override-config %s: want KEY=VALUE, as maxVisits=100", pair)
		}
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		known, err := s.Set(key, value)
		if err != nil {
			return s, usage.Errorf("-override-config: %w", err)
		}
		if !known && !c.Quiet {
			fmt.Fprintf(os.Stderr, "-override-config %s: Tengen has no such setting and ignores it\n", key)
		}
	}
	if c.Visits != nil {
		if s.Visits = *c.Visits; s.Visits < 1 {
			return s, usage.Errorf("--visits %d: want 1 or more", s.Visits)
		}
	}
	if c.HumanModel != "" && !c.Quiet {
		fmt.Fprintf(os.Stderr, "-human-model %s: Tengen cannot read it and ignores it\n", c.HumanModel)
	}
	return s, nil
}

// player is the player string: --player, or the model that was named as KataGo's.
func (c *AnalysisCmd) player() string {
	switch {
	case c.Player != "" || c.KataModel == "":
		return c.Player
	case isModel(c.KataModel):
		return player.KindSearch + ":model=" + c.KataModel
	}
	if !c.Quiet {
		fmt.Fprintf(os.Stderr, "-model %s: this is no model of Tengen's; the built-in model of the board's size "+
			"reads\n", c.KataModel)
	}
	return ""
}

// isModel says whether a folder holds a model.
func isModel(dir string) bool {
	_, err := models.ReadManifest(dir)
	return err == nil
}

// analysts makes the players, which share their networks and the memory.
func (c *AnalysisCmd) analysts(device nets.Device) ([]analysis.Analyst, error) {
	text := c.player()
	env := player.Env{
		Rules: game.Go{Board: board.MaxSize}, Seed: c.Seed, Threads: c.Threads, Players: c.Positions,
		Networks: &loaded.Networks{Device: device}, ModelDirs: players.ModelDirs(),
	}
	var analysts []analysis.Analyst
	said := new(sync.Map)
	said.Store(board.MaxSize, true) // what plays there is said once the player is made
	for range c.Positions {
		a := &players.Analyst{Text: text, Instead: player.KindRave, Env: env, Quiet: c.Quiet, Said: said}
		err := a.Use(cmp.Or(text, player.KindSearch))
		if text == "" && errors.Is(err, models.ErrNoModel) {
			err = a.Use(player.KindRave)
		}
		if err != nil {
			return nil, usage.Player(err)
		}
		if len(analysts) == 0 {
			players.TellNotes(a.Player(), c.Quiet)
		}
		analysts = append(analysts, a)
	}
	return analysts, nil
}

// kataGoFlags are KataGo's flags, which have one dash, by ours.
var kataGoFlags = map[string]string{
	"-config": "--katago-config", "-model": "--katago-model", "-human-model": "--human-model",
	"-override-config": "--override-config", "-analysis-threads": "--positions",
	"-quit-without-waiting": "--quit-without-waiting",
}

// fromKataGo replaces KataGo's flags on the command line of tengen analysis: programs start it as they
// would start KataGo.
func fromKataGo(args []string) []string {
	if len(args) == 0 || args[0] != "analysis" {
		return args
	}
	out := make([]string, len(args))
	for i, arg := range args {
		name, value, given := strings.Cut(arg, "=")
		out[i] = arg
		if flag, ok := kataGoFlags[name]; ok {
			out[i] = flag
			if given {
				out[i] += "=" + value
			}
		}
	}
	return out
}
