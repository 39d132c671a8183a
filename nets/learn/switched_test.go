package learn

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// switched is the gradient of a batch in plain loops of float64 by a network whose units are on where the
// card had them on in its last step. Activations are [point][channel] or [unit].
func switched(t testing.TB, tr *trainer, b batch) [][]float64 {
	t.Helper()
	k := tr.engine.(*card)
	var params, grads [][]float64
	for _, q := range k.net.Params {
		w := make([]float64, len(q.Data))
		for i, v := range q.Data {
			w[i] = float64(v)
		}
		params, grads = append(params, w), append(grads, make([]float64, len(w)))
	}
	for n := range k.cfg.Batch {
		list := k.net.Layers
		x := [][]float64{b.reference(shaped{k}, n)}
		on := make([][]bool, len(list))
		for i, l := range list {
			from, _ := k.net.Own(i)
			y := forward64(l, x[i], params[from], params[from+1])
			if on[i] = switches(t, k, i, n); on[i] != nil {
				for j := range y {
					if !on[i][j] {
						y[j] = 0
					}
				}
			}
			x = append(x, y)
		}
		y := x[len(list)]
		dy := make([]float64, len(y))
		weight := float64(b.weights[n]) / float64(k.cfg.Batch)
		if k.plan.Sums != nil {
			sum := 0.0
			for _, v := range y {
				sum += math.Exp(v)
			}
			for j, v := range y {
				dy[j] = weight * math.Exp(v) / sum
			}
			dy[b.targets[n]] -= weight
		} else {
			v := math.Tanh(y[0])
			dy[0] = weight * (v - float64(b.outcomes[n])) * (1 - v*v)
		}
		for i := len(list) - 1; i >= 0; i-- {
			if _, ok := list[i].(layers.Plane); ok && k.cfg.Owners > 0 {
				for p := range dy {
					owner := float64(b.owners[n*len(dy)+p])
					dy[p] += weight * k.cfg.Owners / float64(len(dy)) * (x[i+1][p] - owner)
				}
			}
			for j := range dy {
				if on[i] != nil && !on[i][j] {
					dy[j] = 0
				}
			}
			from, _ := k.net.Own(i)
			dy = backward64(list[i], x[i], dy, params[from], grads[from], grads[from+1])
		}
	}
	return grads
}

// shaped is the network of a card as batches know it.
type shaped struct{ *card }

func (s shaped) Network() *layers.Network { return s.net }
func (s shaped) Points() int              { return s.points }
func (s shaped) Stride() int              { return s.stride }

// switches are the units of a layer that the card had on for a position; nil for a layer without ReLU.
func switches(t testing.TB, k *card, layer, position int) (on []bool) {
	t.Helper()
	buffer := k.plan.Outputs[layer]
	data := make([]byte, k.plan.Plan.Bytes(buffer))
	if err := k.run("", nil, []gpu.Transfer{{Buffer: buffer, Data: data}}); err != nil {
		t.Fatal(err)
	}
	positive := func(i int) bool {
		if k.plan.Plan.Buffers[buffer].Kind == kernels.Activation && k.plan.Plan.Grade.Float16() {
			return gpu.FromHalf(binary.LittleEndian.Uint16(data[2*i:])) > 0
		}
		return math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])) > 0
	}
	switch l := k.net.Layers[layer].(type) {
	case layers.Conv:
		for p := range l.Board * l.Board {
			for c := range l.Filters {
				on = append(on, positive(kernels.Row(l.Board, position, p)*kernels.PaddedFilters(l.Filters)+c))
			}
		}
	case layers.Dense:
		for j := range l.Units {
			on = append(on, positive(position*l.Units+j))
		}
	}
	return on
}

// links calls f with every product of a layer: input, weight and output.
func links(l layers.Layer, f func(x, w, y int)) {
	switch l := l.(type) {
	case layers.Conv:
		for p := range l.Board * l.Board {
			for tap := range l.Side * l.Side {
				row, col := p/l.Board+tap/l.Side-l.Side/2, p%l.Board+tap%l.Side-l.Side/2
				if row < 0 || row >= l.Board || col < 0 || col >= l.Board {
					continue
				}
				for c := range l.Channels {
					for k := range l.Filters {
						f((row*l.Board+col)*l.Channels+c, (tap*l.Channels+c)*l.Filters+k, p*l.Filters+k)
					}
				}
			}
		}
	case layers.Plane:
		for p := range l.Points {
			for c := range l.Channels {
				f(p*l.Channels+c, c, p)
			}
		}
	case layers.Dense:
		for i := range l.Inputs {
			for j := range l.Units {
				f(i, i*l.Units+j, j)
			}
		}
	case layers.Unit:
		for i := range l.Inputs {
			f(i, i, 0)
		}
	}
}

// outputs is the number of outputs of a layer without padding.
func outputs(l layers.Layer) int {
	if c, ok := l.(layers.Conv); ok {
		return c.Board * c.Board * c.Filters
	}
	return l.Out()
}

func forward64(l layers.Layer, x, w, bias []float64) []float64 {
	y := make([]float64, outputs(l))
	for j := range y {
		y[j] = bias[j%len(bias)]
	}
	links(l, func(i, k, j int) { y[j] += x[i] * w[k] })
	return y
}

// backward64 adds to the gradients of weights and biases, and returns the gradient of x.
func backward64(l layers.Layer, x, dy, w, dw, db []float64) []float64 {
	dx := make([]float64, len(x))
	for j, d := range dy {
		db[j%len(db)] += d
	}
	links(l, func(i, k, j int) {
		dx[i] += dy[j] * w[k]
		dw[k] += dy[j] * x[i]
	})
	return dx
}
