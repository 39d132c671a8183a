package layers

// Narrowed is a layer with its parameters.
type Narrowed struct {
	Layer
	Params [][]float32
}

// Narrow leaves out the filters with an output of zero for every input: all their weights are zero, and their bias is
// not positive. It also leaves out the weights that read them, so later filters may become zero and go, too. The
// result computes the same up to rounding. A convolution keeps at least one filter. A layer that stays as it is
// shares its parameters.
func Narrow(list []Narrowed) []Narrowed {
	out := append([]Narrowed(nil), list...)
	for i := range len(out) - 1 {
		c, ok := out[i].Layer.(Conv)
		next, readable := out[i+1].Layer.(reader)
		if !ok || !readable {
			continue
		}
		if left := c.lively(out[i].Params); len(left) < c.Filters {
			out[i] = c.keep(out[i].Params, left)
			out[i+1] = next.read(out[i+1].Params, left)
		}
	}
	return out
}

// reader is a layer that can read the output of a convolution with fewer filters.
type reader interface {
	// read returns the layer for inputs that have only these channels, in rising order.
	read(params [][]float32, channels []int) Narrowed
}

// lively lists the filters that are not zero whatever the input is, or the first one if there are none.
func (c Conv) lively(params [][]float32) []int {
	zero, left := make([]bool, c.Filters), 0
	for j, b := range params[1] {
		if b == 0 || b < 0 && !c.Linear {
			zero[j] = true
			left++
		}
	}
	for from := 0; from < len(params[0]) && left > 0; from += c.Filters { // most networks end after a few rows
		for j, w := range params[0][from : from+c.Filters] {
			if zero[j] && w != 0 {
				zero[j] = false
				left--
			}
		}
	}
	var out []int
	for j, z := range zero {
		if !z {
			out = append(out, j)
		}
	}
	if out == nil {
		out = []int{0}
	}
	return out
}

// keep returns the convolution with these filters only.
func (c Conv) keep(params [][]float32, filters []int) Narrowed {
	weight := make([]float32, 0, len(params[0])/c.Filters*len(filters))
	for from := 0; from < len(params[0]); from += c.Filters {
		for _, j := range filters {
			weight = append(weight, params[0][from+j])
		}
	}
	bias := make([]float32, len(filters))
	for i, j := range filters {
		bias[i] = params[1][j]
	}
	c.Filters = len(filters)
	return Narrowed{c, [][]float32{weight, bias}}
}

func (c Conv) read(params [][]float32, channels []int) Narrowed {
	weight := make([]float32, 0, c.Side*c.Side*len(channels)*c.Filters)
	for tap := range c.Side * c.Side {
		for _, k := range channels {
			from := (tap*c.Channels + k) * c.Filters
			weight = append(weight, params[0][from:from+c.Filters]...)
		}
	}
	c.Channels = len(channels)
	return Narrowed{c, [][]float32{weight, params[1]}}
}

func (l Plane) read(params [][]float32, channels []int) Narrowed {
	weight := make([]float32, len(channels))
	for i, k := range channels {
		weight[i] = params[0][k]
	}
	l.Channels = len(channels)
	return Narrowed{l, [][]float32{weight, params[1]}}
}
