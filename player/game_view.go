package player

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/search"
)

var errNoGame = errors.New("the player has no game: call NewGame first")

// gameView is the part of a player that remembers the game.
type gameView struct {
	game game.Game
}

// NewGame implements Player.
func (v *gameView) NewGame(g game.Game) error {
	v.game = g.Clone()
	return nil
}

// Play implements Player.
func (v *gameView) Play(m board.Move) error {
	if v.game == nil {
		return errNoGame
	}
	return v.game.Play(m.Point, m.Color)
}

// over says that there is nothing to read: there is no game, or it has ended and does not need
// to be settled. In Go the choice is a pass then.
func (v *gameView) over(settle bool) (over bool, err error) {
	switch {
	case v.game == nil:
		return true, errNoGame
	case !v.game.Over():
		return false, nil
	}
	if _, ok := v.ofGo(); !ok {
		return true, fmt.Errorf("no move: %w", search.ErrOver)
	}
	return !settle, nil
}

// ofGo is the game if it is one of Go.
func (v *gameView) ofGo() (*board.Game, bool) {
	g, ok := v.game.(game.GoGame)
	return g.Game, ok
}

// point is where a move of the game's states places its stone.
func (v *gameView) point(m search.Move) board.Point { return v.game.Rules().Point(m) }

// goView is the part of a player of Go that remembers the game.
type goView struct {
	game *board.Game
}

// NewGame implements Player.
func (v *goView) NewGame(g game.Game) error {
	of, ok := g.(game.GoGame)
	if !ok {
		return fmt.Errorf("%s: the player plays Go only", g.Rules().Title())
	}
	v.game = of.Game.Clone()
	return nil
}

// Play implements Player.
func (v *goView) Play(m board.Move) error {
	if v.game == nil {
		return errNoGame
	}
	return v.game.Play(m.Point, m.Color)
}
