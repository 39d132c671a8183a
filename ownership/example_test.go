package ownership_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// White's stone at B4 cannot live: it is taken off before the area is counted.
func Example() {
	game, err := board.NewGame(5, board.Chinese())
	if err != nil {
		log.Fatal(err)
	}
	moves := "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A3 B4 pass pass"
	for i, vertex := range strings.Fields(moves) {
		point, err := board.ParseVertex(vertex, 5)
		if err != nil {
			log.Fatal(err)
		}
		if err := game.Play(point, []board.Color{board.Black, board.White}[i%2]); err != nil {
			log.Fatal(err)
		}
	}
	m := ownership.Estimate(game, ownership.Playouts, 1)
	dead := m.DeadStones(game.Position())
	for _, p := range dead {
		fmt.Println("dead:", p.Vertex(5))
	}
	fmt.Println(game.Result(dead))
	// Output:
	// dead: B4
	// W+2.5
}
