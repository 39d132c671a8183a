package trial

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// floats are constants that are floats, with their ranges.
var floats = map[string][2]float64{
	"factor": {0.1, 2}, "decay": {0, 0.1}, "momentum": {0.5, 0.99}, "beta1": {0.8, 0.95}, "beta2": {0.9, 0.999},
	"epsilon": {1e-8, 1e-6}, "a": {-5, 5}, "b": {-5, 5}, "c": {-5, 5},
}

// draw returns a call with random constants. Buffers are numbered from 0.
func draw(r *rand.Rand, s kernels.Signature) (gpu.Call, error) {
	c, v := gpu.Call{Kernel: s.Kernel}, map[string]int{}
	for i := range s.Buffers {
		c.Buffers = append(c.Buffers, i)
	}
	names := slices.Concat(s.Shape, s.Args)
	for _, name := range names {
		n := 0
		switch name {
		case "board":
			n = 2 + r.IntN(18)
		case "boards", "rows":
			n = 1 + r.IntN(max(2, min(6, 300/max(1, v["board"]*v["board"]))))
			if s.Kernel == kernels.Gram || s.Kernel == kernels.Product {
				n = 1 + r.IntN(150)
			}
			if slices.Contains([]kernels.Name{kernels.Centre, kernels.MeanGradient, kernels.MeanStep}, s.Kernel) {
				n = 48 * (1 + r.IntN(20))
			}
		case "padded":
			n = []int{1, 2, 16, 48, v["rows"]}[r.IntN(5)]
		case "real":
			n = 1 + r.IntN(v["padded"])
		case "channels":
			n = 16 * (1 + r.IntN(5))
		case "filters", "below":
			n = 32 * (1 + r.IntN(3))
		case "side":
			n = []int{1, 3, 3, 5}[r.IntN(4)]
		case "relu":
			n = r.IntN(2)
			if v["filters"] > 0 {
				n = r.IntN(kernels.BoundedReLU + 1)
			}
		case "planes":
			n = 1 + r.IntN(50)
		case "splits":
			n = 1 + r.IntN(5)
		case "points", "inputs", "units", "columns", "inner", "side_length":
			n = 1 + r.IntN(361)
		case "size":
			n = 1 + r.IntN(5000)
		case "biases":
			n = 1
			if r.IntN(2) == 1 {
				n = max(v["columns"], v["board"]*v["board"])
			}
		default:
			f, ok := floats[name]
			if !ok {
				return c, fmt.Errorf("%s: no range for the constant %s: add it to package trial", s.Kernel, name)
			}
			n = int(kernels.Bits(float32(f[0] + r.Float64()*(f[1]-f[0]))))
		}
		v[name] = n
	}
	if p, ok := v["planes"]; ok {
		v["channels"] = max(v["channels"], kernels.PaddedPlanes(p))
	}
	for _, name := range s.Shape {
		c.Shape = append(c.Shape, uint32(v[name]))
	}
	for _, name := range s.Args {
		c.Args = append(c.Args, uint32(v[name]))
	}
	return c, nil
}

// onRows are activations that lie on the row grid; others are weights.
var onRows = []string{"x", "y", "g", "d"}

// fill draws what the buffers hold before the call, as bytes of the plan.
func fill(r *rand.Rand, s kernels.Signature, p *gpu.Plan) [][]byte {
	c := p.Programs[0].Calls[0]
	v := s.Constants(c.Shape, c.Args)
	out := make([][]byte, len(s.Buffers))
	for i, o := range s.Buffers {
		n := p.Buffers[i].Size
		switch {
		case o.Kind == kernels.Packed || o.Kind == kernels.Uint32:
			out[i] = gpu.Bytes(words(r, o.Name, n, v))
		case o.Kind == kernels.Activation:
			data := make([]float32, n)
			if slices.Contains(onRows, o.Name) {
				rows(r, data, v, c, o)
			} else {
				normal(r, data, 1/math.Sqrt(float64(max(1, v["channels"]*v["side"]*v["side"]))))
			}
			out[i] = activations(data, p.Grade)
		default:
			out[i] = gpu.Bytes(numbers(r, o.Name, n))
		}
	}
	if s.Kernel == kernels.CrossEntropy { // a target is a legal move
		for b := range v["boards"] {
			target := int(binary.LittleEndian.Uint32(out[1][4*b:]))
			out[3][4*b*kernels.Words(v["points"])+target/8] |= 1 << (target % 8)
		}
	}
	return out
}

// words are bits, numbers of points and flags.
func words(r *rand.Rand, name string, n int, v kernels.Constants) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		switch name {
		case "target":
			w[i] = uint32(r.IntN(v["points"]))
		case "flag":
			w[i] = uint32(r.IntN(4) / 3)
		case "allowed":
			w[i] = r.Uint32() | r.Uint32()
		default:
			w[i] = r.Uint32()
		}
	}
	return w
}

// numbers are floats of a buffer of that name.
func numbers(r *rand.Rand, name string, n int) []float32 {
	f := make([]float32, n)
	normal(r, f, 1)
	switch name {
	case "step": // scale and inverse, rate, sharpness, Adam's two
		copy(f, []float32{8, 0.125, 0.01, 1.5, 2, 3})
	case "v", "sum": // squares
		for i := range f {
			f[i] *= f[i]
		}
	case "z":
		normal(r, f, 3)
	}
	return f
}

func normal(r *rand.Rand, f []float32, deviation float64) {
	for i := range f {
		f[i] = float32(r.NormFloat64() * deviation)
	}
}

// rows draws activations of points; the border and the padding are zero. What the kernel shall write
// has noise on the border too, which the kernel must remove.
func rows(r *rand.Rand, data []float32, v kernels.Constants, c gpu.Call, o kernels.Operand) {
	board, boards := v["board"], v["boards"]
	channels := len(data) / kernels.Rows(board, boards)
	if o.Write {
		normal(r, data[kernels.Pad*channels:(kernels.Pad+boards*kernels.BoardRows(board))*channels], 1)
		return
	}
	for number := range boards {
		for point := range board * board {
			row := kernels.Row(board, number, point)
			normal(r, data[row*channels:(row+1)*channels], 1)
		}
	}
}

// activations are floats as the grade stores them.
func activations(data []float32, g gpu.Grade) []byte {
	if g == gpu.Single {
		return gpu.Bytes(data)
	}
	half := make([]uint16, (len(data)+1)/2*2)
	for i, f := range data {
		half[i] = gpu.ToHalf(f)
	}
	return gpu.Bytes(half)
}
