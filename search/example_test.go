package search_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// UCT with random playouts finds the move that wins two ways at once.
func Example() {
	position, err := tictactoe.Parse(`
		X O .
		. . .
		. . .`)
	if err != nil {
		panic(err)
	}
	parts := search.Parts{
		Rule: search.NewUCT(),
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Random{}} },
	}
	tree, err := search.New(search.DefaultConfig(), parts, &smallstate.TicTacToe{Position: position})
	if err != nil {
		panic(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 5000}); err != nil {
		panic(err)
	}
	root := tree.Root()
	best := root.Moves[search.MostVisits{}.Choose(root.Moves, tree.Chance())]
	position.Play(int(best.Move))
	fmt.Printf("%d playouts; value after the best move: %d\n", root.Visits, position.Solve())
	// Output: 5000 playouts; value after the best move: 1
}
