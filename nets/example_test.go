package nets_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
)

// The model that ships for 9×9 looks at an empty board and at a stone in atari.
func Example() {
	model, _, err := nets.LoadModel("shipped:9x9")
	if err != nil {
		log.Fatal(err)
	}
	evaluator, err := nets.NewEvaluator(model, 0) // 0: all cores
	if err != nil {
		log.Fatal(err)
	}
	extractor := features.NewExtractor()
	planes := make([]float32, evaluator.Points()*evaluator.Stride())
	priors, values := make([]float32, evaluator.Points()), make([]float32, 1)
	look := func(pos *board.Position) (board.Point, float32) {
		extractor.Extract(planes, evaluator.Stride(), pos, features.Planes(evaluator.Planes()), 0)
		if err := evaluator.Evaluate(priors, values, planes, 1); err != nil {
			log.Fatal(err)
		}
		best := 0
		for i, p := range priors {
			if p > priors[best] {
				best = i
			}
		}
		return board.FromIndex(best, pos.Size()), values[0]
	}

	pos := board.NewPosition(9)
	move, value := look(&pos)
	fmt.Printf("empty board: %s, even: %v\n", move.Vertex(9), value > -0.5 && value < 0.5)

	for _, vertex := range []string{"E5", "E4", "C3", "D5", "G7", "F5"} {
		p, err := board.ParseVertex(vertex, 9)
		if err != nil {
			log.Fatal(err)
		}
		pos.Play(p, pos.ToMove())
	}
	move, _ = look(&pos)
	fmt.Printf("E5 in atari: %s\n", move.Vertex(9))
	// Output:
	// empty board: E5, even: true
	// E5 in atari: E6
}
