package bench

import (
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Planes is how many positions a second all threads together turn into the 48 planes of the
// policy network, ladders included, under all symmetries. The positions take turns; there is at
// least one, and all have one size.
func Planes(positions []board.Position, threads int, length time.Duration) float64 {
	var group sync.WaitGroup
	speeds := make([]float64, threads)
	for i := range speeds {
		group.Go(func() { speeds[i] = extractSpeed(positions, length) })
	}
	group.Wait()
	sum := 0.0
	for _, speed := range speeds {
		sum += speed
	}
	return sum
}

// extractSpeed is how many positions one thread extracts in a second.
func extractSpeed(positions []board.Position, length time.Duration) float64 {
	e := features.NewExtractor()
	size := positions[0].Size()
	const stride = int(features.PolicyPlanes)
	dst := make([]float32, size*size*stride)
	next, turn := 0, features.Symmetry(0)
	return perSecond(length, func() int {
		const batch = 200
		for range batch {
			e.Extract(dst, stride, &positions[next], features.PolicyPlanes, turn)
			if next++; next == len(positions) {
				next, turn = 0, (turn+1)%features.Symmetries
			}
		}
		return batch
	})
}
