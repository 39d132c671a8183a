package learn

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Drawn is a chunk of positions with the moves that a policy drew there, from
//
//	π(a) = p(a)^(1/T) / Σ p(b)^(1/T), b over the allowed moves,
//
// p being the network's probabilities and T the temperature. REINFORCE differentiates the
// logarithm of this distribution, because the moves were drawn from it: what the network says of
// forbidden moves does not count. The gradient of log π(a) in the network's logits is
// (1/T)·(1 − π) at the move, −(1/T)·π at the other allowed moves and 0 elsewhere.
type Drawn struct {
	// Planes is [Batch][points][Stride]. What stands behind the last of the moves is
	// not learned from, but must be finite: zeros, or an earlier chunk. With Muon all positions of the last chunk
	// count in the mean inputs, see optimizer.filters.
	Planes []float32
	// Moves are the points drawn, row-major, one for each position: 1 to Batch.
	Moves []int32
	// Weights multiply log π of each move, of any sign.
	Weights []float32
	// Allowed is [len(Moves)][points], the moves that each was drawn among; nil: all points.
	Allowed []bool
	// Temperature is T, above 0.
	Temperature float64
}

// DrawnResult is what Accumulate found in a chunk.
type DrawnResult struct {
	Loss    float64 // Σ weight·(−log π(move)), nats
	Entropy float64 // Σ over the positions of the entropy of π, nats
}

// Accumulate adds the gradient of Σ weight·(−log π(move)) over a chunk to the gradient of
// the chunks since the last Apply: a sum, not a mean. So with weights (z − v)/n in chunks
// of n games the total is minus the bracket of Silver et al. 2016, Methods, "Policy
// network: reinforcement learning",
//
//	Δρ = (α/n) Σ over games Σ over moves ∇log p(a|s) (z − v(s)),
//
// and Apply(α) of a trainer with SGD takes exactly that step. The error is
// ErrNotFinite when the network has diverged. After any error the sum is empty, and
// the weights are as they were.
func (t *Trainer) Accumulate(d Drawn) (DrawnResult, error) {
	if err := t.alone(); err != nil {
		return DrawnResult{}, err
	}
	r, err := t.accumulate(d)
	t.summed = err == nil
	return r, err
}

// accumulate is Accumulate with no step under way.
func (t *Trainer) accumulate(d Drawn) (DrawnResult, error) {
	if err := errors.Join(t.checkDrawn(d), t.take()); err != nil {
		return DrawnResult{}, errors.Join(err, t.engine.forget())
	}
	clear(t.weights)
	clear(t.targets)
	for i, m := range d.Moves {
		t.targets[i], t.weights[i] = float32(m), d.Weights[i]
	}
	return t.engine.accumulate(d)
}

func (t *Trainer) checkDrawn(d Drawn) error {
	n, points := len(d.Moves), t.points
	switch {
	case n < 1 || n > t.cfg.Batch:
		return fmt.Errorf("accumulate: %d moves, want 1 to %d", n, t.cfg.Batch)
	case len(d.Planes) != t.cfg.Batch*points*t.stride:
		return fmt.Errorf("accumulate: planes of %d floats, want %d", len(d.Planes), t.cfg.Batch*points*t.stride)
	case len(d.Weights) != n:
		return fmt.Errorf("accumulate: %d weights, want %d", len(d.Weights), n)
	case d.Allowed != nil && len(d.Allowed) != n*points:
		return fmt.Errorf("accumulate: allowed moves of %d points, want %d", len(d.Allowed), n*points)
	case !(d.Temperature > 0) || math.IsInf(1/d.Temperature, 0) || math.IsInf(d.Temperature, 0):
		return fmt.Errorf("accumulate: temperature %v, want above 0", d.Temperature)
	}
	for i, m := range d.Moves {
		if m < 0 || int(m) >= points {
			return fmt.Errorf("accumulate: move %d of position %d, want a point below %d", m, i, points)
		}
		if d.Allowed != nil && !d.Allowed[i*points+int(m)] {
			return fmt.Errorf("accumulate: move %d of position %d is not among those allowed", m, i)
		}
	}
	return nil
}

// Apply takes the optimiser's step of the given size on the gradient that Accumulate
// has summed, and empties the sum. It returns the Euclidean norm of that gradient. If
// the norm is not finite the error is ErrNotFinite, and the weights are as before.
func (t *Trainer) Apply(rate float64) (norm float64, err error) {
	if math.IsNaN(rate) || math.IsInf(rate, 0) {
		return 0, fmt.Errorf("apply a gradient: rate %v", rate)
	}
	if err := t.alone(); err != nil {
		return 0, err
	}
	err = t.take()
	t.summed = false
	if err != nil {
		return 0, errors.Join(err, t.engine.forget())
	}
	defer t.give()
	return t.engine.apply(rate)
}

func (t *host) accumulate(d Drawn) (DrawnResult, error) {
	if t.sum == nil {
		t.sum = kernel.Aligned(len(t.net.Flat))
	}
	points, first := t.points, 0
	slices := make([]drawnSlice, len(t.graphs))
	for i, g := range t.graphs {
		s := &slices[i]
		*s = drawnSlice{positions: max(0, min(g.batch, len(d.Moves)-first)), inverse: 1 / d.Temperature}
		if d.Allowed != nil && s.positions > 0 {
			s.allowed = d.Allowed[first*points : (first+s.positions)*points]
		}
		g.loss.criterion.(*crossEntropyLoss).drawn, g.loss.n = s, 1
		first += g.batch
	}
	t.refresh()
	err := t.gradients(d.Planes)
	var r DrawnResult
	for i, g := range t.graphs {
		r.Loss += g.loss.sum
		r.Entropy += slices[i].entropy
		g.loss.criterion.(*crossEntropyLoss).drawn, g.loss.n = nil, float64(t.cfg.Batch)
	}
	if bad := r.Loss + r.Entropy; err == nil && bad-bad != 0 {
		err = fmt.Errorf("gradient for step %d: %w (%v): lower the rate", t.opt.steps+1, ErrNotFinite, r.Loss)
	}
	if err != nil {
		clear(t.sum)
		return r, err
	}
	t.share(len(t.pieces), func(i int) {
		p := t.pieces[i].span
		for _, g := range t.graphs {
			kernel.Axpy(t.sum[p.From:p.To], g.grads[p.From:p.To], 1)
		}
	})
	return r, nil
}

func (t *host) forget() error {
	clear(t.sum)
	return nil
}

func (t *host) apply(rate float64) (norm float64, err error) {
	if t.sum == nil {
		t.sum = kernel.Aligned(len(t.net.Flat))
	}
	for _, g := range t.sum {
		norm += float64(g) * float64(g)
	}
	norm = math.Sqrt(norm)
	if norm-norm != 0 {
		clear(t.sum)
		return norm, fmt.Errorf("step %d: %w (gradient of norm %v): lower the rate", t.opt.steps+1, ErrNotFinite, norm)
	}
	t.descend(t.sum, nil, float32(rate))
	clear(t.sum)
	return norm, nil
}

// drawnSlice is the part of a Drawn that one graph sees, and what it found.
type drawnSlice struct {
	positions int     // of the slice; padding follows
	allowed   []bool  // [positions][points]; nil: all points
	inverse   float64 // of the temperature
	entropy   float64 // sum
}

// judge returns −log π(move) of position b and writes its gradient in the logits y to
// slope: nothing, for padding.
func (d *drawnSlice) judge(b int, slope, y []float32, move int) float64 {
	if b == 0 {
		d.entropy = 0
	}
	if b >= d.positions {
		clear(slope)
		return 0
	}
	var allowed []bool
	if d.allowed != nil {
		allowed = d.allowed[b*len(y) : (b+1)*len(y)]
	}
	largest := float64(y[move])
	for i, v := range y {
		if allowed == nil || allowed[i] {
			largest = max(largest, float64(v))
		}
	}
	var sum, mean float64
	for i, v := range y {
		slope[i] = 0
		if allowed != nil && !allowed[i] {
			continue
		}
		x := (float64(v) - largest) * d.inverse
		e := math.Exp(x)
		slope[i] = float32(e)
		sum += e
		mean += e * x
	}
	scale := d.inverse / sum
	for i, e := range slope {
		slope[i] = float32(float64(e) * scale)
	}
	slope[move] -= float32(d.inverse)
	log := math.Log(sum)
	d.entropy += log - mean/sum
	return log - (float64(y[move])-largest)*d.inverse
}
