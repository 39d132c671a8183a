package bench

import (
	"context"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Planes is how many positions a second all threads together turn into the 48 planes of the
// policy network, ladders included, under all symmetries. The positions take turns; there is at
// least one, and all have one size.
func Planes(ctx context.Context, positions []board.Position, threads int, length time.Duration) (float64, error) {
	var group sync.WaitGroup
	speeds, errs := make([]float64, threads), make([]error, threads)
	for i := range speeds {
		group.Go(func() { speeds[i], errs[i] = extractSpeed(ctx, positions, length) })
	}
	group.Wait()
	sum := 0.0
	for i, speed := range speeds {
		if errs[i] != nil {
			return 0, errs[i]
		}
		sum += speed
	}
	return sum, nil
}

// extractSpeed is how many positions one thread extracts in a second.
func extractSpeed(ctx context.Context, positions []board.Position, length time.Duration) (float64, error) {
	e := features.NewExtractor()
	size := positions[0].Size()
	const stride = int(features.PolicyPlanes)
	dst := make([]float32, size*size*stride)
	next, turn := 0, features.Symmetry(0)
	return perSecond(ctx, length, func() int {
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
