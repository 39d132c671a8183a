package smallstate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// UCT finds the only move that does not lose. Cells are numbered row by row, from 0.
func Example() {
	position, err := tictactoe.Parse(`
		X X O
		. O .
		. . .`)
	if err != nil {
		log.Fatal(err)
	}
	config := search.DefaultConfig()
	config.Threads = 1
	tree, err := search.New(config, search.Parts{
		Rule: search.NewUCT(),
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, &smallstate.TicTacToe{Position: position})
	if err != nil {
		log.Fatal(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 2000}); err != nil {
		log.Fatal(err)
	}
	fmt.Println("cell", tree.Best(search.MostVisits{}))
	// Output: cell 6
}
