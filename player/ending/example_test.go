package ending_test

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player/ending"
)

// The white stone at D5 is dead. In a dispute about the score Black captures it before passing.
func Example() {
	pos, err := board.Parse(`
		. X . X . X .
		. X X X X X X
		X . . O . . X
		X X X X X X X
		O O O O O O O
		O O . O . O O
		. O O O O O .
	`)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := board.NewGameFrom(pos, board.TrompTaylor())
	if err != nil {
		fmt.Println(err)
		return
	}
	candidates := game.Of(g).Candidates(nil, board.Black)
	j := ending.Judge(g, board.Black, candidates, true, 0, 1)
	fmt.Println("passes:", j.Pass)
	for _, p := range j.Keep {
		fmt.Println("captures by", p.Vertex(g.Size()))
	}
	// Output:
	// passes: false
	// captures by C5
	// captures by E5
}
