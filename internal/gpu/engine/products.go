package engine

import (
	"github.com/tengen-go/tengen/internal/gpu/shader"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// choose takes the largest products that the kernels can do with, of equal ones what the card prefers: the larger
// they are, the less often a number is read.
func choose(i vk.Info) shader.Products {
	lanes := i.Subgroup
	if i.Subgroups[0] > 0 { // the engine asks for so many
		lanes = min(max(lanes, i.Subgroups[0]), i.Subgroups[1])
	}
	var best shader.Products
	for _, m := range i.Matrices {
		halves := m.A == vk.Float16Number && m.B == vk.Float16Number
		if !halves || m.Sums != vk.Float32Number || m.Result != vk.Float32Number || m.Saturating ||
			m.Scope != vk.SubgroupScope {
			continue
		}
		p := shader.Products{M: m.M, N: m.N, K: m.K, Lanes: lanes}
		if p.Fits() == nil && p.M*p.N*p.K > best.M*best.N*best.K {
			best = p
		}
	}
	return best
}
