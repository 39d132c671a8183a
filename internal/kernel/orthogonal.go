package kernel

import "math"

// The Newton-Schulz iteration X ← aX + bX(XᵀX) + cX(XᵀX)² of Jordan et al. (2024,
// "Muon: an optimizer for hidden layers in neural networks"). With these factors it
// does not converge, but drives every singular value into 0.7 to 1.2 within five
// steps, which is all that a step of training needs.
const (
	NewtonSteps = 5
	NewtonA     = 3.4445
	NewtonB     = -4.7750
	NewtonC     = 2.0315
)

// LeastNorm is the norm below which a matrix is zero: the squares of smaller elements lose their
// digits as float32, then themselves, and a matrix that is divided by too small a norm grows in
// every step.
const LeastNorm = 1e-18

// Orthogonal sets dst, [rows][cols], to nearly the orthogonal factor U·Vᵀ of g =
// U·S·Vᵀ: all singular values become about 1, except values that are tiny compared with
// the others. If g is zero or almost zero, dst is zero. dst may be g.
//
// X meets nothing but polynomials of A = XᵀX, which commute. So the steps are taken on
// A, and X is multiplied once, by the product P of their factors Q = a + bA + cA²:
// 2·rows·cols² + 17·cols³ multiplications instead of 10·rows·cols² + 5·cols³. cols should
// be the smaller side.
func Orthogonal(s *Scratch, dst, g []float32, rows, cols int) {
	dst, g = dst[:rows*cols], g[:rows*cols]
	norm := math.Sqrt(float64(Dot(g, g)))
	switch {
	case norm < LeastNorm:
		clear(dst)
		return
	case math.IsNaN(norm) || math.IsInf(norm, 0):
		copy(dst, g) // for the caller to find
		return
	}
	blocks := (cols + 31) / 32
	n := orthogonal{k: active.Load(), rows: rows, blocks: blocks, side: blocks * 32}
	square := n.side * n.side
	grow(&s.v, blocks*rows*32)
	grow(&s.m, max(blocks*rows*32, 4*square))
	grow(&s.du, square)
	x, y, p := s.v, s.m, s.du[:square]
	n.pack(x, g, cols, float32(1/norm))
	a, q, aq, t := y[:square], y[square:2*square], y[2*square:3*square], y[3*square:4*square]
	n.gram(a, x, rows)
	for i := range NewtonSteps {
		n.gram(t, a, n.side) // A² = AᵀA, for A is symmetric
		for j, v := range a {
			q[j] = NewtonB*v + NewtonC*t[j]
		}
		for j := range n.side {
			q[(j/32*n.side+j)*32+j%32] += NewtonA
		}
		if i == 0 {
			copy(p, q)
		} else {
			n.multiply(t, p, q, n.side)
			copy(p, t)
		}
		if i < NewtonSteps-1 { // A of the next step is Q·A·Q
			n.multiply(aq, a, q, n.side)
			n.multiply(a, q, aq, n.side)
		}
	}
	n.multiply(y, x, p, rows)
	n.unpack(dst, y, cols)
}

// orthogonal is a matrix [blocks][rows][32], a layout that the kernels' products take
// and give: the columns in blocks of 32, padded with zeros.
type orthogonal struct {
	k                  *kernels
	rows, blocks, side int // side is blocks·32
}

// pack sets x to scale·g, with norm 1 and without what is next to nothing.
func (n *orthogonal) pack(x, g []float32, cols int, scale float32) {
	if cols == 32 { // the layout is the same
		n.scale(x[:n.rows*32], g, scale)
		return
	}
	for b := range n.blocks {
		width := min(32, cols-b*32)
		for r := range n.rows {
			row := x[(b*n.rows+r)*32:][:32]
			n.scale(row[:width], g[r*cols+b*32:], scale)
			clear(row[width:])
		}
	}
}

// scale sets y = a·x, small results zero.
func (n *orthogonal) scale(y, x []float32, a float32) {
	m := whole(len(y))
	if m > 0 {
		n.k.scale(y[:m], x[:m], a)
	}
	scalePortable(y[m:], x[m:], a)
}

func (n *orthogonal) unpack(dst, x []float32, cols int) {
	for b := range n.blocks {
		for r := range n.rows {
			copy(dst[r*cols+b*32:][:min(32, cols-b*32)], x[(b*n.rows+r)*32:])
		}
	}
}

// gram sets a, [blocks][side][32], to xᵀx of x, [blocks][depth][32].
func (n *orthogonal) gram(a, x []float32, depth int) {
	for col := range n.blocks {
		for row := range n.blocks {
			for d := 0; d < depth; d += outerDepth {
				n.k.outer(a[(col*n.side+row*32)*32:], x[(row*depth+d)*32:], x[(col*depth+d)*32:],
					32, min(outerDepth, depth-d), d > 0)
			}
		}
	}
}

// multiply sets y = x·b of x, [blocks][rows][32], and b, [blocks][side][32].
func (n *orthogonal) multiply(y, x, b []float32, rows int) {
	for col := range n.blocks {
		n.k.product(y[col*rows*32:], x, b[col*n.side*32:], rows, n.side, rows*32)
	}
}
