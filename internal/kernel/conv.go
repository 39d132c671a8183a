package kernel

// Conv is one padded convolution layer with bias and ReLU. Its weights are only
// read by [Conv.Forward] and [Conv.Backward], so any number of goroutines may share
// one Conv, each with a [Scratch] of its own; [Conv.SetWeights] must not run beside
// them.
type Conv struct {
	Shape
	w []float32 // [Filter²][In][Out]
}

// Scratch is the workspace of one goroutine. The zero value is ready; it grows to
// the largest layer it meets and can serve any number of layers in turn.
type Scratch struct{ dz []float32 }

// NewConv returns a layer with zero weights.
func NewConv(s Shape) (*Conv, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return &Conv{Shape: s, w: make([]float32, s.Weights())}, nil
}

// SetWeights takes over a copy of w, [Filter²][In][Out] in true channels; train
// also prepares [Conv.Backward].
func (c *Conv) SetWeights(w []float32, train bool) { copy(c.w, w) }

// Forward computes y = [relu](conv(x) + bias) for batch boards. x is
// [batch][Board²][PadIn(In)] with zeros in the channels beyond In, y is
// [batch][Board²][PadOut(Out)] and gets zeros beyond Out; bias is [Out].
func (c *Conv) Forward(s *Scratch, y, x, bias []float32, batch int, relu bool) {
	ci, co := PadIn(c.In), PadOut(c.Out)
	for b := range batch {
		for p := range c.Board * c.Board {
			o := y[(b*c.Board*c.Board+p)*co:][:co]
			clear(o)
			copy(o, bias[:c.Out])
			c.taps(p, func(tap, q int) {
				in := x[(b*c.Board*c.Board+q)*ci:][:c.In]
				for k, v := range in {
					Axpy(o[:c.Out], c.w[(tap*c.In+k)*c.Out:][:c.Out], v)
				}
			})
			if relu {
				for i, v := range o {
					o[i] = max(v, 0)
				}
			}
		}
	}
}

// taps calls f for each filter tap that meets the board at point q when the filter
// lies on point p.
func (c *Conv) taps(p int, f func(tap, q int)) {
	n, h := c.Board, c.Filter/2
	for i := range c.Filter {
		for j := range c.Filter {
			if r, s := p/n+i-h, p%n+j-h; r >= 0 && s >= 0 && r < n && s < n {
				f(i*c.Filter+j, r*n+s)
			}
		}
	}
}

// Backward computes the gradients of a layer from dy, the gradient of its output:
// dx (nil: not wanted), dw and db are overwritten. x is the layer's input and y its
// output with ReLU, nil without. dx and x are [batch][Board²][PadIn(In)], dy and y
// [batch][Board²][PadOut(Out)], dw is [Filter²][In][Out], db is [Out].
func (c *Conv) Backward(s *Scratch, dx, dw, db, x, y, dy []float32, batch int) {
	ci, co := PadIn(c.In), PadOut(c.Out)
	if dx != nil {
		clear(dx[:batch*c.InSize()])
	}
	clear(dw)
	clear(db)
	if len(s.dz) < c.Out {
		s.dz = make([]float32, c.Out)
	}
	dz := s.dz[:c.Out]
	for b := range batch {
		for p := range c.Board * c.Board {
			o := (b*c.Board*c.Board + p) * co
			copy(dz, dy[o:])
			if y != nil {
				for i := range dz {
					if y[o+i] <= 0 {
						dz[i] = 0
					}
				}
			}
			Axpy(db, dz, 1)
			c.taps(p, func(tap, q int) {
				q = (b*c.Board*c.Board + q) * ci
				for k, v := range x[q:][:c.In] {
					at := (tap*c.In + k) * c.Out
					Axpy(dw[at:][:c.Out], dz, v)
					if dx != nil {
						dx[q+k] += Dot(dz, c.w[at:][:c.Out])
					}
				}
			})
		}
	}
}
