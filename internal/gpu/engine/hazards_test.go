package engine

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Calls wait for what they read, and before they overwrite what others read; others run together.
func TestHazards(t *testing.T) {
	// x, flag and sum of add-to; the sum is written.
	add := func(x, sum int) gpu.Call { return gpu.Call{Kernel: kernels.AddTo, Buffers: []int{x, 9, sum}} }
	check := func(x int) gpu.Call { return gpu.Call{Kernel: kernels.Finite, Buffers: []int{x, 9}} }
	var h hazards
	var got []bool
	for _, c := range []gpu.Call{
		add(0, 1), add(0, 2), // read the same
		add(1, 3),            // reads what was written
		add(0, 4),            // nothing of it
		add(5, 0),            // writes what was read
		add(0, 1), add(6, 7), // reads what was written; nothing of it
		add(6, 7),                    // writes what was written
		check(0), check(7), check(6), // the flag was read; what was written; the flag again, by an atomic operation
		add(0, 1), check(0), // reads the flag; the flag was read
	} {
		got = append(got, h.wait(c))
	}
	if want := []bool{false, false, true, false, true, true, false, true, true, false, false, true, true}; !slices.Equal(got, want) {
		t.Errorf("waits %v, want %v", got, want)
	}
}

// A list has few calls and few operations; a call that is too large alone has a list of its own.
func TestCut(t *testing.T) {
	same := func(n, work int) (out []int) {
		for range n {
			out = append(out, work)
		}
		return out
	}
	for _, c := range []struct{ work, want []int }{
		{nil, nil},
		{same(40, 1000), []int{16, 16, 8}},
		{same(5, 68e9), []int{1, 1, 1, 1, 1}},
		{[]int{9e9, 9e9, 9e9, 1, 30e9, 1, 1}, []int{2, 2, 1, 2}},
	} {
		if got := cut(c.work); !slices.Equal(got, c.want) {
			t.Errorf("lists of %v calls for the work %v, want %v", got, c.work, c.want)
		}
	}
}
