package report_test

import (
	"fmt"

	"github.com/tengen-go/tengen/review/report"
)

// The costliest mistake of two games.
func Example() {
	r := &report.Report{Games: []report.Game{
		{Black: "Ada", White: "Ben", Moves: []report.Move{{Color: "b", Vertex: "D4", Loss: 80}}},
		{Black: "Ben", White: "Ada", Moves: []report.Move{{Color: "b", Vertex: "C3"}, {Color: "w", Vertex: "A1", Loss: 310}}},
	}}
	worst := r.Mistakes("Ada")[0]
	fmt.Printf("move %d, %s, cost %s %.1f%%\n", worst.Ply+1, worst.Move.Vertex, worst.Game.By(worst.Move), float64(worst.Move.Loss)/10)
	// Output: move 2, A1, cost Ada 31.0%
}
