package game_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
)

// A game of tic-tac-toe. The same code plays Go if rules are game.Go{Board: 9, Rules: board.Chinese()}.
func Example() {
	rules, err := game.Parse("tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	g, err := rules.New()
	if err != nil {
		log.Fatal(err)
	}
	for _, vertex := range []string{"B2", "A1", "B3", "B2", "C3", "B1"} {
		point, err := board.ParseVertex(vertex, rules.Size())
		if err != nil {
			log.Fatal(err)
		}
		if err := g.Play(point, g.ToMove()); err != nil {
			fmt.Println(vertex, "is refused:", err)
		}
	}
	fmt.Print(game.Draw(g))
	fmt.Printf("%s; over: %v, result %s\n", rules.Goal(), g.Over(), g.Outcome().Result)
	// Output:
	// B2 is refused: B2 is not a legal move: occupied
	//     A B C
	//   3 . X O
	//   2 . X .
	//   1 O X .
	// 3 in a row win; over: true, result X+row
}
