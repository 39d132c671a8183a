package live

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// Command is what a page asks of a game.
type Command struct {
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

// commands are what a game can be asked. Each is called with mu held and, except for those that only
// look, with no thought under way.
var commands = map[string]func(*Game, Command) error{
	"play":      (*Game).play,
	"resign":    func(g *Game, _ Command) error { return g.session.Resign() },
	"undo":      (*Game).undo,
	"insist":    (*Game).insist,
	"back":      func(g *Game, c Command) error { return g.session.Back(max(c.Count, 1)) },
	"forward":   func(g *Game, c Command) error { return g.session.Forward(max(c.Count, 1)) },
	"variation": func(g *Game, _ Command) error { return g.session.NextVariation() },
	"go":        func(g *Game, _ Command) error { return g.session.PlayerMoves() },
	"toggle":    (*Game).toggle,
	"hint":      (*Game).hint,
	"count":     (*Game).count,
	"teach":     (*Game).teach,
}

// Commands are the names of what a game can be asked, in order.
func Commands() []string { return slices.Sorted(maps.Keys(commands)) }

// keepsAdvice are the commands after which what the page shows besides the game still holds.
var keepsAdvice = map[string]bool{"hint": true, "count": true, "teach": true}

// looks are the commands that only look at the game: they let the player think on.
var looks = map[string]bool{"count": true, "teach": true}

// unkept are the commands that change nothing that is kept.
var unkept = map[string]bool{"hint": true, "count": true}

// Do carries out a command and returns the game as it is then, also with an error.
func (g *Game) Do(c Command) (*Snapshot, error) {
	run := commands[c.Do]
	if run == nil {
		return nil, refusal.Of("no command is called %.40q", c.Do)
	}
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, errClosed
	}
	if c.At != g.at {
		return g.snapshot(), ErrStale
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
		err = refused(c, err)
	} else if !unkept[c.Do] {
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
func (g *Game) point(c Command) (board.Point, error) {
	p, err := board.ParseVertex(c.Point, g.session.Size())
	if err != nil {
		return p, refusal.Of("point %.20q: want one such as D4, or pass", c.Point)
	}
	return p, nil
}

// play plays the person's move. The teacher may look at it before the player answers.
func (g *Game) play(c Command) error {
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
func (g *Game) undo(Command) error {
	if err := g.session.Undo(); err != nil {
		return err
	}
	g.clock.spent, g.clock.since = 0, time.Time{}
	return nil
}

// insist goes on although the teacher warned.
func (g *Game) insist(Command) error { return nil }

// toggle declares a chain dead, or alive again.
func (g *Game) toggle(c Command) error {
	p, err := g.point(c)
	if err != nil {
		return err
	}
	return g.session.Toggle(p)
}

// hint asks the player which moves it considers.
func (g *Game) hint(Command) error {
	if g.session.Over() {
		return play.ErrOver
	}
	if !g.session.HumansTurn() {
		return play.ErrNotYourTurn
	}
	var hints []play.Hint
	g.think("hint", g.threads, func(ctx context.Context) (err error) {
		hints, err = g.session.Hints(ctx)
		return err
	}, func() error {
		g.advice.hints = hints
		return nil
	})
	return nil
}

// count says what playouts see: whose each point is, and who leads.
func (g *Game) count(Command) error {
	if g.session.Over() {
		return play.ErrOver
	}
	e := g.session.Estimator()()
	g.advice.estimate = &e
	return nil
}

// defaultShare is what a move may lose of a game before the teacher says so.
const defaultShare = 0.1

// shareOf is the share that somebody wishes, 0 for the usual one.
func shareOf(wish float64) (float64, error) {
	if !(wish >= 0 && wish <= 1) {
		return 0, refusal.Of("share %g: want 0 to 1", wish)
	}
	return cmp.Or(wish, defaultShare), nil
}

// teach turns the teacher on or off.
func (g *Game) teach(c Command) error {
	share, err := shareOf(c.Share)
	if err != nil {
		return err
	}
	g.teaching, g.share = c.On, share
	return nil
}

// keep writes the game to its file. The caller holds mu.
func (g *Game) keep() error {
	text, err := g.session.Kept(play.Notes{Player: g.text, Teach: g.teaching, Share: g.share})
	if err == nil {
		err = g.room.Keep(g.id, text)
	}
	if err != nil {
		return fmt.Errorf("the game could not be kept: %w", err)
	}
	return nil
}
