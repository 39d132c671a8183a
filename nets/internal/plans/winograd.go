package plans

import (
	"slices"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Winograd is the plan with Winograd's convolutions in place of direct ones, where filters are 3×3.
func Winograd(p *gpu.Plan) *gpu.Plan {
	out := *p
	out.Programs = slices.Clone(p.Programs)
	for i := range out.Programs {
		calls := slices.Clone(out.Programs[i].Calls)
		for j, c := range calls {
			name := kernels.Winograd
			switch c.Kernel {
			case kernels.Conv:
			case kernels.ConvData:
				name = kernels.WinogradData
			default:
				continue
			}
			if c.Shape[side] == 3 {
				calls[j].Kernel, calls[j].Shape = name, slices.Delete(slices.Clone(c.Shape), side, side+1)
			}
		}
		out.Programs[i].Calls = calls
	}
	return &out
}

// side is where the shapes of both convolutions have the side of the filter.
const side = 2
