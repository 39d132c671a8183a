package layers

// Narrowed is a layer with its parameters.
type Narrowed struct {
	Layer
	Params [][]float32
	// Places says of each value of each parameter where it stood before Narrow. nil: nothing was left out. A
	// parameter that kept all has no places, either.
	Places [][]int
}

// choose returns the layer l with the values of one parameter that stand at these places. It keeps places, and changes
// them to where the values stood before Narrow.
func (n Narrowed) choose(l Layer, param int, places []int) Narrowed {
	out := Narrowed{l, append([][]float32(nil), n.Params...), make([][]int, len(n.Params))}
	copy(out.Places, n.Places)
	data := make([]float32, len(places))
	before := out.Places[param]
	for i, at := range places {
		data[i] = n.Params[param][at]
		if before != nil {
			places[i] = before[at]
		}
	}
	out.Params[param], out.Places[param] = data, places
	return out
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
			out[i] = out[i].keep(c, left)
			out[i+1] = next.read(out[i+1], left)
		}
	}
	return out
}

// reader is a layer that can read the output of a convolution with fewer filters.
type reader interface {
	// read returns this layer, which n is, for inputs that have only these channels, in rising order.
	read(n Narrowed, channels []int) Narrowed
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

// keep returns the layer, the convolution c, with these filters only.
func (n Narrowed) keep(c Conv, filters []int) Narrowed {
	var weights []int
	for from := 0; from < len(n.Params[0]); from += c.Filters {
		for _, j := range filters {
			weights = append(weights, from+j)
		}
	}
	c.Filters = len(filters)
	return n.choose(c, 0, weights).choose(c, 1, append([]int(nil), filters...))
}

func (c Conv) read(n Narrowed, channels []int) Narrowed {
	var weights []int
	for tap := range c.Side * c.Side {
		for _, k := range channels {
			for j := range c.Filters {
				weights = append(weights, (tap*c.Channels+k)*c.Filters+j)
			}
		}
	}
	c.Channels = len(channels)
	return n.choose(c, 0, weights)
}

func (l Plane) read(n Narrowed, channels []int) Narrowed {
	l.Channels = len(channels)
	return n.choose(l, 0, append([]int(nil), channels...))
}
