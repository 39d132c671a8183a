package learn

import (
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/ops"
)

// ownersFunction is the plane of a value network, the one number of each point that its fully connected
// layers see. By itself the outcome of a game, one number, teaches a network on 19×19 next to nothing at first: through
// fully connected layers of random weights it pulls the plane one way at some points and the other way at others.
// So the plane also learns who owns each point at the end of the game (Wu 2019, "Accelerating self-play learning in
// Go", has a head of its own for that):
//
//	loss = outcome's + weight/points · Σ over points of ½(y − owner)²
//
// Where the owner is known, y becomes the owner that is to be expected, and the sum of the plane the lead. The network
// and what it costs to ask it stay as they are.
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
			if owner != nets.Unowned {
				dy[p] += f.scale * weight * (y[p] - owner)
			}
		}
	}
	return f.Function.Backward(g, x, y, dy, params)
}
