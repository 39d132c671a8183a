package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// The network of the trial: two convolutions and a plane.
const (
	side     = 5 // of the board
	boards   = 7
	planes   = 10
	channels = 16
	filters  = 64
	splits   = 2
)

// sums are bounds of the relative difference of velocities after two steps. In float16 a unit next to zero may be
// on there and off here.
var sums = map[gpu.Grade]float64{gpu.Single: 1e-4, gpu.Half: 3e-2, gpu.Matrix: 3e-2}

// step is a training step as a plan.
type step struct {
	gpu.Plan
	r      *rand.Rand
	before [][]byte // of the buffers so far
	flag   int
	// velocities are what the optimiser adds up of the gradients, updates its calls.
	velocities []int
	updates    []gpu.Call
}

// learns adds the gradient of a parameter, which an update uses that comes last.
func (s *step) learns(w, values int) (gradient int) {
	size := s.Buffers[w].Size
	gradient = s.add("gradient", kernels.Float32, size, nil)
	v := s.add("velocity", kernels.Float32, size, nil)
	s.velocities = append(s.velocities, v)
	s.updates = append(s.updates, gpu.Call{
		Kernel: kernels.Finite, Buffers: []int{gradient, s.flag}, Args: []uint32{uint32(size)},
	}, gpu.Call{
		Kernel: kernels.Momentum, Buffers: []int{w, v, gradient, values, s.flag},
		Args: []uint32{uint32(size), kernels.Bits(0.9), kernels.Bits(0.001)},
	})
	return gradient
}

func (s *step) add(name string, kind kernels.Kind, size int, data []byte) int {
	n := s.Add(gpu.Buffer{Name: fmt.Sprint(len(s.Buffers), " ", name), Kind: kind, Size: size})
	if data == nil {
		data = make([]byte, s.Bytes(n))
	}
	s.before = append(s.before, data)
	return n
}

func (s *step) floats(name string, size int, deviation float64) int {
	data := make([]float32, size)
	normal(s.r, data, deviation)
	return s.add(name, kernels.Float32, size, gpu.Bytes(data))
}

func (s *step) bits(name string, kind kernels.Kind, size int, below uint32) int {
	data := make([]uint32, size)
	for i := range data {
		if data[i] = s.r.Uint32(); below > 0 {
			data[i] %= below
		}
	}
	return s.add(name, kind, size, gpu.Bytes(data))
}

func (s *step) rows(name string, channels int) int {
	return s.add(name, kernels.Activation, kernels.Rows(side, boards)*channels, nil)
}

func (s *step) call(k kernels.Name, shape, args []uint32, buffers ...int) {
	calls := &s.Programs[0].Calls
	*calls = append(*calls, gpu.Call{Kernel: k, Buffers: buffers, Shape: shape, Args: args})
}

// newStep records the step.
func newStep(g gpu.Grade) *step {
	s := &step{r: rand.New(rand.NewPCG(1, 1))}
	s.Version, s.Grade, s.Programs = gpu.Version, g, []gpu.Program{{Name: "try"}}
	const points = side * side
	n := []uint32{boards}
	bits := s.bits("planes", kernels.Packed, boards*kernels.Words(points*planes), 0)
	target, weight := s.bits("target", kernels.Uint32, boards, points), s.floats("weight", boards, 1)
	allowed := s.add("allowed", kernels.Packed, boards, gpu.Bytes([]uint32{
		math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32,
	}))
	values := s.add("step", kernels.Float32, kernels.StepSize,
		gpu.Bytes([]float32{64, 1.0 / 64 / boards, 0.1, 1, 1, 1, 0, 0}))
	s.flag = s.add("flag", kernels.Uint32, 1, nil)
	part := s.add("part", kernels.Float32, splits*9*filters*filters, nil)
	sums := s.add("sums", kernels.Float32, splits*filters, nil)

	type layer struct{ in, side, w, b, copy, turned, x, y, g int }
	var layers []layer
	x := s.rows("input", channels)
	s.call(kernels.Expand, []uint32{planes, channels, side}, n, bits, x)
	for _, l := range []layer{{in: channels, side: 5}, {in: filters, side: 3}} {
		size := l.side * l.side * l.in * filters
		l.w, l.b = s.floats("w", size, math.Sqrt(2/float64(l.side*l.side*l.in))), s.floats("bias", filters, 0.1)
		l.copy, l.turned = s.add("copy", kernels.Activation, size, nil), s.add("turned", kernels.Activation, size, nil)
		l.x, l.y, l.g = x, s.rows("output", filters), s.rows("gradient", filters)
		shape := []uint32{uint32(l.in), filters, uint32(l.side), side}
		s.call(kernels.Copies, shape[:3], nil, l.w, l.copy, l.turned)
		s.call(kernels.Conv, append(shape[:4:4], 1), n, l.x, l.copy, l.b, l.y)
		layers, x = append(layers, l), l.y
	}
	w, b := s.floats("w", filters, 0.2), s.floats("bias", points, 0.1)
	z, dz := s.add("z", kernels.Float32, boards*points, nil), s.add("dz", kernels.Float32, boards*points, nil)
	result := s.add("result", kernels.Float32, boards*kernels.ResultSize, nil)
	s.call(kernels.Plane, []uint32{filters, side, points}, n, x, w, b, z)
	s.call(kernels.CrossEntropy, []uint32{points}, n, z, target, weight, allowed, values, dz, result)

	top := layers[1].g
	s.call(kernels.PlaneWeights, []uint32{filters, side}, []uint32{boards, splits}, dz, x, sums)
	s.call(kernels.Reduce, nil, []uint32{filters, splits}, sums, values, s.learns(w, values))
	s.call(kernels.Bias, []uint32{points, points}, n, dz, values, s.learns(b, values))
	s.call(kernels.PlaneData, []uint32{filters, side}, n, dz, w, x, top)
	for i := len(layers) - 1; i >= 0; i-- {
		l := layers[i]
		shape := []uint32{uint32(l.in), filters, uint32(l.side), side}
		s.call(kernels.ConvWeights, shape, []uint32{boards, splits}, l.x, l.g, part)
		s.call(kernels.Reduce, nil, []uint32{uint32(s.Buffers[l.w].Size), splits}, part, values, s.learns(l.w, values))
		s.call(kernels.ChannelSums, []uint32{filters, side}, []uint32{boards, splits}, l.g, sums)
		s.call(kernels.Reduce, nil, []uint32{filters, splits}, sums, values, s.learns(l.b, values))
		if i > 0 {
			shape := []uint32{filters, uint32(l.in), uint32(l.side), side}
			s.call(kernels.ConvData, shape, n, l.g, l.turned, l.x, layers[i-1].g)
		}
	}
	s.Programs[0].Calls = append(s.Programs[0].Calls, s.updates...)
	return s
}

// training compares two steps: what they leave in the memory of the optimiser.
func training(ctx context.Context, d, reference gpu.Device, g gpu.Grade) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s := newStep(g)
	got, err := run(d, &s.Plan, s.before, 2)
	if err != nil {
		return fmt.Errorf("two steps of a training: %w", err)
	}
	want, err := run(reference, &s.Plan, s.before, 2)
	if err != nil {
		return fmt.Errorf("two steps of a training, twin: %w", err)
	}
	for _, i := range append(s.velocities, s.flag) {
		if rms, _ := difference(values(got[i], &s.Plan, i), values(want[i], &s.Plan, i)); !(rms <= sums[g]) {
			return fmt.Errorf("%w: two steps of a training of grade %s: %s: relative difference %.2g",
				ErrWrong, g, s.Buffers[i].Name, rms)
		}
	}
	return nil
}
