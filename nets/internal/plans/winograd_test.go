package plans

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Filters of 3×3 get Winograd's convolutions, others do not, and the plan that was given stays as it is.
func TestWinogradTakesFiltersOfThree(t *testing.T) {
	calls := []gpu.Call{
		{Kernel: kernels.Conv, Shape: shape(48, 32, 5, 9, 1)},
		{Kernel: kernels.Conv, Shape: shape(32, 64, 3, 9, 1)},
		{Kernel: kernels.ConvData, Shape: shape(64, 32, 3, 9)},
		{Kernel: kernels.ConvWeights, Shape: shape(32, 64, 3, 9)},
	}
	want := slices.Clone(calls)
	want[1] = gpu.Call{Kernel: kernels.Winograd, Shape: shape(32, 64, 9, 1)}
	want[2] = gpu.Call{Kernel: kernels.WinogradData, Shape: shape(64, 32, 9)}
	p := &gpu.Plan{Programs: []gpu.Program{{Name: "step", Calls: slices.Clone(calls)}}}
	equal := func(a, b gpu.Call) bool { return a.Kernel == b.Kernel && slices.Equal(a.Shape, b.Shape) }
	if got := Winograd(p).Programs[0].Calls; !slices.EqualFunc(got, want, equal) {
		t.Errorf("%v, want %v", got, want)
	}
	if !slices.EqualFunc(p.Programs[0].Calls, calls, equal) {
		t.Errorf("the plan has become %v", p.Programs[0].Calls)
	}
}
