package nets

import (
	"fmt"
	"slices"
)

// Filters says of a convolution with ReLU how many of its filters are dead: their output is zero in every position. A
// filter dies in training when its sum is below zero for every position. Then no gradient reaches it.
type Filters struct {
	Layer string `json:"layer"`
	Count int    `json:"count"`
	Dead  int    `json:"dead"`
	dead  []bool
}

// newFilters counts the dead filters of a layer.
func newFilters(layer string, dead []bool) Filters {
	f := Filters{Layer: layer, Count: len(dead), dead: slices.Clone(dead)}
	for _, d := range dead {
		if d {
			f.Dead++
		}
	}
	return f
}

// Prune sets dead filters to zero, and returns how many were not zero before. It also sets the weights to zero that
// read them, which makes compressed files smaller. Where the filters are dead indeed, the network answers as before,
// up to rounding. Evaluations and trainings leave filters of zeros out, which makes them faster. Filters of another
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

// silenceHead zeroes the weights that read dead filters of the last convolution.
func silenceHead(params []Param, list []convolution, before []bool) {
	head := params[2*len(list)].Data // one weight for each filter, see layers.Plane
	for i, dead := range before {
		if dead {
			head[i] = 0
		}
	}
}

// convolution is the parameters of a convolution.
type convolution struct {
	layer        string
	channels     int
	filters      int
	weight, bias []float32 // weight is [point][channel][filter]
	param        Param     // of the weights
}

// convolutions are those that a network begins with. All have a ReLU.
func convolutions(params []Param) []convolution {
	var out []convolution
	for i := 0; i+1 < len(params) && len(params[i].Shape) == 4; i += 2 {
		w := params[i]
		out = append(out, convolution{
			layer:    w.Name[:len(w.Name)-len(".weight")],
			channels: w.Shape[2], filters: w.Shape[3],
			weight: w.Data, bias: params[i+1].Data, param: w,
		})
	}
	return out
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
