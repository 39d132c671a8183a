package shader

import (
	"embed"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

//go:embed spirv
var compiled embed.FS

// Code is a kernel for a device.
type Code struct {
	SPIRV []byte
	// Groups is how many groups of threads a call takes, in three dimensions.
	Groups func(shape, args []uint32) [3]int
	// Products says that the kernel takes the constants of [Products] after those of its shape.
	Products bool
}

// Of returns the code of a kernel of a grade.
func Of(k kernels.Name, g gpu.Grade) (Code, error) {
	i := slices.IndexFunc(sources, func(s Source) bool {
		return s.Kernel == k && (len(s.Grades) == 0 || slices.Contains(s.Grades, g))
	})
	if i < 0 && g == gpu.Matrix {
		return Of(k, gpu.Half) // no product of matrices
	}
	if i < 0 {
		return Code{}, fmt.Errorf("kernel %s has no shader", k)
	}
	s := sources[i]
	data, err := compiled.ReadFile("spirv/" + s.file(g))
	if err != nil {
		return Code{}, fmt.Errorf("kernel %s: %w: run make generate", k, err)
	}
	return Code{data, s.groups, slices.Contains(s.Grades, gpu.Matrix)}, nil
}

// Source says what a kernel is compiled from.
type Source struct {
	Kernel kernels.Name
	File   string      // of GLSL
	Macro  string      // that is defined, if any
	Grades []gpu.Grade // for which it is compiled, once each; none: once for all
	groups func(shape, args []uint32) [3]int
}

// The grades of kernels that read or write activations, and those of products of matrices.
var (
	graded   = []gpu.Grade{gpu.Single, gpu.Half}
	products = []gpu.Grade{gpu.Matrix}
)

// file is the name of the compiled kernel.
func (s Source) file(g gpu.Grade) string {
	if len(s.Grades) > 0 {
		return fmt.Sprintf("%s.%s.spv", s.Kernel, g)
	}
	return fmt.Sprintf("%s.spv", s.Kernel)
}

// Macros of a grade.
var macros = map[gpu.Grade][]string{gpu.Half: {"-DHALF"}, gpu.Matrix: {"-DHALF"}}

// Compilation is a call of glslc: options and the file that it writes.
type Compilation struct {
	Source, Output string
	Options        []string
	// Matrices says that the file has instructions for products of matrices, of which glslc writes an older form.
	Matrices bool
}

// Compilations lists what make generate does.
func Compilations() []Compilation {
	var out []Compilation
	for _, s := range sources {
		grades := s.Grades
		if len(grades) == 0 {
			grades = []gpu.Grade{""} // no macros
		}
		for _, g := range grades {
			c := Compilation{Source: "kernels/" + s.File, Output: "spirv/" + s.file(g), Matrices: g == gpu.Matrix}
			if s.Macro != "" {
				c.Options = append(c.Options, "-D"+s.Macro)
			}
			c.Options = append(c.Options, macros[g]...)
			out = append(out, c)
		}
	}
	return out
}

// up is a quotient, rounded up.
func up(n, by int) int { return (n + by - 1) / by }

// each is the groups of a kernel that treats n elements alike; a group of 256 threads may go through
// them several times.
func each(n int) [3]int { return [3]int{min(up(n, 256), 1<<14), 1, 1} }

// first is each of a kernel whose first argument is the number of elements.
func first(_, args []uint32) [3]int { return each(int(args[0])) }

// rows is the rows of all boards, rounded up as buffers are.
func rows(board, boards uint32) int { return kernels.Rows(int(board), int(boards)) - 2*kernels.Pad }

// wide is the side of a square of so many tiles of 16 that divides n, at most four.
func wide(n uint32) int {
	if n%64 == 0 {
		return 64
	}
	return 32
}

// deep is how many channels a group of conv-weights takes.
func deep(channels uint32) int {
	for _, n := range []uint32{64, 48, 32} {
		if channels%n == 0 {
			return int(n)
		}
	}
	return 16
}

// tiles is the groups of Winograd's convolutions: 32 tiles of 2×2 points and 32 outputs each.
func tiles(board, boards, outputs uint32) [3]int {
	across := up(int(board)+1, 2) // the border too
	return [3]int{up(across*across*int(boards), 32), int(outputs) / 32, 1}
}

// parts is the groups of a kernel that adds up channels, 16 a group, in splits of the rows.
func parts(shape, args []uint32) [3]int { return [3]int{int(shape[0]) / 16, int(args[1]), 1} }

// sources are the kernels. What a group does stands in the GLSL.
var sources = []Source{
	{kernels.Expand, "expand.comp", "", graded, func(s, a []uint32) [3]int {
		return each(rows(s[2], a[0]) * int(s[1]))
	}},
	{kernels.Conv, "conv.comp", "", graded, func(s, a []uint32) [3]int {
		return [3]int{up(rows(s[3], a[0]), 128), int(s[1]) / wide(s[1]), 1}
	}},
	{kernels.ConvData, "conv.comp", "DATA", graded, func(s, a []uint32) [3]int {
		return [3]int{up(rows(s[3], a[0]), 128), int(s[1]) / wide(s[1]), 1}
	}},
	{kernels.ConvWeights, "conv-weights.comp", "", graded, func(s, a []uint32) [3]int {
		return [3]int{int(s[2] * s[2]), int(s[0]) / deep(s[0]) * (int(s[1]) / wide(s[1])), int(a[1])}
	}},
	{kernels.Winograd, "winograd.comp", "", graded, func(s, a []uint32) [3]int { return tiles(s[2], a[0], s[1]) }},
	{kernels.WinogradData, "winograd.comp", "DATA", graded, func(s, a []uint32) [3]int {
		return tiles(s[2], a[0], s[1])
	}},
	{kernels.Conv, "conv-matrix.comp", "", products, func(s, a []uint32) [3]int {
		return [3]int{up(rows(s[3], a[0]), 128), int(s[1]) / across(s[1]), 1}
	}},
	{kernels.ConvData, "conv-matrix.comp", "DATA", products, func(s, a []uint32) [3]int {
		return [3]int{up(rows(s[3], a[0]), 128), int(s[1]) / across(s[1]), 1}
	}},
	{kernels.ConvWeights, "conv-weights-matrix.comp", "", products, func(s, a []uint32) [3]int {
		return [3]int{int(s[2] * s[2]), up(int(s[0]), down(s[0])) * (int(s[1]) / across(s[1])), int(a[1])}
	}},
	{kernels.Reduce, "reduce.comp", "", nil, first},
	{kernels.ChannelSums, "channel-sums.comp", "", graded, parts},
	{kernels.Copies, "copies.comp", "", graded, func(s, _ []uint32) [3]int {
		return each(int(s[0]) * int(s[1]) * int(s[2]*s[2]))
	}},
	{kernels.Plane, "plane.comp", "", graded, func(s, a []uint32) [3]int {
		return [3]int{up(int(a[0]*s[1]*s[1]), 16), 1, 1}
	}},
	{kernels.PlaneData, "plane-data.comp", "", graded, func(s, a []uint32) [3]int {
		return each(rows(s[1], a[0]) * int(s[0]))
	}},
	{kernels.PlaneWeights, "plane-weights.comp", "", graded, parts},
	{kernels.Bias, "bias.comp", "", nil, func(s, _ []uint32) [3]int { return [3]int{int(s[1]), 1, 1} }},
	{kernels.Dense, "dense.comp", "", nil, func(s, a []uint32) [3]int { return each(int(a[0] * s[1])) }},
	{kernels.DenseData, "dense-data.comp", "", nil, func(s, a []uint32) [3]int { return each(int(a[0] * s[0])) }},
	{kernels.DenseWeights, "dense-weights.comp", "", nil, func(s, _ []uint32) [3]int { return each(int(s[0] * s[1])) }},
	{kernels.CrossEntropy, "cross-entropy.comp", "", nil, func(_, a []uint32) [3]int {
		return [3]int{int(a[0]), 1, 1}
	}},
	{kernels.SquaredError, "squared-error.comp", "", nil, first},
	{kernels.Owners, "owners.comp", "", nil, func(s, a []uint32) [3]int { return each(int(a[0] * s[0])) }},
	{kernels.Clear, "clear.comp", "", nil, first},
	{kernels.Finite, "finite.comp", "", nil, first},
	{kernels.AddTo, "add-to.comp", "", nil, first},
	{kernels.SGD, "sgd.comp", "", nil, first},
	{kernels.Momentum, "momentum.comp", "", nil, first},
	{kernels.Adam, "adam.comp", "", nil, first},
	{kernels.LookAhead, "look-ahead.comp", "", nil, first},
	{kernels.Centre, "centre.comp", "", nil, func(_, a []uint32) [3]int { return [3]int{up(int(a[1]), 32), 1, 1} }},
	{kernels.MeanGradient, "mean-gradient.comp", "", nil, func(_, a []uint32) [3]int {
		return each(int(a[0] * a[1]))
	}},
	{kernels.MeanStep, "mean-step.comp", "", nil, func(_, a []uint32) [3]int {
		return [3]int{up(int(a[1]), 32), 1, 1}
	}},
	{kernels.Squares, "squares.comp", "", nil, func(_, _ []uint32) [3]int { return [3]int{1, 1, 1} }},
	{kernels.Normalize, "normalize.comp", "", nil, first},
	{kernels.Gram, "product.comp", "GRAM", nil, func(_, a []uint32) [3]int {
		return [3]int{up(int(a[1]), 64), up(int(a[1]), 64), 1}
	}},
	{kernels.Product, "product.comp", "", nil, func(_, a []uint32) [3]int {
		return [3]int{up(int(a[0]), 64), up(int(a[2]), 64), 1}
	}},
	{kernels.Polynomial, "polynomial.comp", "", nil, func(_, a []uint32) [3]int { return each(int(a[0] * a[0])) }},
}
