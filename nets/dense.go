package nets

import "github.com/tengen-go/tengen/internal/kernel"

// dense is a fully connected layer with ReLU.
type dense struct {
	in, out int
	weight  []float32 // [in][out]
	bias    []float32 // [out]
}

// forward computes y[b] = max(0, x[b]·weight + bias) for n samples: x is [n][in], y
// is [n][out]. Each row of the weights is read once for all samples; what a sample
// yields does not depend on the others.
func (d dense) forward(y, x []float32, n int) {
	for b := range n {
		copy(y[b*d.out:(b+1)*d.out], d.bias)
	}
	for i := range d.in {
		row := d.weight[i*d.out : (i+1)*d.out]
		for b := range n {
			kernel.Axpy(y[b*d.out:(b+1)*d.out], row, x[b*d.in+i])
		}
	}
	for i, v := range y[:n*d.out] {
		y[i] = max(v, 0)
	}
}

// backward computes the gradients of x, weight and bias from dy, of which it
// clears what the ReLU has cut off; y is what forward wrote.
func (d dense) backward(dx, dw, db, x, y, dy []float32, n int) {
	clear(db)
	for b := range n {
		row := dy[b*d.out : (b+1)*d.out]
		for i, v := range y[b*d.out : (b+1)*d.out] {
			if v <= 0 {
				row[i] = 0
			}
		}
		kernel.Axpy(db, row, 1)
	}
	clear(dw)
	for i := range d.in {
		w, g := d.weight[i*d.out:(i+1)*d.out], dw[i*d.out:(i+1)*d.out]
		for b := range n {
			row := dy[b*d.out : (b+1)*d.out]
			kernel.Axpy(g, row, x[b*d.in+i])
			dx[b*d.in+i] = kernel.Dot(row, w)
		}
	}
}
