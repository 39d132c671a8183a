package gomoku_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/games/gomoku"
)

// On 4×4, X wins with three in a row, and cannot win with four.
func ExampleSolver() {
	for _, length := range []int{3, 4} {
		rules := gomoku.Rules{Size: 4, Length: length}
		position, err := gomoku.New(rules)
		if err != nil {
			log.Fatal(err)
		}
		solver, err := gomoku.NewSolver(rules, 1_000_000)
		if err != nil {
			log.Fatal(err)
		}
		value, known := solver.Value(&position)
		fmt.Printf("%d in a row: value %d, known %v\n", length, value, known)
	}
	// Output:
	// 3 in a row: value 1, known true
	// 4 in a row: value 0, known true
}
