package search

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
)

// Games that the tests of this package search. Their states are in packages which import this
// one, so games_external_test.go fills them in.
var (
	TicTacToe func(tictactoe.Position) State
	Gomoku    func(gomoku.Position) State
	NewGo     func(*board.Game) State
	// UniformGo makes uniform playouts of Go for boards of a size.
	UniformGo func(size int) Playout
)

func emptyTicTacToe() State { return TicTacToe(tictactoe.Position{}) }

// emptyGomoku is the beginning of a game.
func emptyGomoku(t testing.TB, r gomoku.Rules) State { return Gomoku(gomokuBoard(t, r)) }

func gomokuBoard(t testing.TB, r gomoku.Rules) gomoku.Position {
	t.Helper()
	p, err := gomoku.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawnGame is a game from a drawn position.
func drawnGame(t testing.TB, rules board.Rules, c board.Color, diagram string) *board.Game {
	t.Helper()
	p, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	p.SetToMove(c)
	g, err := board.NewGameFrom(p, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
