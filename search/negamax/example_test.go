package negamax_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search/negamax"
	"github.com/tengen-go/tengen/search/smallstate"
)

// Tic-tac-toe is small enough to be read to its end: X wins in three moves of its own.
func Example() {
	position, err := tictactoe.Parse(`
		X O .
		. . .
		. . .`)
	if err != nil {
		panic(err)
	}
	state := &smallstate.TicTacToe{Position: position}
	s, err := negamax.New(negamax.Config{Memory: 1 << 20}, nil, state)
	if err != nil {
		panic(err)
	}
	reading, err := s.Search(context.Background(), state, negamax.Budget{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("value %v, proven %v, in %d plies\n", reading.Value, reading.Proven, reading.Depth)
	// Output: value 1, proven true, in 5 plies
}
