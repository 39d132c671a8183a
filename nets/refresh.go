package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Filters says of a convolution with ReLU how many of its filters are dead: their output is zero in every position. A
// filter dies in training when its sum is below zero for every position. Then no gradient reaches it, and its weights
// only decay.
type Filters struct {
	Layer string `json:"layer"`
	Count int    `json:"count"`
	Dead  int    `json:"dead"`
	dead  []bool
}

// deadNorm is the norm of a filter's weights, as a share of the largest in its layer, below which it is dead.
const deadNorm = 0.005

// Filters finds the dead filters of each convolution with ReLU by their weights: decay has made them next to nothing,
// and the bias is not positive. It does not find those that died a short time ago, as [Watch.Filters] does.
func (n *network) Filters() []Filters {
	var out []Filters
	n.net.Read(func() {
		for _, c := range convolutions(n.net.Params) {
			out = append(out, newFilters(c.layer, c.dead()))
		}
	})
	return out
}

// Prune sets dead filters to zero, and returns how many were not zero before. It also sets the weights to zero that
// read them, which makes compressed files smaller. Where the filters are dead indeed, the network answers as before,
// up to rounding. Evaluations on the CPU leave filters of zeros out, which makes them faster. Filters of another
// network are an error.
func (n *network) Prune(filters []Filters) (zeroed int, err error) {
	err = n.Update(func(params []Param) error {
		list := convolutions(params)
		if err := fit(list, filters); err != nil {
			return fmt.Errorf("prune: %w", err)
		}
		var before []bool
		for i, c := range list {
			c.silence(before)
			before = filters[i].dead
			zeroed += c.clear(before)
		}
		silenceHead(params, list, before)
		return nil
	})
	return zeroed, err
}

// fit checks that there is one entry for each convolution, with its number of filters.
func fit(list []convolution, filters []Filters) error {
	if len(list) != len(filters) {
		return fmt.Errorf("the filters of %d layers for a network with %d", len(filters), len(list))
	}
	for i, c := range list {
		if len(filters[i].dead) != c.filters {
			return fmt.Errorf("%d filters for %s, which has %d", len(filters[i].dead), c.layer, c.filters)
		}
	}
	return nil
}

// Refresh prepares a trained network for more training. Its outputs stay the same but for rounding.
//
//   - Each convolution gets the norm of weights that a new network has (He et al. 2015), and the head makes up for it:
//     with ReLU a layer that is multiplied by a number multiplies all later layers by it. Large activations make
//     training unstable.
//   - Dead filters get new weights, drawn from the seed. What comes after them begins at zero, so they add nothing yet,
//     but they learn. Filters of another network are an error.
func (n *network) Refresh(seed uint64, filters []Filters) error {
	return n.Update(func(params []Param) error {
		random := rand.New(rand.NewPCG(seed, 0x72656672657368))
		scale := 1.0 // of the activations that a layer receives
		var before []bool
		list := convolutions(params)
		if err := fit(list, filters); err != nil {
			return fmt.Errorf("refresh: %w", err)
		}
		for i, c := range list {
			c.silence(before)
			dead := filters[i].dead
			factor := c.factor()
			for i := range c.weight {
				c.weight[i] *= float32(factor)
			}
			scale *= factor
			for j := range c.bias {
				c.bias[j] *= float32(scale)
			}
			c.revive(dead, random)
			before = dead
		}
		silenceHead(params, list, before)
		head := params[2*len(list)].Data
		for i := range head {
			head[i] /= float32(scale)
		}
		return nil
	})
}

// silenceHead zeroes the weights that read dead filters of the last convolution. The head has one weight for each of
// its filters, see layers.Plane.
func silenceHead(params []Param, list []convolution, before []bool) {
	head := params[2*len(list)].Data
	for i, dead := range before {
		if dead {
			head[i] = 0
		}
	}
}

// convolution is the parameters of a convolution.
type convolution struct {
	layer        string
	inputs       int // weights of a filter: points and channels
	channels     int
	filters      int
	weight, bias []float32 // weight is [point][channel][filter]
	variance     float64   // of a new weight
}

// convolutions are those that a network begins with. All have a ReLU.
func convolutions(params []Param) []convolution {
	var out []convolution
	for i := 0; i+1 < len(params) && len(params[i].Shape) == 4; i += 2 {
		w := params[i]
		out = append(out, convolution{
			layer:  w.Name[:len(w.Name)-len(".weight")],
			inputs: w.Shape[0] * w.Shape[1] * w.Shape[2], channels: w.Shape[2], filters: w.Shape[3],
			weight: w.Data, bias: params[i+1].Data, variance: w.Variance,
		})
	}
	return out
}

// norms are the norms of the weights of each filter.
func (c convolution) norms() []float64 {
	out := make([]float64, c.filters)
	for i, x := range c.weight {
		out[i%c.filters] += float64(x) * float64(x)
	}
	for j, x := range out {
		out[j] = math.Sqrt(x)
	}
	return out
}

// least is the norm up to which the output of a filter hardly depends on the position.
func (c convolution) least(norms []float64) float64 { return deadNorm * slices.Max(norms) }

// dead says of each filter whether it is dead. In a layer of zeros all without a positive bias are.
func (c convolution) dead() []bool {
	norms := c.norms()
	least := c.least(norms)
	out := make([]bool, c.filters)
	for j, x := range norms {
		out[j] = x <= least && c.bias[j] <= 0
	}
	return out
}

// factor is what brings the middle norm of the filters that depend on the position to the norm of a new filter.
func (c convolution) factor() float64 {
	norms := c.norms()
	least := c.least(norms)
	norms = slices.DeleteFunc(norms, func(x float64) bool { return x <= least })
	if len(norms) == 0 {
		return 1
	}
	slices.Sort(norms)
	return math.Sqrt(c.variance*float64(c.inputs)) / norms[len(norms)/2]
}

// silence zeroes the weights that read dead filters of the layer before.
func (c convolution) silence(before []bool) {
	if before == nil {
		return
	}
	for i := range c.weight {
		if before[i/c.filters%c.channels] {
			c.weight[i] = 0
		}
	}
}

// clear sets the dead filters to zero, and returns how many were not.
func (c convolution) clear(dead []bool) int {
	was := make([]bool, c.filters) // not zero
	for i, w := range c.weight {
		if j := i % c.filters; dead[j] && w != 0 {
			c.weight[i], was[j] = 0, true
		}
	}
	n := 0
	for j := range c.bias {
		if dead[j] {
			if was[j] || c.bias[j] != 0 {
				n++
			}
			c.bias[j] = 0
		}
	}
	return n
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
