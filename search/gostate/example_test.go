package gostate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/sgf"
)

// UCT closes the border between Black's and White's area.
func Example() {
	trees, _ := sgf.Parse("game.sgf", []byte("(;SZ[5]KM[4.5]AB[ca][cb][cd][ce]AW[da][db][dd][de]PL[B])"))
	game, err := record.ReadGame(trees[0], board.Chinese(), -1)
	if err != nil {
		log.Fatal(err)
	}
	config := search.DefaultConfig()
	config.Threads = 1
	tree, err := search.New(config, search.Parts{
		Rule: search.NewUCT(),
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: gostate.NewPlayout(rollout.Uniform{}, 5)} },
	}, gostate.New(game))
	if err != nil {
		log.Fatal(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 1000}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(board.Point(tree.Best(search.MostVisits{})).Vertex(5))
	// Output: C3
}
