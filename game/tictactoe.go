package game

import (
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

var ticTacToeKind = Kind{
	Name: "tictactoe", About: "three in a row on 3×3",
	New: func() ([]options.Option, func() (Rules, error)) {
		return nil, func() (Rules, error) {
			return Small{
				Name:  "tictactoe",
				Text:  "tictactoe",
				Title: "Tic-tac-toe",
				Goal:  "3 in a row win",
				Size:  3,
				Won:   EndRow,
				Start: func() search.State { return &smallstate.TicTacToe{} },
			}.Rules(), nil
		}
	},
}
