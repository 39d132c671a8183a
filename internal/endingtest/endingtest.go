// Package endingtest has positions from the end of games, for tests:
//
//	g := endingtest.Game(t, board.Chinese(), endingtest.Finished)
package endingtest

import (
	"testing"

	"github.com/tengen-go/tengen/board"
)

// Finished is a board on which only own territory is left to fill. Black has 15
// points, White 10.
const Finished = `
	. X . X .
	X X X X X
	X X X X X
	O O O O O
	. O . O .
`

// Invaded is finished except for a white stone in Black's half that cannot live.
// Its two liberties are Black's to fill.
const Invaded = `
	. . O . . X O . .
	. . . . X X O . .
	X X X X X X O O O
	X . X X X X O . O
	X X X X X X O O O
	X . X X . X O . O
	X X X X X X O O O
	X X . X X X O O .
	. X X X . X O . O
`

// Seki has a black and a white chain with the liberties D9 and C8 between them: whoever
// plays there first loses its own chain.
const Seki = `
	X O O . X O . O .
	X O . X X O O O O
	X O O X X O . . .
	X X X O O O O O O
	X X X X X X X X X
	X X X X X X X X X
	. X . X . X . X .
	X X X X X X X X X
	X . X . X . X . X
`

// Game is a game that starts from a drawn board, Black to move.
func Game(t testing.TB, rules board.Rules, diagram string) *board.Game {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGameFrom(pos, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Empty is a game that has not begun, by Chinese rules.
func Empty(t testing.TB, size int) *board.Game {
	t.Helper()
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Point is the point of a vertex such as D9.
func Point(t testing.TB, g *board.Game, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, g.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}
