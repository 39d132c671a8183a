package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/terminal"
)

// PlayCmd plays in the terminal.
type PlayCmd struct {
	flags.Common
	devices.Flag
	File string `arg:"" optional:"" help:"A game (SGF, also compressed) to see and play on." type:"existingfile" placeholder:"GAME.sgf"`

	Level    string   `help:"How strong the opponent is: an estimated rank such as 15k, or strongest; tengen player levels shows the scale." placeholder:"RANK"`
	Board    int      `help:"Side of the board (default: the model's, else 19)." placeholder:"N"`
	Color    string   `help:"Your colour: black, white or both (default: black); in a small game black is X, who begins." enum:",black,white,both" default:"" placeholder:"COLOR"`
	Handicap int      `help:"Black's handicap stones: 0, or 2 to 9." default:"0" placeholder:"N"`
	Player   string   `help:"The opponent, such as rave:time=5s (default: search; in a small game uct)." placeholder:"P"`
	Komi     *float64 `help:"Points for White (default: a record's own, else the rules', 0.5 with handicap)."`
	Rules    string   `help:"tromp-taylor, chinese, japanese, korean, aga or new-zealand (default: a record's own, else chinese)."`
	Game     string   `help:"${games}" placeholder:"GAME"`
	Plain    bool     `help:"Line by line, for pipes: moves like D4, then undo, hint, score, save FILE, quit."`
	Save     string   `help:"Where the full screen's s key writes the game (default: tengen-DATE-TIME.sgf, in a small game .txt)." placeholder:"FILE" type:"path"`

	networks *loaded.Networks // on the device; nil: of each player its own
}

// Help is printed below the flags.
func (c *PlayCmd) Help() string {
	return `Without options a menu asks for board, colour, handicap and level. On the full screen a click
or Enter plays, d4 and Enter too; ? lists all keys. A game of Go is kept after every move, and
the next start offers to go on with it.

Examples:

    tengen play
    tengen play --board 9 --level 15k
    tengen play game.sgf
    tengen play --player policy:model=runs/first
    printf 'E5\nhint\nquit\n' | tengen play --plain --player rave --board 9
    tengen play --player rave:time=5s --board 9
    tengen play --game gomoku:size=15 --player uct:time=5s
    tengen play --game tictactoe --player negamax --color white

` + players.Help
}

// Run plays one game.
func (c *PlayCmd) Run(ctx context.Context) error {
	if c.JSON {
		return usage.Errorf("play has no figures to print as JSON; see match and gtp")
	}
	if err := c.check(); err != nil {
		return usage.Wrap(err)
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers(), Board: c.Board})
	if err != nil {
		return err
	}
	defer done()
	c.networks = &loaded.Networks{Device: device}
	if c.Plain {
		at, err := c.prepare(ctx, nil)
		if err != nil {
			return err
		}
		defer at.opponent.Close()
		for _, n := range at.notes {
			c.Say("tengen: %s", n)
		}
		return terminal.Plain(ctx, at.view, os.Stdin, os.Stdout)
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return usage.Errorf("the full screen needs a terminal; use --plain for pipes")
	}
	return c.fullScreen(ctx)
}

// check refuses flags that contradict each other.
func (c *PlayCmd) check() error {
	switch {
	case c.Level != "" && c.Game != "":
		return errors.New("--level is for Go: name the opponent of a small game with --player")
	case c.File != "" && c.Game != "":
		return fmt.Errorf("%s is a game of Go: leave --game out", c.File)
	case c.File != "" && (c.Board != 0 || c.Handicap != 0):
		return fmt.Errorf("%s has its own board: leave --board and --handicap out", c.File)
	}
	if c.Save != "" && c.Game == "" {
		if err := play.Savable(c.Save); err != nil {
			return fmt.Errorf("--save: %w", err)
		}
	}
	return checkLevel(c.Level, c.Player, c.Board)
}

// fullScreen plays on the full screen, and keeps a game of Go.
func (c *PlayCmd) fullScreen(ctx context.Context) error {
	var keeper *play.Keeper
	var unfinished *play.Unfinished
	if c.Game == "" {
		dir, err := play.StateFolder(os.Getenv)
		if err != nil {
			return err
		}
		keeper = play.NewKeeper(dir, time.Now)
		defer keeper.Close()
		if unfinished, err = c.start(ctx, keeper); errors.Is(err, terminal.ErrQuit) {
			return nil
		} else if err != nil {
			return err
		}
	}
	at, err := c.prepare(ctx, unfinished)
	if err != nil {
		return err
	}
	defer at.opponent.Close()
	screen := terminal.Screen{}
	if !c.Quiet {
		screen.Message = strings.Join(at.notes, "; ")
		if len(at.notes) == 0 {
			screen.Message = c.greeting(at.opponent)
		}
	}
	if session := at.session; session != nil {
		screen.Keep = func(terminal.GameView) error { return keeper.Keep(session, c.Player) }
	}
	err = terminal.Run(ctx, at.view, screen)
	if keeper != nil && !c.Quiet {
		if file, ok := keeper.Kept(); ok {
			where := "'tengen play' goes on with it"
			if file != "" {
				where = "it is in " + file
			}
			fmt.Fprintf(os.Stderr, "The game is kept: %s.\n", where)
		}
	}
	return err
}

// greeting is the first line on the screen: what there is to know of the opponent.
func (c *PlayCmd) greeting(opponent any) string {
	d, ok := opponent.(player.Defaulter)
	switch {
	case ok && d.DefaultModel() != "":
		return "Playing with the " + players.ChosenModel(opponent, d.DefaultModel()) + "."
	case c.Player == "":
		return fmt.Sprintf("There is no model for this board: %v plays, which needs none.", opponent)
	}
	return ""
}

// start asks what to play: whether to go on with an unfinished game, and without flags for the
// rest. It returns the unfinished game to go on with, nil for a new one.
func (c *PlayCmd) start(ctx context.Context, keeper *play.Keeper) (*play.Unfinished, error) {
	if c.File != "" {
		return nil, nil
	}
	unfinished, err := keeper.Unfinished()
	if err == nil && unfinished != nil && keeper.Elsewhere() {
		fmt.Fprintln(os.Stderr, "Another tengen play has the unfinished game. This one is kept apart.")
		unfinished = nil
	}
	if errors.Is(err, play.ErrDamaged) {
		fmt.Fprintf(os.Stderr, "%v\nIt was moved to the other kept games.\n", err)
		err = keeper.PutAway()
	}
	if err != nil {
		return nil, err
	}
	bare := c.Level == "" && c.Player == "" && c.Board == 0 && c.Color == "" &&
		c.Handicap == 0 && c.Komi == nil && c.Rules == ""
	var menu terminal.Menu
	if unfinished != nil {
		menu.Resume = "the unfinished game" + inBrackets(unfinished)
	}
	if bare {
		menu.Choices, menu.Adjust = startChoices(), offerLevels
	}
	if !bare && unfinished == nil {
		return nil, nil
	}
	menu, resume, err := terminal.Ask(ctx, menu)
	switch {
	case err != nil:
		return nil, err
	case resume:
		if unfinished, err = keeper.GoOn(); err != nil {
			return nil, err
		}
		if unfinished == nil {
			return nil, errors.New("the unfinished game has ended in another tengen play: start tengen play again")
		}
		c.Player, c.Level, c.Rules, c.Komi = unfinished.Player, "", "", nil
		return unfinished, nil
	case bare:
		c.choose(menu.Choices)
	}
	return nil, nil
}

// inBrackets says which game it is, as " (9×9, against Tengen, 15k, 4 moves)".
func inBrackets(u *play.Unfinished) string {
	var parts []string
	if size := u.Tree.Root.Text("SZ"); size != "" {
		parts = append(parts, size+"×"+size)
	}
	if name := u.Opponent(); name != "" {
		parts = append(parts, "against "+name)
	}
	return " (" + strings.Join(append(parts, output.Count(u.Moves, "move")), ", ") + ")"
}

// The lines of the start menu.
const (
	choiceBoard = iota
	choiceColor
	choiceHandicap
	choiceLevel
)

// startChoices are the lines of the start menu with what newcomers may want.
func startChoices() []terminal.Choice {
	choices := []terminal.Choice{
		choiceBoard:    {Name: "Board", Values: []string{"9×9", "13×13", "19×19"}},
		choiceColor:    {Name: "You play", Values: []string{"black", "white", "both"}},
		choiceHandicap: {Name: "Handicap", Values: []string{"0", "2", "3", "4", "5", "6", "7", "8", "9"}},
		choiceLevel:    {Name: "Opponent"},
	}
	offerLevels(choices)
	return choices
}

// startSizes are the boards of the start menu.
var startSizes = []int{9, 13, 19}

// firstLevel is the rank of an opponent that most beginners can beat after some games.
const firstLevel = "18k"

// offerLevels puts the levels of the chosen board into the start menu, and keeps the rank as far as
// the board has it.
func offerLevels(choices []terminal.Choice) {
	level := &choices[choiceLevel]
	wanted := firstLevel
	if len(level.Values) > 0 {
		wanted = level.Values[level.At]
	}
	size := startSizes[choices[choiceBoard].At]
	nearest, err := strength.Nearest(wanted, size)
	level.Values, level.At = nil, 0
	for i, l := range strength.Levels(size) {
		level.Values = append(level.Values, l.Words())
		if err == nil && l == nearest {
			level.At = i
		}
	}
}

// choose takes over what the person chose.
func (c *PlayCmd) choose(choices []terminal.Choice) {
	c.Board = startSizes[choices[choiceBoard].At]
	c.Color = choices[choiceColor].Values[choices[choiceColor].At]
	c.Handicap = []int{0, 2, 3, 4, 5, 6, 7, 8, 9}[choices[choiceHandicap].At]
	c.Level = choices[choiceLevel].Values[choices[choiceLevel].At]
}

// preparedGame is a game with its player, whom the caller closes.
type preparedGame struct {
	view     terminal.GameView
	session  *play.Session // of Go; nil for a small game
	opponent player.Player
	notes    []string // what the person should know of the record
}

// prepare makes the player and the game against it: a new one, an unfinished one, or the one in the
// file.
func (c *PlayCmd) prepare(ctx context.Context, unfinished *play.Unfinished) (preparedGame, error) {
	human := map[string]board.Color{
		"":      board.Black,
		"black": board.Black,
		"white": board.White,
		"both":  board.Empty,
	}[c.Color]
	if c.Game != "" {
		return c.prepareSmall(human)
	}
	config := play.Config{Human: human, Handicap: c.Handicap, Seed: c.Seed, Date: time.Now().Format("2006-01-02")}
	var tree *sgf.Tree
	var notes []string
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	place := ""
	if c.File != "" {
		var err error
		if tree, err = readRecord(ctx, c.File, note); err != nil {
			return preparedGame{}, err
		}
	}
	if unfinished != nil {
		tree, place, config.Human = unfinished.Tree, unfinished.Place, unfinished.Human
	}
	komi := c.Komi
	if komi == nil && c.Handicap > 0 {
		komi = new(board.HandicapKomi)
	}
	size := c.Board
	if tree != nil {
		start, err := c.recorded(tree)
		if err != nil {
			return preparedGame{}, err
		}
		recorded := start.Rules().Komi
		size, komi = start.Size(), &recorded
	}
	opponent, size, rules, err := c.prepareOpponent(size, komi)
	if err != nil {
		return preparedGame{}, err
	}
	config.Size, config.Rules = size, rules
	if unfinished != nil {
		config.Opponent = unfinished.Opponent()
	} else if c.Level != "" {
		config.Opponent = "Tengen, " + c.Level
	}
	if unfinished != nil || c.Level != "" {
		config.Teacher = func() (player.Player, error) { return parsePlayer("", size, c.quietly(), c.networks) }
	}
	var session *play.Session
	if tree != nil {
		session, err = play.OpenSession(opponent, config, tree, place)
	} else if err = config.Validate(); err != nil {
		err = usage.Wrap(err)
	} else {
		session, err = play.NewSession(opponent, config)
	}
	if err != nil {
		return preparedGame{}, errors.Join(err, opponent.Close())
	}
	players.TellKomi(opponent, rules.Komi, c.quietly().Quiet)
	if unfinished != nil {
		session.Restore(unfinished)
	}
	if err := session.Cut(); err != nil {
		note("%v", err)
	}
	return preparedGame{terminal.OfGo(session, c.savePath("sgf")), session, opponent, notes}, nil
}

// rules are the name of those that hold if no record says others.
func (c *PlayCmd) rules() string { return cmp.Or(c.Rules, "chinese") }

// recorded is the beginning of a recorded game. Where the record has no rules or komi, the flags give them,
// and from then on the record has them, too.
func (c *PlayCmd) recorded(tree *sgf.Tree) (*board.Game, error) {
	asked, err := askedRules(c.rules(), c.Komi)
	if err != nil {
		return nil, err
	}
	start, err := play.ReadStart(tree, asked, c.Rules != "", c.Komi)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmp.Or(c.File, "the unfinished game"), err)
	}
	found := start.Rules()
	if c.Komi != nil && found.Komi != asked.Komi {
		return nil, usage.Errorf("%s has its own komi: leave --komi out", c.File)
	}
	if asked.Komi = found.Komi; c.Rules != "" && found != asked {
		return nil, usage.Errorf("%s has its own rules: leave --rules out", c.File)
	}
	return start, nil
}

// prepareOpponent is preparePlayer for the opponent that --level or --player names. It leaves the player
// string of a level in c.
func (c *PlayCmd) prepareOpponent(size int, komi *float64) (player.Player, int, board.Rules, error) {
	if c.Level != "" {
		size = cmp.Or(size, board.MaxSize)
		level, err := strength.Nearest(c.Level, size)
		if err != nil {
			return nil, 0, board.Rules{}, usage.Wrap(err)
		}
		tellNearest(c.Level, level, size, c.quietly().Quiet)
		c.Level, c.Player = level.Name, level.Player
	}
	return preparePlayer(c.Player, size, c.rules(), komi, c.quietly(), c.networks)
}

// quietly are the flags with --quiet on the full screen: lines on stderr would stay behind it.
func (c *PlayCmd) quietly() flags.Common {
	common := c.Common
	common.Quiet = common.Quiet || !c.Plain
	return common
}

// prepareSmall is prepare for a small game.
func (c *PlayCmd) prepareSmall(human board.Color) (preparedGame, error) {
	if err := flags.OnlyGo(c.Game, c.Board, c.Komi, c.Rules); err != nil {
		return preparedGame{}, err
	}
	if c.Handicap != 0 {
		return preparedGame{}, flags.ForGo("handicap", c.Game, "leave it out")
	}
	rules, err := game.Parse(c.Game)
	if err != nil {
		return preparedGame{}, usage.Wrap(err)
	}
	p, err := players.Registry().Parse(cmp.Or(c.Player, player.KindUCT), player.Env{
		Rules:   rules,
		Seed:    c.Seed,
		Threads: c.Threads,
	})
	if err != nil {
		return preparedGame{}, usage.Player(err)
	}
	if !c.Quiet {
		players.TellLacks(p)
	}
	session, err := play.NewGameSession(p, play.GameConfig{Rules: rules, Human: human})
	if err != nil {
		return preparedGame{}, errors.Join(err, p.Close())
	}
	return preparedGame{view: terminal.OfSmall(session, c.savePath("txt")), opponent: p}, nil
}

// savePath is where the s key writes.
func (c *PlayCmd) savePath(extension string) string {
	return cmp.Or(c.Save, time.Now().Format("tengen-20060102-150405."+extension))
}
