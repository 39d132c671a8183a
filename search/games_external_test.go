package search_test

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/search/smallstate"
)

func init() {
	search.TicTacToe = func(p tictactoe.Position) search.State { return &smallstate.TicTacToe{Position: p} }
	search.Gomoku = func(p gomoku.Position) search.State { return &smallstate.Gomoku{Position: p} }
	search.NewGo = func(g *board.Game) search.State { return gostate.New(g) }
	search.UniformGo = func(size int) search.Playout { return gostate.NewPlayout(rollout.Uniform{}, size) }
}
