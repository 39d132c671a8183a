package board_test

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
)

// A game is played with vertices as players name them, and counted at its end.
func ExampleGame() {
	game, err := board.NewGame(5, board.TrompTaylor())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := board.Black
	for _, v := range []string{"C3", "D3", "C4", "D4", "C2", "D2", "C5", "D5", "C1", "D1", "pass", "pass"} {
		p, err := board.ParseVertex(v, game.Size())
		if err == nil {
			err = game.Play(p, c)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		c = c.Opponent()
	}
	fmt.Print(game.Position())
	fmt.Println(game.Over(), game.Result(nil))
	// Output:
	// . . X O .
	// . . X O .
	// . . X O .
	// . . X O .
	// . . X O .
	// true W+2.5
}

// A ladder reader says which moves of the side to move capture in a ladder.
func ExampleLadder_Read() {
	position, err := board.Parse(`
		. . . . . . .
		. . X . . . .
		. X O . . . .
		. X . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	captures, _ := new(board.Ladder).Read(&position)
	for _, p := range captures.Append(nil) {
		fmt.Println(p.Vertex(position.Size()))
	}
	// Output: D5
}

// Random games to the end, from copies of one position.
func ExamplePosition_Playout() {
	empty := board.NewPosition(9)
	random := board.NewRand(1)
	wins := 0
	for range 1000 {
		position := empty
		position.Playout(&random, 300)
		if position.Lead() > 7 {
			wins++
		}
	}
	fmt.Println(wins > 350 && wins < 550)
	// Output: true
}
