package tictactoe_test

import (
	"fmt"

	"github.com/tengen-go/tengen/games/tictactoe"
)

// After X in the centre, O in a corner is a draw; O at a side loses.
func Example() {
	for _, answer := range []int{0, 1} {
		var position tictactoe.Position
		position.Play(4)
		position.Play(answer)
		fmt.Printf("O at %d: %d\n", answer, position.Solve())
	}
	// Output:
	// O at 0: 0
	// O at 1: 1
}
