package nets

import (
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Watch counts in how many positions each filter of the convolutions responds. A filter responds where its output is
// above zero at some point of the board. A watch sees the weights of the moment when [Policy.Watch] made the first one.
// It is for one goroutine.
type Watch struct {
	net       *prepared
	ws        *workspace
	from      *inference
	layers    []string
	counts    [][]int // by layer and filter
	seen      []bool  // filters of a layer in one position
	positions int
}

// Watch returns a watch that has seen nothing yet.
func (n *network) Watch() (w *Watch, err error) {
	f := &n.inference
	w = &Watch{from: f, ws: f.newWorkspace()}
	n.net.Read(func() {
		w.net, err = f.arrange(f.listed())
		for _, c := range convolutions(n.net.Params) {
			w.layers = append(w.layers, c.layer)
			w.counts = append(w.counts, make([]int, c.filters))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	return w, nil
}

// Another returns a watch of the same weights for another goroutine. It has seen nothing yet.
func (w *Watch) Another() *Watch {
	o := &Watch{from: w.from, net: w.net, ws: w.from.newWorkspace(), layers: w.layers}
	for _, counts := range w.counts {
		o.counts = append(o.counts, make([]int, len(counts)))
	}
	return o
}

// Look counts the filters that respond in n positions, [n][points][Stride].
func (w *Watch) Look(planes []float32, n int) error {
	in := w.from.inSize()
	if n < 0 || len(planes) < n*in {
		return fmt.Errorf("watch %d positions: planes of %d floats, want %d", n, len(planes), n*in)
	}
	for i := range n {
		x, y, z := planes[i*in:(i+1)*in], w.ws.a, w.ws.b
		for k, counts := range w.counts {
			l := &w.net.layers[k]
			l.Forward(&w.ws.env, y, x, l.params, 1)
			w.count(counts, y[:l.out])
			x, y, z = y, z, y
		}
	}
	w.positions += n
	return nil
}

// count adds the filters of a layer that respond in its output for a position.
func (w *Watch) count(counts []int, out []float32) {
	filters := len(counts)
	w.seen = append(w.seen[:0], make([]bool, filters)...)
	for from := 0; from < len(out); from += kernel.PadOut(filters) {
		for j, v := range out[from : from+filters] {
			w.seen[j] = w.seen[j] || v > 0
		}
	}
	for j, seen := range w.seen {
		if seen {
			counts[j]++
		}
	}
}

// Add counts what another watch of the same network has seen.
func (w *Watch) Add(other *Watch) {
	w.positions += other.positions
	for i, counts := range other.counts {
		for j, n := range counts {
			w.counts[i][j] += n
		}
	}
}

// Reset forgets what was seen.
func (w *Watch) Reset() {
	w.positions = 0
	for _, counts := range w.counts {
		clear(counts)
	}
}

// Positions is how many positions were seen.
func (w *Watch) Positions() int { return w.positions }

// Counts are the positions in which each filter responded, by layer and filter. They are the watch's own.
func (w *Watch) Counts() [][]int { return w.counts }

// Filters takes filters for dead that responded in no position.
func (w *Watch) Filters() []Filters {
	out := make([]Filters, len(w.layers))
	for i, counts := range w.counts {
		dead := make([]bool, len(counts))
		for j, n := range counts {
			dead[j] = n == 0
		}
		out[i] = newFilters(w.layers[i], dead)
	}
	return out
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
