package gtp

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// play has the commands of the game itself.
func (e *Engine) play() map[string]handler {
	return map[string]handler{
		"play": func(_ context.Context, args []string) (string, error) {
			return "", e.playMoves(args, 1)
		},
		"gogui-play_sequence": func(_ context.Context, args []string) (string, error) {
			return "", e.playMoves(args, len(args)/2)
		},
		"genmove": func(ctx context.Context, args []string) (string, error) {
			return e.genmove(ctx, args, true, false)
		},
		"reg_genmove": func(ctx context.Context, args []string) (string, error) {
			return e.genmove(ctx, args, false, false)
		},
		"kgs-genmove_cleanup": func(ctx context.Context, args []string) (string, error) {
			return e.genmove(ctx, args, true, true)
		},
		"undo": func(_ context.Context, args []string) (string, error) {
			if len(args) != 0 {
				return "", errSyntax
			}
			g := e.game.Clone()
			if err := g.Undo(); err != nil {
				return "", errUndo
			}
			return "", e.reset(g)
		},
	}
}

// playMoves plays n pairs of colour and vertex, or none of them.
func (e *Engine) playMoves(args []string, n int) error {
	if len(args) != 2*n {
		return errSyntax
	}
	moves := make([]board.Move, n)
	g := e.game
	if n != 1 {
		g = g.Clone()
	}
	for i := range moves {
		c, err := parseColor(args[2*i])
		if err != nil {
			return err
		}
		p, err := e.parseVertex(args[2*i+1])
		if err != nil {
			return err
		}
		if err := g.Play(p, c); err != nil {
			return errIllegal
		}
		moves[i] = board.Move{Point: p, Color: c}
	}
	if n != 1 {
		return e.reset(g)
	}
	return e.tell(moves[0])
}

// tell lets the player know a move that is in the game already. A player that refuses it gets the game anew, so
// that it cannot stay behind. If it refuses that too, the move is taken back, and it gets the game before.
func (e *Engine) tell(m board.Move) error {
	e.ponders = false
	err := e.player.Play(m)
	if err == nil {
		return nil
	}
	e.config.Log.Warn("the player refused a move", "player", e.player.String(), "error", err)
	whole := e.game
	before := whole.Clone()
	if err := before.Undo(); err != nil {
		return err
	}
	e.game = before // what reset goes back to
	return e.reset(whole)
}

// genmove asks the player for a move, and plays it if asked to.
func (e *Engine) genmove(ctx context.Context, args []string, play, settle bool) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	o := player.AnalyzeOptions{Interval: lookEvery}
	choice, err := e.think(ctx, c, e.clockOf(c, settle), o, func(a *player.Analysis) { e.notice(c, a) })
	if err != nil {
		return "", err
	}
	if play {
		if err := e.take(choice, c); err != nil {
			return "", err
		}
	}
	return choice.Vertex(e.game.Size()), nil
}

// take plays the player's choice; from then on its opponent is thinking. What the
// controller said of the time holds for one move.
func (e *Engine) take(choice player.Choice, c board.Color) error {
	e.left[c].known = false
	if choice.Resign {
		e.ponders = false
		return nil
	}
	if err := e.game.Play(choice.Point, c); err != nil {
		return fmt.Errorf("the player chose an illegal move: %w", err)
	}
	if err := e.tell(board.Move{Point: choice.Point, Color: c}); err != nil {
		return err
	}
	_, ponderer := e.player.(player.Ponderer)
	e.ponders = ponderer && !e.game.Over()
	return nil
}
