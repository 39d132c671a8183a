package evaluation

import (
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
)

// Draw draws one of the moves, points of a board of this size, from p^(1/T) of the
// probabilities, [point], renormalised over the moves. They have passed [Check]. Temperature 0 takes
// the most likely move, the first of equals, and needs no rng. If no move has a chance, all have the
// same. There must be a move.
func Draw(rng *rand.Rand, moves []board.Point, probs []float32, size int, temperature float64) board.Point {
	best := moves[0]
	for _, q := range moves[1:] {
		if probs[q.Index(size)] > probs[best.Index(size)] {
			best = q
		}
	}
	top := float64(probs[best.Index(size)])
	if temperature == 0 {
		return best
	}
	if !(top > 0) {
		return moves[rng.IntN(len(moves))]
	}
	// Relative to the most likely, so that small temperatures cannot make all of them 0.
	var buf [board.MaxSize * board.MaxSize]float64
	weights, sum := buf[:0], 0.0
	for _, q := range moves {
		w := float64(probs[q.Index(size)]) / top
		if temperature != 1 {
			w = math.Pow(w, 1/temperature)
		}
		sum += w
		weights = append(weights, w)
	}
	x := rng.Float64() * sum
	for i, w := range weights {
		if x < w {
			return moves[i]
		}
		x -= w
	}
	return best // rounding took the last share
}
