//go:build vulkan && long

package trial

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/engine"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// The kernels with products of matrices compute what their twins do, on a device with instructions for them. Mesa's
// software device has these from version 26 on and compiles each kernel for seconds; tools/vulkan/matrices.sh brings it.
func TestProducts(t *testing.T) {
	cards, err := engine.Open(engine.Options{Deadline: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer cards.Close()
	d, err := cards.Device(len(cards.List()) - 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(d.Info().Grades, gpu.Matrix) {
		t.Fatalf("%s (%s) has the grades %v", d.Info().Name, d.Info().Driver, d.Info().Grades)
	}
	t.Logf("%s (%s)", d.Info().Name, d.Info().Driver)
	reference := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Matrix}})
	for number, k := range []kernels.Name{kernels.Conv, kernels.ConvData, kernels.ConvWeights} {
		s, _ := kernels.Of(k)
		for round := range 2 {
			r := rand.New(rand.NewPCG(uint64(number), uint64(round)))
			worst, err := kernel(r, d, reference, gpu.Matrix, s, 0)
			if err != nil {
				t.Error(err)
			}
			t.Logf("%-12s %.1e", k, worst)
		}
	}
	// The paper's layers, where tiles and shared memory are largest.
	for _, c := range []gpu.Call{
		{Kernel: kernels.Conv, Buffers: []int{0, 1, 2, 3}, Shape: []uint32{48, 192, 5, 19, 1}, Args: []uint32{1}},
		{Kernel: kernels.Conv, Buffers: []int{0, 1, 2, 3}, Shape: []uint32{192, 192, 3, 19, 1}, Args: []uint32{1}},
		{Kernel: kernels.ConvData, Buffers: []int{0, 1, 2, 3}, Shape: []uint32{192, 192, 3, 19}, Args: []uint32{1}},
		{Kernel: kernels.ConvWeights, Buffers: []int{0, 1, 2}, Shape: []uint32{192, 192, 3, 19}, Args: []uint32{1, 1}},
	} {
		s, _ := kernels.Of(c.Kernel)
		worst, err := try(rand.New(rand.NewPCG(3, 4)), d, reference, gpu.Matrix, s, certainCall{Call: c})
		if err != nil {
			t.Error(err)
		}
		t.Logf("%-12s %.1e with constants %v", c.Kernel, worst, c.Shape)
	}
}
