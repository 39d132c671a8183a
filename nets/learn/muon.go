package learn

import (
	"math"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Constants of Muon. The momentum and Nesterov's look ahead are as its authors have them. The
// scale of Liu et al. 2025 ("Muon is scalable for LLM training") gives its steps the size of
// Adam's steps, so that one rate serves both.
const (
	muonMomentum = 0.95
	muonScale    = 0.2
)

// filters takes Muon's step on the filters W of a convolution, parameter i. Then it moves their bias b, parameter
// i+1, after the bias's own step. It overwrites the filters' part of grads, the gradients of all parameters. mean is
// the mean μ of the convolution's inputs, by channel, on any batch that is like the training's.
//
// Activations after a ReLU are never negative. So a step of a filter moves its output by ΔW·μ everywhere away from
// the edge, often more than by all else. Steps of one size in all directions push it below zero for good. Muon works
// in coordinates where inputs have a mean of zero (Schraudolph 1998, "Centering neural network gradient factors"):
//
//	W·x + b = W·(x − μ) + c, c = b + W·μ
//
// There the gradient of W is the old one less g·μᵀ, where g is the gradient of b. A step of W leaves c as it is. So b
// moves by −ΔW·μ. μ is the mean over all points of the board. The zeros beyond its edge are left out.
//
// Each filter's step also loses its mean (Yong et al. 2020, "Gradient centralization").
func (o *optimizer) filters(params []layers.Param, i int, n *layers.Network, grads, mean []float32, rate float32) {
	q, s, t := params[i].Shape, n.Spans[i], n.Spans[i+1]
	w, g, momentum := n.Flat[s.From:s.To], grads[s.From:s.To], o.slots[0].flat[s.From:s.To]
	bias, biasGradient := n.Flat[t.From:t.To], grads[t.From:t.To]
	rows, channels, cols := q[0]*q[1]*q[2], q[2], q[3]
	row := func(a []float32, r int) []float32 { return a[r*cols : (r+1)*cols] }
	for r := range rows {
		kernel.Axpy(row(g, r), biasGradient, -mean[r%channels])
	}
	kernel.Momentum(w, momentum, g, 0, muonMomentum, 0) // the mean only
	kernel.Axpy(g, momentum, muonMomentum)
	kernel.Centre(&o.work[i], g, rows, cols)
	kernel.Orthogonal(&o.work[i], g, g, rows, cols)
	scale := muonScale * float32(math.Sqrt(float64(max(rows, cols))))
	for r := range rows {
		kernel.Axpy(bias, row(g, r), rate*scale*mean[r%channels])
		kernel.Axpy(bias, row(w, r), rate*o.decay*mean[r%channels])
	}
	kernel.SGD(w, g, rate*scale, o.decay/scale)
}
