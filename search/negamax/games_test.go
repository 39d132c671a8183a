package negamax

import (
	"math/bits"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

func ticTacToe(p tictactoe.Position) search.State { return &smallstate.TicTacToe{Position: p} }

func emptyTicTacToe() search.State { return ticTacToe(tictactoe.Position{}) }

// reachable are all positions of tic-tac-toe that are not over, the empty board first.
func reachable() (all []tictactoe.Position) {
	seen := map[tictactoe.Position]bool{}
	var walk func(p tictactoe.Position)
	walk = func(p tictactoe.Position) {
		if _, over := p.Over(); over || seen[p] {
			return
		}
		seen[p] = true
		all = append(all, p)
		for free := p.Free(); free != 0; free &= free - 1 {
			next := p
			next.Play(bits.TrailingZeros16(free))
			walk(next)
		}
	}
	walk(tictactoe.Position{})
	return all
}

func gomokuBoard(t testing.TB, r gomoku.Rules) gomoku.Position {
	t.Helper()
	p, err := gomoku.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// emptyGomoku is the beginning of a game.
func emptyGomoku(t testing.TB, r gomoku.Rules) search.State {
	return &smallstate.Gomoku{Position: gomokuBoard(t, r)}
}

// game is an empty board of Go, by Chinese rules.
func game(t testing.TB, size int, komi float64) *board.Game {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = komi
	g, err := board.NewGame(size, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
