package alphago

import (
	"fmt"
	"testing"
)

// An evaluator that serves a share of what one worker could bring, and a threshold that
// decides which part of the playouts bring something: after a while the evaluator is always
// busy and the queue short, wherever n_thr began.
func TestThresholdFindsTheEvaluatorsRate(t *testing.T) {
	for _, rate := range []float64{0.3, 0.03, 0.003} { // positions served a playout
		for _, start := range []int{0, 40, 5000} {
			for _, batch := range []int{1, 8, 64} {
				t.Run(fmt.Sprintf("%v from %d, batch %d", rate, start, batch), func(t *testing.T) {
					c := newThreshold(start, batch)
					const playouts = 400_000
					var came, credit float64
					queue, served, longest := 0, 0, 0
					for i := range playouts {
						late := i >= playouts/2
						if came += 1 / float64(c.expandAt()); came >= 1 {
							came--
							c.observe(queue)
							queue++
						}
						if credit += rate; credit >= 1 {
							credit--
							if queue > 0 {
								queue--
								if late {
									served++
								}
							}
						}
						if late {
							longest = max(longest, queue)
						}
					}
					if got := float64(served) / (rate * playouts / 2); got < 0.9 {
						t.Errorf("the evaluator is busy for %.2f of the time", got)
					}
					if longest > 4*batch+4 {
						t.Errorf("%d positions waited", longest)
					}
				})
			}
		}
	}
}

func TestThresholdStaysInRange(t *testing.T) {
	for start := range 200 {
		if got := newThreshold(start, 4).value(); got != start {
			t.Errorf("n_thr begins at %d, want %d", got, start)
		}
	}
	c := newThreshold(40, 4)
	for range 10_000 {
		c.observe(0)
	}
	if c.value() != 0 || c.expandAt() != 1 {
		t.Errorf("n_thr is %d while nothing waits", c.value())
	}
	for range 10_000 {
		c.observe(1 << 30)
	}
	if c.value() != maxThreshold {
		t.Errorf("n_thr is %d while everything waits, want %d", c.value(), maxThreshold)
	}
}
