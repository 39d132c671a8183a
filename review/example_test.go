package review_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
)

// Black does not close the border. White enters, and the game is lost by one move.
func Example() {
	text := "(;SZ[5]KM[4.5]AB[ca][cb][cd][ce]AW[da][db][dd][de]PL[B];B[aa];W[cc];B[bc];W[dc])"
	trees, _ := sgf.Parse("game.sgf", []byte(text))
	r, err := review.New(trees[0], board.Chinese())
	if err != nil {
		log.Fatal(err)
	}
	rules := game.Go{Board: r.Size, Rules: board.Chinese()}
	p, err := player.Players().Parse("rave:playouts=400", player.Env{Rules: rules, Seed: 1, Threads: 1})
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Run(context.Background(), p.(player.Analyst), 1, func(int) {}); err != nil {
		log.Fatal(err)
	}
	for _, i := range r.Worst(1, 0.1) {
		worst := r.Positions[i]
		better := r.Instead(i, 1)[0]
		fmt.Printf("move %d, %s: %s was better\n", i, worst.Move.Point.Vertex(r.Size), better.Point.Vertex(r.Size))
	}
	// Output: move 1, A5: D3 was better
}
