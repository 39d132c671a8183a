package player

import (
	"errors"

	"github.com/tengen-go/tengen/board"
)

var errNoGame = errors.New("the player was not seated at a game")

// longestGame is the number of moves after which our players only pass: under
// rules without superko a game need not end by itself.
func longestGame(size int) int { return 3*size*size + 20 }

// Candidates appends the points where c may play under the game's rules without
// filling an eye of its own.
func Candidates(dst []board.Point, g *board.Game, c board.Color) []board.Point {
	pos := g.Position()
	for i := range pos.Size() * pos.Size() {
		p := board.FromIndex(i, pos.Size())
		if pos.At(p) == board.Empty && !pos.OwnEye(p, c) && g.Legal(p, c) == nil {
			dst = append(dst, p)
		}
	}
	return dst
}

// opponentPassed says whether the last move was a pass by c's opponent.
func opponentPassed(g *board.Game, c board.Color) bool {
	moves := g.Moves()
	n := len(moves)
	return n > 0 && moves[n-1] == board.Move{Point: board.Pass, Color: c.Opponent()}
}
