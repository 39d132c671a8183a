package nets

import (
	"fmt"
	"math"
)

// Reference is the policy network in plain loops of float64: the definition
// that the fast paths are tested against, and the place to read what the
// network computes. It uses no kernel, no graph and no padding of channels.
type Reference struct {
	cfg    PolicyConfig
	params [][]float64 // values of Policy.Params, in their order
}

// NewReference copies the parameters of a network.
func NewReference(p *Policy) *Reference {
	r := &Reference{cfg: p.cfg}
	for _, q := range p.Params() {
		w := make([]float64, len(q.Data))
		for i, v := range q.Data {
			w[i] = float64(v)
		}
		r.params = append(r.params, w)
	}
	return r
}

// Param returns the values of parameter i, to be changed at will.
func (r *Reference) Param(i int) []float64 { return r.params[i] }

// Logits returns the output before the softmax, [point], for the planes of one
// position, [point][plane].
func (r *Reference) Logits(planes []float64) []float64 {
	activations := r.forward(planes)
	return activations[len(activations)-1]
}

// forward returns the input, the activation of every hidden layer, and the
// logits.
func (r *Reference) forward(planes []float64) [][]float64 {
	out := [][]float64{planes}
	for i, s := range r.cfg.convs() {
		z := convForward(out[i], r.params[2*i], r.params[2*i+1], s.Board, s.In, s.Out, s.Filter)
		reluForward(z)
		out = append(out, z)
	}
	n := len(r.params)
	return append(out, headForward(out[len(out)-1], r.params[n-2], r.params[n-1]))
}

// Gradient returns the loss weight·(−log p[target]) of one position and its
// gradient with respect to every parameter, in the order of Params.
func (r *Reference) Gradient(planes []float64, target int, weight float64) (loss float64, grads [][]float64) {
	act := r.forward(planes)
	grads = make([][]float64, len(r.params))
	last := len(act) - 1
	loss, dy := crossEntropy(act[last], target, weight)
	n := len(r.params)
	dy, grads[n-2], grads[n-1] = headBackward(act[last-1], r.params[n-2], dy)
	convs := r.cfg.convs()
	for i := len(convs) - 1; i >= 0; i-- {
		s := convs[i]
		reluBackward(dy, act[i+1])
		dy, grads[2*i], grads[2*i+1] = convBackward(act[i], r.params[2*i], dy, s.Board, s.In, s.Out, s.Filter)
	}
	return loss, grads
}

// convForward computes the convolution of x with w, zeros beyond the border:
//
//	y[p][k] = bias[k] + Σ over taps (i, j) and channels c of x[p + (i, j) − h][c]·w[i][j][c][k]
//
// with h = filter/2. x is [point][in], w is [filter][filter][in][out], y is
// [point][out].
func convForward(x, w, bias []float64, board, in, out, filter int) []float64 {
	y := make([]float64, board*board*out)
	for p := range board * board {
		copy(y[p*out:], bias)
	}
	eachTap(board, filter, func(p, q, tap int) {
		for c := range in {
			for k := range out {
				y[p*out+k] += x[q*in+c] * w[(tap*in+c)*out+k]
			}
		}
	})
	return y
}

// convBackward returns the gradients of x, w and bias from that of y.
func convBackward(x, w, dy []float64, board, in, out, filter int) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(x)), make([]float64, len(w)), make([]float64, out)
	for p := range board * board {
		for k := range out {
			db[k] += dy[p*out+k]
		}
	}
	eachTap(board, filter, func(p, q, tap int) {
		for c := range in {
			for k := range out {
				dx[q*in+c] += dy[p*out+k] * w[(tap*in+c)*out+k]
				dw[(tap*in+c)*out+k] += dy[p*out+k] * x[q*in+c]
			}
		}
	})
	return dx, dw, db
}

// eachTap calls f for every point p and every tap of the filter laid on it that
// meets the board, at point q.
func eachTap(board, filter int, f func(p, q, tap int)) {
	for row := range board {
		for col := range board {
			for i := range filter {
				for j := range filter {
					r, c := row+i-filter/2, col+j-filter/2
					if r >= 0 && r < board && c >= 0 && c < board {
						f(row*board+col, r*board+c, i*filter+j)
					}
				}
			}
		}
	}
}

// reluForward replaces negative values by 0.
func reluForward(y []float64) {
	for i, v := range y {
		y[i] = math.Max(v, 0)
	}
}

// reluBackward clears the gradient where the unit was off. y is the output.
func reluBackward(dy, y []float64) {
	for i, v := range y {
		if v <= 0 {
			dy[i] = 0
		}
	}
}

// headForward computes the last layer, y[p] = x[p]·w + bias[p].
func headForward(x, w, bias []float64) []float64 {
	y := make([]float64, len(bias))
	for p := range y {
		y[p] = bias[p]
		for c, v := range w {
			y[p] += x[p*len(w)+c] * v
		}
	}
	return y
}

// headBackward returns the gradients of x, w and bias from that of y.
func headBackward(x, w, dy []float64) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(x)), make([]float64, len(w)), make([]float64, len(dy))
	for p, g := range dy {
		for c := range w {
			dx[p*len(w)+c] = g * w[c]
			dw[c] += g * x[p*len(w)+c]
		}
		db[p] = g
	}
	return dx, dw, db
}

// crossEntropy returns weight·(log Σ exp(y) − y[target]) and its gradient
// weight·(softmax(y) − onehot(target)).
func crossEntropy(y []float64, target int, weight float64) (loss float64, dy []float64) {
	if target < 0 || target >= len(y) {
		panic(fmt.Sprintf("nets: target %d of %d points", target, len(y)))
	}
	top := math.Inf(-1)
	for _, v := range y {
		top = math.Max(top, v)
	}
	var sum float64
	for _, v := range y {
		sum += math.Exp(v - top)
	}
	dy = make([]float64, len(y))
	for i, v := range y {
		dy[i] = weight * math.Exp(v-top) / sum
	}
	dy[target] -= weight
	return weight * (top + math.Log(sum) - y[target]), dy
}
