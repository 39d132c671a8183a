package engine

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
)

// Calls wait for what they read, and before they overwrite what others read; others run together.
func TestHazards(t *testing.T) {
	// x, flag and sum of add-to; the sum is written.
	add := func(x, sum int) gpu.Call { return gpu.Call{Kernel: gpu.AddTo, Buffers: []int{x, 9, sum}} }
	var h hazards
	var got []bool
	for _, c := range []gpu.Call{
		add(0, 1), add(0, 2), // read the same
		add(1, 3),            // reads what was written
		add(0, 4),            // nothing of it
		add(5, 0),            // writes what was read
		add(0, 1), add(6, 7), // reads what was written; nothing of it
		add(6, 7), // writes what was written
	} {
		got = append(got, h.wait(c))
	}
	if want := []bool{false, false, true, false, true, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("waits %v, want %v", got, want)
	}
}
