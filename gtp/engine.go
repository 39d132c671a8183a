package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// Player is what the engine needs of a player; every player.Player is one. When
// it is an player.Adviser too, the engine can show what it thinks of the moves.
type Player interface {
	NewGame(g game.Game) error
	Play(m board.Move) error
	Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error)
	String() string
}

// Config describes an engine.
type Config struct {
	// Name and Version answer the commands of the same names.
	Name, Version string
	// Size is the board until the first boardsize; 0 means 19.
	Size int
	// Rules are in force until a command changes them.
	Rules board.Rules
	// Komi replaces the komi of Rules, and is given to records without one; nil leaves both as they are.
	Komi *float64
	// Seed starts the playouts that judge finished positions.
	Seed uint64
	// Substitute makes a player for a board that the engine's player refuses, such as one
	// without a model. The caller closes it. nil: the command boardsize fails.
	Substitute func(size int) (Player, error)
	// BySize says that every board has a player of its own: Substitute is asked first on boards of another size
	// than Size.
	BySize bool
	// Seated is called when a player takes a board of another size; nil for nobody who wants to know.
	Seated func(Player)
	// Log takes what may not go to the output, such as why a player refused a
	// board; nil discards it.
	Log *slog.Logger
	// Show is what the engine shows of its thoughts on Messages; "" is nothing. A
	// GUI can change it by search_param.
	Show Show
	// Messages takes what Show names, usually standard error; nil discards it.
	Messages io.Writer
	// CPUTime is the time that the processors have worked for this program; nil
	// leaves out the commands that ask for it.
	CPUTime func() time.Duration
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	if c.Name == "" {
		return errors.New("gtp: the engine needs a name")
	}
	if c.Size != 0 {
		if err := board.CheckSize(c.Size); err != nil {
			return fmt.Errorf("gtp: %w", err)
		}
	}
	if err := c.Rules.Validate(); err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	if c.Show != "" && !slices.Contains(shows, c.Show) {
		return fmt.Errorf("gtp: show %q: want one of %v", c.Show, shows)
	}
	return nil
}

// Engine is one conversation: a game, a player and the clocks.
type Engine struct {
	config   Config
	first    Player // which New was given
	player   Player // who plays: first, or a substitute
	game     *board.Game
	rules    board.Rules    // of the config, or those that a command set; the komi in them does not count
	komi     *float64       // that the config or the command komi asked for; nil for nobody
	analyst  player.Analyst // the player, if it can show what it reads
	commands map[string]action
	time     timing.Settings
	left     [3]timeLeft // by colour
	seen     sight       // what the player thought last
	show     Show
	ponders  bool // the last move is the engine's: the opponent is thinking
}

// handler carries out a command. Its error is a failure to send as a message or,
// if it is errQuit, the end.
type handler func(ctx context.Context, args []string) (string, error)

// action is a command as the engine runs it.
type action struct {
	// run is a handler that may write lines of the response while it runs.
	run func(ctx context.Context, args []string, r *reply) (string, error)
	// yields says that any input ends it, and not only an interrupt.
	yields bool
}

// failure is a message after "?".
type failure string

func (f failure) Error() string { return string(f) }

// The standard texts of failure.
const (
	errUnknown   failure = "unknown command"
	errSyntax    failure = "syntax error"
	errIllegal   failure = "illegal move"
	errSize      failure = "unacceptable size"
	errNotEmpty  failure = "board not empty"
	errVertices  failure = "bad vertex list"
	errVertex    failure = "invalid coordinate(s)"
	errStones    failure = "invalid number of stones"
	errUndo      failure = "cannot undo"
	errLoad      failure = "cannot load file"
	errNoHistory failure = "no previous move known"
)

// errQuit is returned by the handler of quit.
var errQuit = errors.New("quit")

// New gives player an empty board.
func New(p Player, config Config) (*Engine, error) {
	if config.Komi != nil {
		config.Rules.Komi = *config.Komi
	}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if config.Size == 0 {
		config.Size = board.MaxSize
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Show == "" {
		config.Show = ShowNothing
	}
	e := &Engine{config: config, first: p, rules: config.Rules, komi: config.Komi, show: config.Show}
	g, err := board.NewGame(config.Size, config.Rules)
	if err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	e.game = g
	e.setPlayer(p)
	return e, nil
}

// setPlayer makes p the player, and the table of commands for what p can show.
func (e *Engine) setPlayer(p Player) {
	e.player = p
	e.analyst, _ = p.(player.Analyst)
	e.commands = e.analysis()
	for _, group := range []map[string]handler{
		e.administration(), e.setup(), e.play(), e.clock(), e.ending(), e.ruling(), e.view(), e.files(), e.advice(),
		e.servers(), e.gogui(), e.trees(),
	} {
		for name, h := range group {
			e.commands[name] = plain(h)
		}
	}
}

// Game is the game as it stands.
func (e *Engine) Game() *board.Game { return e.game }

// Run answers the commands from in on out until quit, the end of in, or ctx's
// end. It writes every response whole, at once. Only responses of the analysis
// commands grow until the next line arrives. Between commands the player may
// ponder.
func (e *Engine) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	c := listen(in)
	defer c.close()
	for {
		for c.idle() && e.ponders && ctx.Err() == nil {
			c.during(ctx, anything, e.ponder)
		}
		next, err := c.next(ctx)
		switch {
		case err != nil:
			return err
		case errors.Is(next.err, io.EOF):
			return nil
		case next.ends():
			return fmt.Errorf("gtp: read: %w", next.err)
		case !next.asks:
			continue
		}
		quit, err := e.answer(ctx, c, next, out)
		if quit || err != nil {
			return err
		}
	}
}

// answer carries out one command and writes the response. Its error is the
// output's.
func (e *Engine) answer(ctx context.Context, c *conversation, in input, out io.Writer) (quit bool, err error) {
	r := &reply{out: out, id: in.command.id}
	a, known := e.commands[in.command.name]
	switch {
	case in.err != nil:
		return false, r.end(in.err.Error(), false)
	case !known:
		return false, r.end(errUnknown.Error(), false)
	}
	stops := interrupts
	switch {
	case e.program():
		stops = nothing
	case a.yields:
		stops = anything
	}
	var text string
	c.during(ctx, stops, func(ctx context.Context) {
		text, err = a.run(ctx, in.command.args, r)
	})
	quit = errors.Is(err, errQuit)
	if err != nil && !quit {
		text = err.Error()
		if r.begun {
			e.config.Log.Warn("a command failed after its response had begun", "command", in.command.name, "error", err)
		}
	}
	return quit, r.end(text, err == nil || quit)
}

// ponder lets the player read on until the next input.
func (e *Engine) ponder(ctx context.Context) {
	err := e.player.(player.Ponderer).Ponder(ctx)
	if ctx.Err() == nil {
		if err != nil {
			e.config.Log.Warn("the player failed to ponder", "player", e.player.String(), "error", err)
		}
		<-ctx.Done() // it is not set to ponder, or has read all there is
	}
}

// administration has the commands about the engine itself.
func (e *Engine) administration() map[string]handler {
	return map[string]handler{
		"protocol_version": fixed("2"),
		"name":             fixed(e.config.Name),
		"version":          fixed(e.config.Version),
		"quit":             func(context.Context, []string) (string, error) { return "", errQuit },
		"stop":             e.stopPondering, // every input stops an analysis
		"known_command": func(_ context.Context, args []string) (string, error) {
			if len(args) != 1 {
				return "", errSyntax
			}
			_, ok := e.commands[args[0]]
			return fmt.Sprint(ok), nil
		},
		"list_commands": func(context.Context, []string) (string, error) {
			return joinLines(slices.Sorted(maps.Keys(e.commands))), nil
		},
	}
}

// fixed answers always the same.
func fixed(text string) handler {
	return func(context.Context, []string) (string, error) { return text, nil }
}

// reset makes g the game. When no player can play it, nothing changes. The first player is asked
// before its substitute.
func (e *Engine) reset(g *board.Game) error {
	if p := e.ofSize(g); p != nil {
		e.setPlayer(p)
	} else if e.player != e.first && g.Size() != e.game.Size() && e.first.NewGame(game.Of(g)) == nil {
		e.setPlayer(e.first)
	} else if err := e.player.NewGame(game.Of(g)); err == nil {
		// The player goes on.
	} else if p := e.substitute(g); p != nil {
		e.setPlayer(p)
	} else {
		e.config.Log.Warn("the player refused a position", "player", e.player.String(), "error", err)
		if again := e.player.NewGame(game.Of(e.game)); again != nil {
			return fmt.Errorf("the player is lost: %w", again)
		}
		return err
	}
	other := g.Size() != e.game.Size()
	e.game, e.ponders, e.seen = g, false, sight{}
	if other && e.config.Seated != nil {
		e.config.Seated(e.player)
	}
	return nil
}

// ofSize is the player for a board of another size, if every board has its own; nil to ask the players that there are.
func (e *Engine) ofSize(g *board.Game) Player {
	if !e.config.BySize || g.Size() == e.config.Size {
		return nil
	}
	return e.substitute(g)
}

// substitute is another player who accepts a game on a board of another size; nil if there is
// none.
func (e *Engine) substitute(g *board.Game) Player {
	if e.config.Substitute == nil || g.Size() == e.game.Size() {
		return nil
	}
	p, err := e.config.Substitute(g.Size())
	if err == nil {
		err = p.NewGame(game.Of(g))
	}
	if err != nil {
		e.config.Log.Warn("there is no substitute", "player", e.player.String(), "error", err)
		return nil
	}
	return p
}

// empty is an empty board of that size. The rules and the komi of a record that was loaded end here.
func (e *Engine) empty(size int) (*board.Game, error) {
	rules := e.rules
	rules.Komi = e.config.Rules.Komi
	if e.komi != nil {
		rules.Komi = *e.komi
	}
	return board.NewGame(size, rules)
}
