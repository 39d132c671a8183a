package alphago

import (
	"math"
	"sync/atomic"
)

// maxThreshold bounds n_thr.
const maxThreshold = 1 << 20

// threshold is n_thr, "adjusted dynamically to ensure that the rate at which positions are
// added to the policy queue matches the rate at which the GPUs evaluate them" (Silver et al.
// 2016, Methods, "Expansion"). The paper does not say how; this is a controller of the
// logarithm of n_thr, proportional to how much longer the queue has become and integral over
// how much longer it is than it should be. It looks at the queue whenever a position joins it
// and knows no time, so it behaves the same at any speed.
type threshold struct {
	target float64       // positions that should wait
	state  atomic.Uint64 // log2(1+n_thr) and the last length, a float32 each
}

// The gains: a queue that is a target too long doubles n_thr+1 within sixteen positions; one
// that grows by a target raises it by a quarter of that at once.
const (
	thresholdIntegral     = 1.0 / 16
	thresholdProportional = 1.0 / 4
)

// newThreshold starts at n_thr. One batch waiting while another is evaluated keeps the
// evaluator busy; that is the target.
func newThreshold(start, batch int) *threshold {
	t := &threshold{target: float64(max(batch, 1))}
	t.state.Store(pack(math.Log2(1+float64(start)), 0))
	return t
}

func pack(level, last float64) uint64 {
	return uint64(math.Float32bits(float32(level)))<<32 | uint64(math.Float32bits(float32(last)))
}

func unpack(state uint64) (level, last float64) {
	return float64(math.Float32frombits(uint32(state >> 32))), float64(math.Float32frombits(uint32(state)))
}

// observe takes note of how many positions wait, before one more joins them.
func (t *threshold) observe(waiting int) {
	for {
		was := t.state.Load()
		level, last := unpack(was)
		length := float64(waiting)
		level += thresholdIntegral*clamp((length-t.target)/t.target, -1, 1) +
			thresholdProportional*clamp((length-last)/t.target, -1, 1)
		level = clamp(level, 0, math.Log2(1+maxThreshold))
		if t.state.CompareAndSwap(was, pack(level, length)) {
			return
		}
	}
}

func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// value is n_thr now.
func (t *threshold) value() int {
	level, _ := unpack(t.state.Load())
	return int(math.Round(math.Exp2(level))) - 1
}

// expandAt is what Parts.ExpandAt wants: a move joins the tree with more than n_thr visits.
func (t *threshold) expandAt() int { return t.value() + 1 }
