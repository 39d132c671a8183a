package bench

import (
	"context"
	"testing"
	"time"

	"github.com/tengen-go/tengen/nets"
)

func TestFittingBatch(t *testing.T) {
	for _, c := range []struct {
		took time.Duration // of a step of 4 positions
		want int
	}{
		{0, 64},
		{25 * time.Millisecond, 64}, // 5 steps of 64 take 2 s
		{26 * time.Millisecond, 32},
		{100 * time.Millisecond, 16},
		{400 * time.Millisecond, 4},
		{time.Hour, 4},
	} {
		if got := fittingBatch(c.took, time.Second); got != c.want {
			t.Errorf("%v: %d, want %d", c.took, got, c.want)
		}
	}
}

func TestLearning(t *testing.T) {
	shape := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 2}
	if speed, err := Learning(t.Context(), shape, nets.CPU{}, 2, 10*time.Millisecond, 1); err != nil || speed <= 0 {
		t.Errorf("%v positions/s, %v", speed, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Learning(ctx, shape, nets.CPU{}, 2, time.Hour, 1); err == nil {
		t.Error("measured although cancelled")
	}
	if _, err := Learning(t.Context(), nets.PolicyConfig{Board: 1}, nets.CPU{}, 1, time.Second, 1); err == nil {
		t.Error("a network that does not exist was measured")
	}
}
