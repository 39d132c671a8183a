package trial

import (
	"encoding/binary"
	"math"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// certainCall is a call that every trial makes, with numbers that take the place of some of its data.
type certainCall struct {
	gpu.Call
	with []float32
}

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// certain are calls that chance may miss: the tiles that networks use, more boards than one group of threads has, the
// ReLU, and numbers that must not vanish.
var certain = map[kernels.Name][]certainCall{
	kernels.Conv: {
		{Call: call(kernels.Conv, 4, []uint32{48, 192, 5, 5, 1}, 2)},
		{Call: call(kernels.Conv, 4, []uint32{192, 192, 3, 5, 1}, 1)},
		{Call: call(kernels.Conv, 4, []uint32{64, 64, 3, 7, 1}, 9), with: []float32{nan, inf, -inf, 6e-8}},
		{
			Call: call(kernels.Conv, 4, []uint32{64, 64, 3, 7, kernels.BoundedReLU}, 9),
			with: []float32{nan, inf, -inf, 6e-8},
		},
	},
	kernels.ConvData: {
		{Call: call(kernels.ConvData, 4, []uint32{192, 192, 3, 5}, 1)},
		{Call: call(kernels.ConvData, 4, []uint32{64, 64, 3, 7}, 9), with: []float32{nan, inf, -inf, 6e-8}},
	},
	kernels.Winograd: {
		{Call: call(kernels.Winograd, 4, []uint32{48, 192, 6, 1}, 2)},
		{Call: call(kernels.Winograd, 4, []uint32{64, 64, 7, 1}, 9), with: []float32{nan, inf, -inf, 6e-8}},
		{
			Call: call(kernels.Winograd, 4, []uint32{64, 64, 7, kernels.BoundedReLU}, 9),
			with: []float32{nan, inf, -inf, 6e-8},
		},
	},
	kernels.WinogradData: {
		{Call: call(kernels.WinogradData, 4, []uint32{192, 192, 5}, 2)},
		{Call: call(kernels.WinogradData, 4, []uint32{64, 64, 7}, 9), with: []float32{nan, inf, -inf, 6e-8}},
	},
	kernels.ConvWeights: {
		{Call: call(kernels.ConvWeights, 3, []uint32{48, 192, 5, 5}, 2, 1)},
		{Call: call(kernels.ConvWeights, 3, []uint32{192, 192, 3, 5}, 1, 2)},
		{Call: call(kernels.ConvWeights, 3, []uint32{64, 64, 3, 7}, 9, 3)},
		{Call: call(kernels.ConvWeights, 3, []uint32{64, 64, 3, 7}, 9, 64)}, // there are rows for 18 of them
	},
	kernels.ChannelSums: {{Call: call(kernels.ChannelSums, 2, []uint32{64, 7}, 9, 64)}},
	kernels.Reduce:      {{Call: call(kernels.Reduce, 3, nil, 1000, 64)}},
	kernels.Dense: {
		{Call: call(kernels.Dense, 4, []uint32{100, 50, 1}, 7), with: []float32{nan, inf, -inf}},
	},
	kernels.Finite: {
		{Call: call(kernels.Finite, 2, nil, 3000), with: []float32{nan}},
		{Call: call(kernels.Finite, 2, nil, 3000), with: []float32{inf}},
		{Call: call(kernels.Finite, 2, nil, 3000), with: []float32{-inf}},
		{Call: call(kernels.Finite, 2, nil, 3000), with: []float32{math.MaxFloat32}},
	},
}

// call is a call on as many buffers.
func call(k kernels.Name, buffers int, shape []uint32, args ...uint32) gpu.Call {
	c := gpu.Call{Kernel: k, Shape: shape, Args: args}
	for i := range buffers {
		c.Buffers = append(c.Buffers, i)
	}
	return c
}

// tooLarge are biases whose sums float16 cannot hold.
var tooLarge = []float32{1e5, -1e5, 66000}

// spoil puts numbers into the data of the first buffer, one a board on rows. Biases become too large for float16, and
// a flag is lowered.
func spoil(s kernels.Signature, p *gpu.Plan, data [][]byte, with []float32) {
	if len(with) == 0 {
		return
	}
	call := p.Programs[0].Calls[0]
	v := s.Constants(call.Shape, call.Args)
	for k, f := range with {
		i := (k + 1) * p.Buffers[0].Size / (len(with) + 1)
		if s.Buffers[0].Kind == kernels.Activation {
			board := v["board"]
			channels := p.Buffers[0].Size / kernels.Rows(board, v["boards"])
			i = kernels.Row(board, k, board*board/2)*channels + k
		}
		if s.Buffers[0].Kind == kernels.Activation && p.Grade.Float16() {
			binary.LittleEndian.PutUint16(data[0][2*i:], gpu.ToHalf(f))
		} else {
			binary.LittleEndian.PutUint32(data[0][4*i:], math.Float32bits(f))
		}
	}
	for i, o := range s.Buffers {
		switch {
		case o.Name == "flag":
			clear(data[i])
		case o.Name == "bias" && (s.Kernel == kernels.Conv || s.Kernel == kernels.Winograd):
			copy(data[i], gpu.Bytes(tooLarge))
		}
	}
}
