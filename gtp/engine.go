package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/board"
)

// Player is what the engine needs of a player; every arena.Player is one. When
// it is an arena.Adviser too, the engine can show what it thinks of the moves.
type Player interface {
	NewGame(g *board.Game) error
	Play(m board.Move) error
	Genmove(ctx context.Context, c board.Color, clock arena.Clock) (arena.Choice, error)
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
	// Seed starts the playouts that judge finished positions.
	Seed uint64
	// Log takes what may not go to the output, such as why a player refused a
	// board; nil discards it.
	Log *slog.Logger
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
	return nil
}

// Engine is one conversation: a game, a player and the clocks.
type Engine struct {
	config   Config
	player   Player
	game     *board.Game
	commands map[string]handler
	time     arena.TimeSettings
	left     [3]timeLeft // by colour
}

// handler carries out a command. Its error is a failure to send as a message or,
// if it is errQuit, the end.
type handler func(ctx context.Context, args []string) (string, error)

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

// New seats player at an empty board.
func New(player Player, config Config) (*Engine, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if config.Size == 0 {
		config.Size = board.MaxSize
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	e := &Engine{config: config, player: player}
	g, err := board.NewGame(config.Size, config.Rules)
	if err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	if err := player.NewGame(g); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	e.game = g
	e.commands = map[string]handler{}
	for _, group := range []map[string]handler{
		e.administration(), e.setup(), e.play(), e.clock(), e.ending(), e.ruling(), e.view(), e.files(), e.gogui(), e.advice(), e.servers(),
	} {
		maps.Copy(e.commands, group)
	}
	return e, nil
}

// Game is the game as it stands.
func (e *Engine) Game() *board.Game { return e.game }

// Run answers the commands from in on out until quit, the end of in, or ctx's
// end. It writes every response whole, at once.
func (e *Engine) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	type input struct {
		line string
		err  error
	}
	lines := make(chan input)
	stop := make(chan struct{})
	defer close(stop)
	// Reading apart lets ctx end a conversation in which nobody says anything. The
	// reader outlives Run until its next line comes.
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			line, err := readLine(r)
			select {
			case lines <- input{line, err}:
			case <-stop:
				return
			}
			if err != nil && !errors.Is(err, errLineTooLong) {
				return
			}
		}
	}()
	var buf []byte
	for {
		var next input
		select {
		case <-ctx.Done():
			return ctx.Err()
		case next = <-lines:
		}
		if next.err != nil && !errors.Is(next.err, errLineTooLong) {
			if errors.Is(next.err, io.EOF) {
				return nil
			}
			return fmt.Errorf("gtp: read: %w", next.err)
		}
		c, ok := parseCommand(next.line)
		if next.err != nil {
			ok, c.name = true, ""
		}
		if !ok {
			continue
		}
		text, err := "", next.err
		if err == nil {
			text, err = e.execute(ctx, c)
		}
		quit := errors.Is(err, errQuit)
		if err != nil && !quit {
			text = err.Error()
		}
		buf = appendResponse(buf[:0], c.id, text, err == nil || quit)
		if _, err := out.Write(buf); err != nil {
			return fmt.Errorf("gtp: write: %w", err)
		}
		if quit {
			return nil
		}
	}
}

// execute carries out one command.
func (e *Engine) execute(ctx context.Context, c command) (string, error) {
	h, ok := e.commands[c.name]
	if !ok {
		return "", errUnknown
	}
	return h(ctx, c.args)
}

// administration has the commands about the engine itself.
func (e *Engine) administration() map[string]handler {
	return map[string]handler{
		"protocol_version": fixed("2"),
		"name":             fixed(e.config.Name),
		"version":          fixed(e.config.Version),
		"quit":             func(context.Context, []string) (string, error) { return "", errQuit },
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

// reset makes g the game. When the player cannot play it, nothing changes.
func (e *Engine) reset(g *board.Game) error {
	if err := e.player.NewGame(g); err != nil {
		e.config.Log.Warn("the player refused a position", "player", e.player.String(), "error", err)
		if again := e.player.NewGame(e.game); again != nil {
			return fmt.Errorf("the player is lost: %w", again)
		}
		return err
	}
	e.game = g
	return nil
}

// empty is an empty board of that size under the present rules.
func (e *Engine) empty(size int) (*board.Game, error) {
	return board.NewGame(size, e.game.Rules())
}
