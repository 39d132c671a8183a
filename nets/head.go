package nets

import "github.com/tengen-go/tengen/internal/kernel"

// head is a 1×1 convolution to one plane, with a bias for each point or one for
// all.
type head struct {
	points, stride int
	weight         []float32 // [input]
	bias           []float32 // [point] or [1]
}

// room is what forward needs in work: nothing.
func (h head) room() int { return 0 }

// forward writes the plane of n positions, y[b][p] = x[b][p]·weight + bias[p].
// x is [n][points][stride].
func (h head) forward(y, x, _ []float32, n int) {
	k := len(h.weight)
	for b := range n {
		row := y[b*h.points : (b+1)*h.points]
		xs := x[b*h.points*h.stride:]
		for p := range row {
			row[p] = kernel.Dot(xs[p*h.stride:p*h.stride+k], h.weight) + h.bias[p%len(h.bias)]
		}
	}
}

// backward computes the gradients of x (padding included, as zeros), weight and
// bias from dy, [n][points].
func (h head) backward(dx, dw, db, x, dy []float32, n int) {
	k := len(h.weight)
	clear(dx[:n*h.points*h.stride])
	clear(dw)
	clear(db)
	for b := range n {
		for p := range h.points {
			g := dy[b*h.points+p]
			at := (b*h.points + p) * h.stride
			kernel.Axpy(dw, x[at:at+k], g)
			kernel.Axpy(dx[at:at+k], h.weight, g)
			db[p%len(db)] += g
		}
	}
}
