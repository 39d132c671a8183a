package record

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
)

// Cursor replays games to positions, for one goroutine. It keeps the position that it made last:
// the same position and later ones of the same game are reached from there.
type Cursor struct {
	games func(i int) Game
	index int // of game, −1 for none
	ply   int // of pos, −1 for none
	game  Game
	pos   board.Position
}

// NewCursor returns a cursor over games that are known by numbers, such as the numbers of [Set.Game].
func NewCursor(games func(i int) Game) *Cursor { return &Cursor{games: games, index: -1, ply: -1} }

// Game is game i, until the next call.
func (c *Cursor) Game(i int) *Game {
	if i != c.index {
		c.game, c.index, c.ply = c.games(i), i, -1
	}
	return &c.game
}

// Position is the position of game i before move ply, as [Game.PositionAt] makes it, until the next
// call. An error names the place where the game was read, if it was read.
func (c *Cursor) Position(i, ply int) (*board.Position, error) {
	g := c.Game(i)
	var err error
	if c.ply < 0 || ply < c.ply || ply > len(g.Moves) {
		err = g.PositionAt(ply, &c.pos)
	} else {
		err = g.Forward(&c.pos, c.ply, ply)
	}
	c.ply = ply
	if err != nil {
		c.ply = -1
		if g.Source != (Source{}) {
			err = fmt.Errorf("%v: %w", g.Source, err)
		}
		return nil, err
	}
	return &c.pos, nil
}
