package layers

import "slices"

// Lean is a network without the filters of another one that are always zero, see [Narrow]. It computes the same up to
// rounding. With a ReLU no gradient reaches such filters, nor the weights that read them, so it can also learn in its
// place.
type Lean struct {
	Full *Network
	Net  *Network // Full itself if no filter is always zero
	// places says of each parameter of Net where its values stand in Full.Flat. nil: Net is Full.
	places [][]int
}

// NewLean makes the lean network of one, with the same weights.
func NewLean(full *Network) *Lean {
	l := &Lean{Full: full, Net: full}
	full.Read(func() {
		list, fewer := l.narrowed()
		if !fewer {
			return
		}
		layers := make([]Layer, len(list))
		for i, n := range list {
			layers[i] = n.Layer
		}
		l.Net = New(layers)
		l.places = l.in(list)
	})
	l.Take()
	return l
}

// narrowed is the full network without filters that are always zero, and says whether there are any.
func (l *Lean) narrowed() (list []Narrowed, fewer bool) {
	for i, layer := range l.Full.Layers {
		from, to := l.Full.Own(i)
		list = append(list, Narrowed{Layer: layer, Params: Data(l.Full.Params[from:to])})
	}
	list = Narrow(list)
	return list, slices.ContainsFunc(list, func(n Narrowed) bool { return n.Places != nil })
}

// in lists the places of narrowed layers' parameters in Full.Flat.
func (l *Lean) in(list []Narrowed) [][]int {
	var out [][]int
	for _, n := range list {
		for i, data := range n.Params {
			places, from := make([]int, len(data)), l.Full.Spans[len(out)].From
			for j := range places {
				places[j] = from + j
				if n.Places != nil && n.Places[i] != nil {
					places[j] = from + n.Places[i][j]
				}
			}
			out = append(out, places)
		}
	}
	return out
}

// Fits says whether the filters of the full network that are always zero are the ones that Net lacks.
func (l *Lean) Fits() (fits bool) {
	l.Full.Read(func() {
		list, fewer := l.narrowed()
		fits = fewer == (l.places != nil) && (!fewer || slices.EqualFunc(l.in(list), l.places, slices.Equal))
	})
	return fits
}

// Take gives Net the weights of Full.
func (l *Lean) Take() {
	if l.places == nil {
		return
	}
	l.Full.Read(func() {
		// The function returns no error, and so does Update.
		_ = l.Net.Update(func([]Param) error {
			l.gather(l.Net.Flat, l.Full.Flat)
			return nil
		})
	})
}

// Give gives Full the weights of Net. The filters that are always zero keep theirs.
func (l *Lean) Give() {
	if l.places == nil {
		return
	}
	_ = l.Full.Update(func([]Param) error {
		l.spread(l.Full.Flat, l.Net.Flat)
		return nil
	})
}

// Spread returns an array laid out as Full.Flat with the values of one laid out as Net.Flat. What Net lacks is 0. It
// may be the same array.
func (l *Lean) Spread(lean []float32) []float32 {
	if l.places == nil {
		return lean
	}
	full := make([]float32, len(l.Full.Flat))
	l.spread(full, lean)
	return full
}

// Gather is the inverse of Spread: it writes the values of an array laid out as Full.Flat to one laid out as Net.Flat.
func (l *Lean) Gather(lean, full []float32) {
	if l.places == nil {
		copy(lean, full)
		return
	}
	l.gather(lean, full)
}

func (l *Lean) spread(full, lean []float32) {
	for i, places := range l.places {
		for j, v := range lean[l.Net.Spans[i].From:l.Net.Spans[i].To] {
			full[places[j]] = v
		}
	}
}

func (l *Lean) gather(lean, full []float32) {
	for i, places := range l.places {
		values := lean[l.Net.Spans[i].From:l.Net.Spans[i].To]
		for j := range values {
			values[j] = full[places[j]]
		}
	}
}
