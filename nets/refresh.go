package nets

import (
	"errors"
	"math"
	"math/rand/v2"
)

// mostNorm bounds the norm of a filter's weights, in norms of a random one, to which Refresh may bring it. Filters with
// large weights and small outputs add large numbers that nearly cancel, and the bias is one of them. Weight decay soon
// ends that, because biases do not decay: the bias is left, and the output is large everywhere.
const mostNorm = 10

// Refresh prepares a trained network for more training, by what a watch has seen of it. Its answers stay the same in
// these positions, up to rounding.
//
//   - Each filter is multiplied by a power of two that brings the root mean square of its outputs near 1, if its
//     weights do not get too large by that. The layer after it makes up for it, because a ReLU of twice the input is
//     twice the output. After a long training some outputs are hundreds of times as large as others. Then one step
//     shifts every filter that reads a large one, and such filters die.
//   - Filters that responded in no position begin anew. In the first convolution they are drawn from the seed (He et
//     al. 2015). In the others each is a copy of the channel with its number: one weight of 1, in the middle. A layer
//     that was nearly dead then passes on what the layer before it found, and training begins from there (Chen et al.
//     2016, "Net2Net"). What reads these filters begins at zero, so they add nothing yet.
//
// The watch is one of this network with the weights that it has now, and has seen a position. Any other is an error.
func (n *network) Refresh(seed uint64, w *Watch) error {
	switch {
	case w.positions == 0:
		return errors.New("refresh: the watch has seen no position")
	case w.from != &n.inference || w.version != n.net.Version():
		return errors.New("refresh: the watch has seen another network, or other weights")
	}
	return n.Update(func(params []Param) error {
		random := rand.New(rand.NewPCG(seed, 0x72656672657368))
		list, filters := convolutions(params), w.Filters()
		var sizes []float64 // of the layer before
		var dead []bool
		for i, c := range list {
			c.enlarge(sizes)
			c.silence(dead)
			sizes, dead = c.sizes(w.squares[i], w.positions*w.points), filters[i].dead
			c.reduce(sizes)
			if c.param.Pass {
				c.pass(dead)
			} else {
				c.draw(dead, random)
			}
		}
		head := params[2*len(list)].Data
		for j := range head {
			head[j] = float32(float64(head[j]) * sizes[j])
		}
		silenceHead(params, list, dead)
		return nil
	})
}

// sizes are what the filters are divided by, given the sum of the squares of so many outputs of each: the power of two
// next to the root mean square, or to what keeps the weights below mostNorm if that is more. It is 1 for those that
// gave nothing.
func (c convolution) sizes(squares []float64, outputs int) []float64 {
	norms := make([]float64, c.filters)
	for i, w := range c.weight {
		norms[i%c.filters] += float64(w) * float64(w)
	}
	const norm = math.Sqrt2 // of a filter with a ReLU, as He et al. 2015 draw it
	sizes := make([]float64, c.filters)
	for j, sum := range squares {
		if sizes[j] = 1; sum > 0 {
			size := max(math.Sqrt(sum/float64(outputs)), math.Sqrt(norms[j])/(mostNorm*norm))
			sizes[j] = math.Exp2(math.Round(math.Log2(size)))
		}
	}
	return sizes
}

// enlarge multiplies the weights by the sizes of the filters that they read; nil: by 1.
func (c convolution) enlarge(sizes []float64) {
	if sizes == nil {
		return
	}
	for i, w := range c.weight {
		c.weight[i] = float32(float64(w) * sizes[i/c.filters%c.channels])
	}
}

// reduce divides the filters by their sizes.
func (c convolution) reduce(sizes []float64) {
	for i, w := range c.weight {
		c.weight[i] = float32(float64(w) / sizes[i%c.filters])
	}
	for j, b := range c.bias {
		c.bias[j] = float32(float64(b) / sizes[j])
	}
}

// draw draws the dead filters anew.
func (c convolution) draw(dead []bool, random *rand.Rand) {
	deviation := math.Sqrt(c.param.Variance)
	for i := range c.weight {
		if dead[i%c.filters] {
			c.weight[i] = float32(random.NormFloat64() * deviation)
		}
	}
	c.unbias(dead)
}

// pass makes each dead filter a copy of the channel with its number. Channels are outputs of a ReLU, so the ReLU of the
// copy changes nothing.
func (c convolution) pass(dead []bool) {
	for i := range c.weight {
		if j := i % c.filters; dead[j] {
			c.weight[i] = 0
			if i == c.param.Middle(j) {
				c.weight[i] = 1
			}
		}
	}
	c.unbias(dead)
}

// unbias sets the biases of dead filters to zero.
func (c convolution) unbias(dead []bool) {
	for j := range c.bias {
		if dead[j] {
			c.bias[j] = 0
		}
	}
}
