package kernel

// reference is the convolution layer as its definition has it: loops in float64 over
// true channels, activations [board][row][column][channel].
type reference struct {
	Shape
	w, bias []float64
	relu    bool
}

// taps calls f for every output point, filter tap and the input point they meet.
func (r *reference) taps(batch int, f func(out, tap, in int)) {
	n, half := r.Board, r.Filter/2
	for b := range batch {
		for row := range n {
			for col := range n {
				for i := range r.Filter {
					for j := range r.Filter {
						y, x := row+i-half, col+j-half
						if y >= 0 && x >= 0 && y < n && x < n {
							f((b*n+row)*n+col, i*r.Filter+j, (b*n+y)*n+x)
						}
					}
				}
			}
		}
	}
}

// addTimes adds a·x to sum, which may be shorter than x. The race detector does not watch it, nor inner: with them
// the tests would take twice as long.
//
//go:norace
func addTimes(sum []float64, a float64, x []float64) {
	for i, v := range x[:len(sum)] {
		sum[i] += a * v
	}
}

// inner is the sum of the products of the elements.
//
//go:norace
func inner(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

func (r *reference) forward(x []float64, batch int) []float64 {
	y := make([]float64, batch*r.Board*r.Board*r.Out)
	for i := range y {
		y[i] = r.bias[i%r.Out]
	}
	r.taps(batch, func(out, tap, in int) {
		for c, v := range x[in*r.In:][:r.In] {
			addTimes(y[out*r.Out:][:r.Out], v, r.w[(tap*r.In+c)*r.Out:])
		}
	})
	if r.relu {
		for i, v := range y {
			y[i] = max(v, 0)
		}
	}
	return y
}

// backward returns the gradients; y is the output whose positive places let dy
// through, if relu is set.
func (r *reference) backward(x, y, dy []float64, batch int) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(x)), make([]float64, len(r.w)), make([]float64, r.Out)
	dz := make([]float64, len(dy))
	for i, v := range dy {
		if !r.relu || y[i] > 0 {
			dz[i] = v
			db[i%r.Out] += v
		}
	}
	r.taps(batch, func(out, tap, in int) {
		d := dz[out*r.Out:][:r.Out]
		for c, v := range x[in*r.In:][:r.In] {
			at := (tap*r.In + c) * r.Out
			w, g := r.w[at:][:r.Out], dw[at:][:r.Out]
			addTimes(g, v, d)
			dx[in*r.In+c] += inner(d, w)
		}
	})
	return dx, dw, db
}
