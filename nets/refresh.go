package nets

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

// leastSize is the smallest size of a filter's outputs, as a share of the middle one of its layer, that Refresh brings
// to about 1. Filters that respond less or more seldom stay smaller, so that no position makes them very large.
const leastSize = 0.1

// Refresh prepares a trained network for more training, by what a watch has seen of it. Its answers stay the same in
// these positions, up to rounding.
//
//   - Each filter is multiplied by a power of two that brings the root mean square of its outputs near 1. The layer
//     after it makes up for that, because a ReLU of twice the input is twice the output. After a long training some
//     outputs are hundreds of times as large as others. Then one step shifts every filter that reads a large one, and
//     such filters die.
//   - Filters that responded in no position get new weights, drawn from the seed (He et al. 2015). What comes after
//     them begins at zero, so they add nothing yet, but they learn.
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
			sizes, dead = w.sizes(i), filters[i].dead
			c.reduce(sizes)
			c.revive(dead, random)
		}
		head := params[2*len(list)].Data
		for j := range head {
			head[j] = float32(float64(head[j]) * sizes[j])
		}
		silenceHead(params, list, dead)
		return nil
	})
}

// sizes are what the filters of a layer are divided by: the power of two next to the root mean square of what each gave,
// or next to a share of the middle one if that is more. It is 1 for those that gave nothing.
func (w *Watch) sizes(layer int) []float64 {
	sizes := make([]float64, len(w.squares[layer]))
	var alive []float64
	for j, sum := range w.squares[layer] {
		if sizes[j] = math.Sqrt(sum / float64(w.positions*w.points)); sizes[j] > 0 {
			alive = append(alive, sizes[j])
		}
	}
	slices.Sort(alive)
	for j, x := range sizes {
		if sizes[j] = 1; x > 0 {
			sizes[j] = math.Exp2(math.Round(math.Log2(max(x, leastSize*alive[len(alive)/2]))))
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

// revive draws the dead filters anew.
func (c convolution) revive(dead []bool, random *rand.Rand) {
	deviation := math.Sqrt(c.variance)
	for i := range c.weight {
		if dead[i%c.filters] {
			c.weight[i] = float32(random.NormFloat64() * deviation)
		}
	}
	for j := range c.bias {
		if dead[j] {
			c.bias[j] = 0
		}
	}
}
