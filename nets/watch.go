package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Watch counts in how many positions each filter of the convolutions responds, and how strongly. A filter responds
// where its output is above zero at some point of the board. A watch sees the weights of the moment when
// [Policy.Watch] made the first one. It is for one goroutine.
type Watch struct {
	net       *prepared
	ws        *workspace
	from      *inference
	layers    []string
	counts    [][]int     // by layer and filter
	squares   [][]float64 // of all outputs, added up
	seen      []bool      // filters of a layer in one position
	version   uint64      // of the weights
	points    int         // of the board
	positions int
}

// Watch returns a watch that has seen nothing yet.
func (n *network) Watch() (w *Watch, err error) {
	f := &n.inference
	w = &Watch{from: f, ws: f.newWorkspace(), points: n.Points()}
	n.net.Read(func() {
		w.net, err = f.arrange(f.listed())
		w.version = n.net.Version()
		for _, c := range convolutions(n.net.Params) {
			w.layers = append(w.layers, c.layer)
			w.counts = append(w.counts, make([]int, c.filters))
			w.squares = append(w.squares, make([]float64, c.filters))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	return w, nil
}

// Another returns a watch of the same weights for another goroutine. It has seen nothing yet.
func (w *Watch) Another() *Watch {
	o := &Watch{
		net: w.net, ws: w.from.newWorkspace(), from: w.from, layers: w.layers, version: w.version, points: w.points,
	}
	for _, counts := range w.counts {
		o.counts = append(o.counts, make([]int, len(counts)))
		o.squares = append(o.squares, make([]float64, len(counts)))
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
			w.count(counts, w.squares[k], y[:l.out])
			x, y, z = y, z, y
		}
	}
	w.positions += n
	return nil
}

// count adds the filters of a layer that respond in its output for a position, and the squares of this output.
func (w *Watch) count(counts []int, squares []float64, out []float32) {
	filters := len(counts)
	w.seen = append(w.seen[:0], make([]bool, filters)...)
	for from := 0; from < len(out); from += kernel.PadOut(filters) {
		for j, v := range out[from : from+filters] {
			w.seen[j] = w.seen[j] || v > 0
			squares[j] += float64(v) * float64(v)
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
			w.squares[i][j] += other.squares[i][j]
		}
	}
}

// Reset forgets what was seen.
func (w *Watch) Reset() {
	w.positions = 0
	for i := range w.counts {
		clear(w.counts[i])
		clear(w.squares[i])
	}
}

// Positions is how many positions were seen.
func (w *Watch) Positions() int { return w.positions }

// Counts are the positions in which each filter responded, by layer and filter. They are the watch's own.
func (w *Watch) Counts() [][]int { return w.counts }

// Filters calls a filter dead if it responded in no position.
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
