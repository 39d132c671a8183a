package evaluation_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/nets"
)

// The policy network that ships sees a position in all eight symmetries; the mean has its favourite.
func Example() {
	model, _, err := nets.LoadModel("shipped:9x9")
	if err != nil {
		log.Fatal(err)
	}
	policy := model.Policy
	pos := board.NewPosition(9)
	input := evaluation.NewInput(policy)
	views := evaluation.AllSymmetries()
	for _, s := range views {
		input.Add(&pos, s)
	}
	rows, probs := make([]float32, len(views)*policy.Points()), make([]float32, policy.Points())
	if err := policy.Evaluate(rows, input.Planes(), input.Len()); err != nil {
		log.Fatal(err)
	}
	if err := evaluation.Mean(probs, rows, pos.Size(), views); err != nil {
		log.Fatal(err)
	}
	centre, corner := board.XY(4, 4).Index(9), board.XY(0, 0).Index(9)
	evaluation.Among(probs, func(point int) bool { return point == centre || point == corner })
	fmt.Printf("of the two, the centre has %.2f\n", probs[centre])
	// Output: of the two, the centre has 1.00
}
