package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestEveryBatch: batches of 1 to 65 boards, which fill the chunks that layers are
// computed in partly, wholly and alternating.
func TestEveryBatch(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 34))
		var s Scratch
		for batch := 1; batch <= 65; batch++ {
			board := 2 + batch%6
			for _, filter := range []int{1, 3, 5} {
				shape := Shape{Board: board, In: 1 + batch%7, Out: 1 + batch%5, Filter: filter}
				t.Run(fmt.Sprintf("%+v x%d", shape, batch), func(t *testing.T) {
					newLayer(rng, shape, batch, batch%2 == 0).check(t, &s)
				})
				if filter == 5 {
					newPlanes(rng, shape, batch, 4, true).checkPlanes(t, &s)
				}
			}
		}
	})
}
