package alphago_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/sgf"
)

// From a record to the best move, with the networks that ship for 9×9 and without playouts.
func Example() {
	trees, _ := sgf.Parse("game.sgf", []byte("(;SZ[9]KM[7.5];B[ee];W[ef];B[cg];W[de];B[gc];W[fe])"))
	game, err := record.ReadGame(trees[0], board.Chinese(), -1)
	check(err)

	model, _, err := nets.LoadModel("shipped:9x9")
	check(err)
	evaluator, err := nets.NewEvaluator(model, 1)
	check(err)
	queue, err := alphago.NewQueue(evaluator, alphago.DefaultQueueConfig())
	check(err)
	network, err := alphago.NewNetwork(queue, alphago.DefaultNetworkConfig())
	check(err)

	config := search.DefaultConfig()
	config.Threads = 1
	apv := alphago.PaperAPV()
	apv.Network, apv.Lambda = network, 0
	parts, err := apv.Parts(&config)
	check(err)
	tree, err := search.New(config, parts, gostate.New(game))
	check(err)
	check(tree.Search(context.Background(), search.Budget{Playouts: 200}))

	best := board.Point(tree.Best(search.MostVisits{}))
	fmt.Println(game.Position().ToMove(), "to move:", best.Vertex(9))
	// Output: black to move: E6
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
