package plans

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Rows of two widths in one buffer have their zeros before the first board at two places, and a convolution of one width
// would read what the other has written there. So a buffer has the size of what every call reads or writes in it.
func TestRowsHaveOneWidth(t *testing.T) {
	const board, boards = 5, 3
	var list []layers.Layer
	in := 4
	for i, out := range []int{96, 96, 32, 64, 32, 96} {
		list = append(list, layers.Conv{Name: fmt.Sprintf("conv%d", i), Board: board, Channels: in, Filters: out, Side: 3})
		in = out
	}
	list = append(list, layers.Plane{Name: "head", Points: board * board, Channels: in, Biases: board * board})
	net := layers.New(list)
	e, err := NewEvaluation(net, 4, boards, gpu.Single)
	if err != nil {
		t.Fatal(err)
	}
	learns, err := NewTraining(net, 0, 4, boards, CrossEntropy{}, SGD{}, gpu.Single)
	if err != nil {
		t.Fatal(err)
	}
	for name, plan := range map[string]*gpu.Plan{"evaluation": e.Plan, "training": learns.Plan} {
		convolutions := 0
		for _, p := range plan.Programs {
			for _, c := range p.Calls {
				reads, writes := uint32(0), uint32(0)
				switch c.Kernel {
				case kernels.Conv, kernels.ConvData:
					reads, writes = c.Shape[0], c.Shape[1]
				default:
					continue
				}
				convolutions++
				for at, channels := range map[int]uint32{0: reads, 3: writes} {
					b := plan.Buffers[c.Buffers[at]]
					if want := kernels.Rows(board, boards) * int(channels); b.Size != want {
						t.Errorf("%s, %s: %q has %d values, for %d channels %d", name, p.Name, b.Name, b.Size, channels, want)
					}
				}
			}
		}
		if convolutions < 6 {
			t.Errorf("%s: %d convolutions", name, convolutions)
		}
	}
}
