package engine

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/shader"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// product is a product of a card's list.
func product(m, n, k int, ab, sums vk.Number) vk.Matrix {
	return vk.Matrix{M: m, N: n, K: k, A: ab, B: ab, Sums: sums, Result: sums, Scope: vk.SubgroupScope}
}

// wide is a product that a whole group makes.
func wide(m vk.Matrix) vk.Matrix {
	m.Scope = vk.WorkgroupScope
	return m
}

const (
	half   = vk.Float16Number
	single = vk.Float32Number
	bytes  = vk.Int8Number
	words  = vk.Int32Number
)

// The lists are as drivers of such cards report them.
func TestProductsOfCards(t *testing.T) {
	saturating := product(16, 16, 16, half, single)
	saturating.Saturating = true
	for _, c := range []struct {
		card      string
		subgroup  int
		subgroups [2]int
		list      []vk.Matrix
		want      shader.Products
	}{
		{"NVIDIA, Ampere and later", 32, [2]int{32, 32}, []vk.Matrix{
			product(16, 16, 16, half, half), product(16, 8, 16, half, half), product(16, 8, 8, half, half),
			product(16, 16, 16, half, single), product(16, 8, 16, half, single), product(16, 8, 8, half, single),
			product(16, 16, 32, bytes, words), product(16, 8, 32, bytes, words),
		}, shader.Products{M: 16, N: 16, K: 16, Lanes: 32}},
		{"NVIDIA, Turing by nouveau's successor", 32, [2]int{32, 32}, []vk.Matrix{
			product(16, 8, 8, half, half), product(16, 8, 8, half, single),
		}, shader.Products{M: 16, N: 8, K: 8, Lanes: 32}},
		{"AMD, RDNA3", 64, [2]int{32, 64}, []vk.Matrix{
			product(16, 16, 16, half, half), product(16, 16, 16, half, single), product(16, 16, 16, bytes, words),
		}, shader.Products{M: 16, N: 16, K: 16, Lanes: 64}},
		{"Intel, Xe2", 32, [2]int{16, 32}, []vk.Matrix{
			product(8, 16, 16, half, single), product(8, 16, 16, half, half), product(8, 16, 32, bytes, words),
		}, shader.Products{M: 8, N: 16, K: 16, Lanes: 32}},
		{"Intel, Arc A", 32, [2]int{8, 32}, []vk.Matrix{
			product(8, 8, 16, half, single), product(8, 8, 16, half, half), product(8, 8, 32, bytes, words),
		}, shader.Products{M: 8, N: 8, K: 16, Lanes: 32}},
		{"Mesa's software device", 8, [2]int{8, 8}, []vk.Matrix{
			product(8, 8, 8, half, half), product(8, 8, 8, half, single), product(8, 8, 8, bytes, words),
		}, shader.Products{M: 8, N: 8, K: 8, Lanes: 8}},
		{"a card that prefers the second shape", 32, [2]int{}, []vk.Matrix{
			product(8, 16, 16, half, single), product(16, 8, 16, half, single),
		}, shader.Products{M: 8, N: 16, K: 16, Lanes: 32}},
		{"a card whose usual subgroup may not be asked for", 64, [2]int{16, 32}, []vk.Matrix{
			product(16, 16, 16, half, single),
		}, shader.Products{M: 16, N: 16, K: 16, Lanes: 32}},
		{"sums of float16 only", 32, [2]int{32, 32}, []vk.Matrix{product(16, 16, 16, half, half)}, shader.Products{}},
		{"bytes only", 32, [2]int{32, 32}, []vk.Matrix{product(16, 16, 16, bytes, words)}, shader.Products{}},
		{"whole groups only", 32, [2]int{32, 32}, []vk.Matrix{wide(product(16, 16, 16, half, single))}, shader.Products{}},
		{"saturating only", 32, [2]int{32, 32}, []vk.Matrix{saturating}, shader.Products{}},
		{"too large or odd", 32, [2]int{32, 32}, []vk.Matrix{
			product(32, 32, 16, half, single), product(16, 16, 4, half, single), product(16, 12, 16, half, single),
		}, shader.Products{}},
		{"subgroups of 128", 128, [2]int{}, []vk.Matrix{product(16, 16, 16, half, single)}, shader.Products{}},
		{"none", 32, [2]int{32, 32}, nil, shader.Products{}},
	} {
		info := vk.Info{
			Name: c.card, Float16: true, Shared: sharedMemory,
			Subgroup: c.subgroup, Subgroups: c.subgroups, Matrices: c.list,
		}
		if got := choose(info); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.card, got, c.want)
		}
		has := slices.Contains(describe(info).Grades, gpu.Matrix)
		if has != (c.want != shader.Products{}) {
			t.Errorf("%s: grades %v", c.card, describe(info).Grades)
		}
		if info.Shared--; len(describe(info).Grades) > 0 {
			t.Errorf("%s is used with too little shared memory", c.card)
		}
	}
}
