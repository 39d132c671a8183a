package ranking_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
	"github.com/tengen-go/tengen/search/smallstate"
)

// AOAP finds the move that wins two ways at once.
func Example() {
	position, err := tictactoe.Parse(`
		X O .
		. . .
		. . .`)
	if err != nil {
		panic(err)
	}
	bayes, config := ranking.NewBayes(), search.DefaultConfig()
	config.Backup, config.ExpandAt = search.BackupMax, 9
	tree, err := search.New(config, search.Parts{
		Rule: search.AtLeast{Rule: ranking.AOAP{Bayes: bayes, RandomTies: true}, N0: 10},
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, &smallstate.TicTacToe{Position: position})
	if err != nil {
		panic(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 5000}); err != nil {
		panic(err)
	}
	position.Play(int(tree.Best(ranking.HighestPosterior{Bayes: bayes})))
	fmt.Println("value after the best move:", position.Solve())
	// Output: value after the best move: 1
}
