package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// command is what a page asks of a game.
type command struct {
	// Do is what to do: a name of commands.
	Do string `json:"do"`
	// At is the change that the page has seen last.
	At int `json:"at"`
	// Point is where, for play and toggle; it is "pass" for a pass.
	Point string `json:"point,omitempty"`
	// Count is how far, for back and forward.
	Count int `json:"count,omitempty"`
	// On and Share are for teach: whether, and what share of a game a move may lose.
	On    bool    `json:"on,omitempty"`
	Share float64 `json:"share,omitempty"`
}

// errStale says that the game is not where the page thinks.
var errStale = &wire.Refusal{Status: http.StatusConflict, Text: "the game has changed meanwhile"}

// commands are what a game can be asked. Each is called with mu held and, except for those that only
// look, with no thought under way.
var commands = map[string]func(*openGame, command) error{
	"play":      (*openGame).play,
	"resign":    func(g *openGame, _ command) error { return g.session.Resign() },
	"undo":      (*openGame).undo,
	"insist":    (*openGame).insist,
	"back":      func(g *openGame, c command) error { return g.session.Back(max(c.Count, 1)) },
	"forward":   func(g *openGame, c command) error { return g.session.Forward(max(c.Count, 1)) },
	"variation": func(g *openGame, _ command) error { return g.session.NextVariation() },
	"go":        func(g *openGame, _ command) error { return g.session.PlayerMoves() },
	"toggle":    (*openGame).toggle,
	"hint":      (*openGame).hint,
	"count":     (*openGame).count,
	"teach":     (*openGame).teach,
}

// keepsAdvice are the commands after which what the page shows besides the game still holds.
var keepsAdvice = map[string]bool{"hint": true, "count": true, "teach": true}

// looks are the commands that only look at the game: they let the player think on.
var looks = map[string]bool{"count": true, "teach": true}

// do carries out a command and returns the game as it is then, also with an error.
func (g *openGame) do(c command) (*snapshot, error) {
	run := commands[c.Do]
	if run == nil {
		return nil, wire.Refused("no command is called %.40q", c.Do)
	}
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.At != g.at {
		return g.snapshot(), errStale
	}
	before, thought := g.advice, g.thought
	if !looks[c.Do] {
		g.interrupt()
	}
	if !keepsAdvice[c.Do] {
		g.advice = advice{}
	}
	err := run(g, c)
	same := err != nil
	if err != nil {
		g.advice = before
		var r *wire.Refusal
		if !errors.As(err, &r) {
			err = wire.Refused("%v", err)
		}
	} else if !keepsAdvice[c.Do] {
		if failed := g.keep(); failed != nil {
			err = failed
		}
	}
	g.goOn() // also after an error: the thought was interrupted
	if !same || g.thought != thought {
		g.changed()
	}
	return g.snapshot(), err
}

// point reads the point of a command.
func (g *openGame) point(c command) (board.Point, error) {
	p, err := board.ParseVertex(c.Point, g.session.Size())
	if err != nil {
		return p, wire.Refused("point %.20q: want one such as D4, or pass", c.Point)
	}
	return p, nil
}

// play plays the person's move. The teacher may look at it before the player answers.
func (g *openGame) play(c command) error {
	p, err := g.point(c)
	if err != nil {
		return err
	}
	before, side := g.session.Game().Clone(), g.session.ToMove()
	if err := before.Clone().Play(p, side); err != nil {
		return err
	}
	if g.session.Timed() && !g.session.Browsing() && g.session.HumansTurn() && !g.session.Spend(g.elapsed()) {
		return nil
	}
	if err := g.session.Play(p); err != nil {
		return err
	}
	if g.teaching && !g.session.Over() && g.session.PlayersTurn() {
		g.look(before, board.Move{Point: p, Color: side})
	}
	return nil
}

// undo goes back to the person's previous turn, which begins anew.
func (g *openGame) undo(command) error {
	g.clock.spent, g.clock.since = 0, time.Time{}
	return g.session.Undo()
}

// insist goes on although the teacher warned.
func (g *openGame) insist(command) error { return nil }

// toggle declares a chain dead, or alive again.
func (g *openGame) toggle(c command) error {
	p, err := g.point(c)
	if err != nil {
		return err
	}
	return g.session.Toggle(p)
}

// hint asks the player which moves it considers.
func (g *openGame) hint(command) error {
	if g.session.Over() {
		return wire.Refused("the game is over")
	}
	if !g.session.HumansTurn() {
		return wire.Refused("it is not your turn")
	}
	var hints []play.Hint
	g.think("hint", thinking.ThreadsOf(g.text), func(ctx context.Context) (err error) {
		hints, err = g.session.Hints(ctx)
		return err
	}, func() error {
		g.advice.hints = hints
		return nil
	})
	return nil
}

// count says what playouts see: whose each point is, and who leads.
func (g *openGame) count(command) error {
	if g.session.Over() {
		return wire.Refused("the game is over")
	}
	e := g.session.Estimator()()
	g.advice.estimate = &e
	return nil
}

// defaultShare is what a move may lose of a game before the teacher says so.
const defaultShare = 0.1

// teach turns the teacher on or off.
func (g *openGame) teach(c command) error {
	if !(c.Share >= 0 && c.Share <= 1) {
		return wire.Refused("share %g: want 0 to 1", c.Share)
	}
	g.teaching = c.On
	if g.share = c.Share; g.share == 0 {
		g.share = defaultShare
	}
	return nil
}

// keep writes the game to its file. The caller holds mu.
func (g *openGame) keep() error {
	text, err := g.session.Kept(g.text)
	if err == nil {
		err = g.server.write(g.id, text)
	}
	if err != nil {
		return fmt.Errorf("the game could not be kept: %w", err)
	}
	return nil
}
