package nets

import (
	"fmt"
	"math"
)

// Reference is the policy network in plain loops of float64: the definition
// that the fast paths are tested against, and the place to read what the
// network computes. It uses no kernel, no graph and no padding of channels.
type Reference struct{ reference }

// NewReference copies the parameters of a network.
func NewReference(p *Policy) *Reference {
	return &Reference{newReference(p.cfg.Board, p.cfg.Planes, p.cfg.Filters, p.cfg.Layers, p.Params())}
}

// Logits returns the output before the softmax, [point], for the planes of one
// position, [point][plane].
func (r *Reference) Logits(planes []float64) []float64 {
	x := r.Activations(planes)
	above := r.above()
	return headForward(x[len(x)-1], above[0], above[1])
}

// Gradient returns the loss weight·(−log p[target]) of one position and its
// gradient with respect to every parameter, in the order of Params.
func (r *Reference) Gradient(planes []float64, target int, weight float64) (loss float64, grads [][]float64) {
	act := r.Activations(planes)
	x, above := act[len(act)-1], r.above()
	loss, dy := crossEntropy(headForward(x, above[0], above[1]), target, weight)
	dx, dw, db := headBackward(x, above[0], above[1], dy)
	return loss, append(r.backward(act, dx), dw, db)
}

// ValueReference is the value network in plain loops of float64, as [Reference] is
// the policy network.
type ValueReference struct{ reference }

// NewValueReference copies the parameters of a network.
func NewValueReference(v *Value) *ValueReference {
	return &ValueReference{newReference(v.cfg.Board, v.cfg.Planes, v.cfg.Filters, v.cfg.Layers, v.Params())}
}

// Value returns the value of one position, from −1 to 1, for its planes,
// [point][plane].
func (r *ValueReference) Value(planes []float64) float64 {
	act := r.top(r.Activations(planes))
	return math.Tanh(act[len(act)-1][0])
}

// top appends the activations above the trunk: plane, hidden units, output before
// the tanh.
func (r *ValueReference) top(act [][]float64) [][]float64 {
	a := r.above()
	plane := headForward(act[len(act)-1], a[0], a[1])
	hidden := denseForward(plane, a[2], a[3])
	reluForward(hidden)
	return append(act, plane, hidden, headForward(hidden, a[4], a[5]))
}

// Gradient returns the loss weight·½(v − outcome)² of one position and its gradient
// with respect to every parameter, in the order of Params.
func (r *ValueReference) Gradient(planes []float64, outcome, weight float64) (loss float64, grads [][]float64) {
	return r.OwnedGradient(planes, outcome, nil, 0, weight)
}

// OwnedGradient is Gradient of the loss weight·(½(v − outcome)² + share·m), where m is the mean over the points of
// ½(plane − owner)². The owners are from −1 to 1.
func (r *ValueReference) OwnedGradient(
	planes []float64, outcome float64, owners []float64, share, weight float64,
) (loss float64, grads [][]float64) {
	act := r.Activations(planes)
	n := len(act) // of the trunk, the input included
	act = r.top(act)
	a := r.above()
	loss, dy := squaredError(act[n+2][0], outcome, weight)
	dhidden, dw5, db5 := headBackward(act[n+1], a[4], a[5], []float64{dy})
	reluBackward(dhidden, act[n+1])
	dplane, dw4, db4 := denseBackward(act[n], a[2], dhidden)
	for p, owner := range owners {
		d, scale := act[n][p]-owner, weight*share/float64(len(owners))
		loss += scale * d * d / 2
		dplane[p] += scale * d
	}
	dx, dw3, db3 := headBackward(act[n-1], a[0], a[1], dplane)
	return loss, append(r.backward(act[:n], dx), dw3, db3, dw4, db4, dw5, db5)
}

// reference is what the networks' definitions share.
type reference struct {
	convs  []convShape
	params [][]float64 // values of Params, in their order
}

// convShape is a convolution over a board, with ReLU.
type convShape struct{ board, in, out, filter int }

// newReference copies parameters. layers counts as in [PolicyConfig].
func newReference(board, planes, filters, layers int, params []Param) reference {
	r := reference{convs: []convShape{{board, planes, filters, 5}}}
	for len(r.convs) < layers-1 {
		r.convs = append(r.convs, convShape{board, filters, filters, 3})
	}
	for _, q := range params {
		w := make([]float64, len(q.Data))
		for i, v := range q.Data {
			w[i] = float64(v)
		}
		r.params = append(r.params, w)
	}
	return r
}

// Param returns the values of parameter i, to be changed at will.
func (r *reference) Param(i int) []float64 { return r.params[i] }

// above returns the parameters of the layers above the trunk.
func (r *reference) above() [][]float64 { return r.params[2*len(r.convs):] }

// Activations returns the input and the output of every convolution but a policy's last, [point][channel], for the
// planes of one position, [point][plane].
func (r *reference) Activations(planes []float64) [][]float64 {
	out := [][]float64{planes}
	for i, s := range r.convs {
		z := convForward(out[i], r.params[2*i], r.params[2*i+1], s.board, s.in, s.out, s.filter)
		reluForward(z)
		out = append(out, z)
	}
	return out
}

// backward returns the gradients of the trunk's parameters from the activations
// and the gradient of the last one, which it changes.
func (r *reference) backward(act [][]float64, dy []float64) [][]float64 {
	convs := r.convs
	grads := make([][]float64, 2*len(convs))
	for i := len(convs) - 1; i >= 0; i-- {
		s := convs[i]
		reluBackward(dy, act[i+1])
		dy, grads[2*i], grads[2*i+1] = convBackward(act[i], r.params[2*i], dy, s.board, s.in, s.out, s.filter)
	}
	return grads
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

// convBackward returns the gradients of x, w and bias from the gradient of y.
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

// headForward computes a 1×1 convolution to one plane, y[p] = x[p]·w + bias, with a
// bias for each point or one for all.
func headForward(x, w, bias []float64) []float64 {
	y := make([]float64, len(x)/len(w))
	for p := range y {
		y[p] = bias[p%len(bias)]
		for c, v := range w {
			y[p] += x[p*len(w)+c] * v
		}
	}
	return y
}

// headBackward returns the gradients of x, w and bias from the gradient of y.
func headBackward(x, w, bias, dy []float64) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(x)), make([]float64, len(w)), make([]float64, len(bias))
	for p, g := range dy {
		for c := range w {
			dx[p*len(w)+c] = g * w[c]
			dw[c] += g * x[p*len(w)+c]
		}
		db[p%len(bias)] += g
	}
	return dx, dw, db
}

// denseForward computes a fully connected layer, y[j] = bias[j] + Σ x[i]·w[i][j].
func denseForward(x, w, bias []float64) []float64 {
	y := append([]float64(nil), bias...)
	for i, v := range x {
		for j := range y {
			y[j] += v * w[i*len(y)+j]
		}
	}
	return y
}

// denseBackward returns the gradients of x, w and bias from the gradient of y.
func denseBackward(x, w, dy []float64) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(x)), make([]float64, len(w)), append([]float64(nil), dy...)
	for i, v := range x {
		for j, g := range dy {
			dx[i] += g * w[i*len(dy)+j]
			dw[i*len(dy)+j] = g * v
		}
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

// squaredError returns weight·½(tanh(y) − outcome)² and its gradient by y.
func squaredError(y, outcome, weight float64) (loss, dy float64) {
	v := math.Tanh(y)
	return weight * (v - outcome) * (v - outcome) / 2, weight * (v - outcome) * (1 - v*v)
}
