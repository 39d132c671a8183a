package learn

import "github.com/tengen-go/tengen/nets/ops"

// ownersFunction is the plane of a value network, the one number of each point that its fully connected layers see.
// An outcome alone teaches a new network on 19×19 next to nothing (docs/training.md, "Owners of points"). So the plane
// also learns who owns each point at the end of the game. Wu 2019 ("Accelerating self-play learning in Go") has a head
// of its own for owners. The loss of this network is
//
//	outcome's + weight/points · Σ over points of ½(y − owner)²
//
// The plane comes to hold the owners that are to be expected, and their sum is the expected lead. The layers of the
// network, and the time of an evaluation, stay the same.
type ownersFunction struct {
	ops.Function
	targets []float32 // of the slice, [position][label]: the outcome, then the owners
	weights []float32 // of the positions
	scale   float32   // the weight of Owners, over the points and the positions of the batch
}

// Backward adds the owners' gradient to dy, the outcome's.
func (f *ownersFunction) Backward(g ops.Gradients, x, y, dy []float32, params [][]float32) error {
	points := len(y) / len(f.weights)
	for b, weight := range f.weights {
		owners := f.targets[b*(points+1)+1 : (b+1)*(points+1)]
		y, dy := y[b*points:(b+1)*points], dy[b*points:(b+1)*points]
		for p, owner := range owners {
			dy[p] += f.scale * weight * (y[p] - owner)
		}
	}
	return f.Function.Backward(g, x, y, dy, params)
}
