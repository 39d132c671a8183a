package trial

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// ErrWrong means that a device computes something else than its twin.
var ErrWrong = errors.New("the graphics device computes wrong numbers")

// Finding is what was found of a kernel.
type Finding struct {
	Kernel kernels.Name
	// Worst is the largest of its differences: the root of the mean square of the difference, relative
	// to that of the twin's numbers.
	Worst float64
}

// Bounds of differences, relative to the root of the mean square of the twin's numbers: of all
// numbers together, and of the worst of them relative to the largest. A half has a relative error of 2⁻¹¹ at
// most, and rounding of a sum may go either way.
var bounds = map[gpu.Grade][2]float64{gpu.Single: {1e-5, 1e-4}, gpu.Half: halves, gpu.Matrix: halves}

var halves = [2]float64{1e-3, 5e-3}

// Kernels runs every kernel on the shapes that networks have, and so many times with random constants, on the device
// and on its twin, with random data. It compares all that they leave in memory. Then it does the same with two steps of
// a training. An error that wraps [ErrWrong] names the first kernel that differs, and its constants.
func Kernels(ctx context.Context, d gpu.Device, g gpu.Grade, seed uint64, rounds int) (out []Finding, err error) {
	err = Each(ctx, d, g, seed, rounds, func(f Finding) { out = append(out, f) })
	return out, err
}

// Each is [Kernels] for callers who want each finding as soon as it is there.
func Each(
	ctx context.Context, d gpu.Device, g gpu.Grade, seed uint64, rounds int, found func(Finding),
) error {
	reference := twin.New(twin.Card{Grades: []gpu.Grade{g}})
	for number, s := range kernels.All() {
		f := Finding{Kernel: s.Kernel}
		for _, round := range all(s.Kernel, rounds) {
			if err := ctx.Err(); err != nil {
				return err
			}
			r := rand.New(rand.NewPCG(seed, uint64(number)<<32|uint64(round)))
			worst, err := kernel(r, d, reference, g, s, round)
			if err != nil {
				return err
			}
			f.Worst = max(f.Worst, worst)
		}
		found(f)
	}
	return training(ctx, d, reference, g)
}

// all are the rounds of a kernel: below 0 the certain calls, then so many with random constants.
func all(k kernels.Name, rounds int) (out []int) {
	for i := range certain[k] {
		out = append(out, -1-i)
	}
	for i := range rounds {
		out = append(out, i)
	}
	return out
}

// kernel tries a call, certain or with random constants.
func kernel(
	r *rand.Rand, d, reference gpu.Device, g gpu.Grade, s kernels.Signature, round int,
) (worst float64, err error) {
	if round < 0 {
		return try(r, d, reference, g, s, certain[s.Kernel][-1-round])
	}
	c, err := draw(r, s)
	if err != nil {
		return 0, err
	}
	return try(r, d, reference, g, s, certainCall{Call: c})
}

// try runs a call on random data.
func try(
	r *rand.Rand, d, reference gpu.Device, g gpu.Grade, s kernels.Signature, c certainCall,
) (worst float64, err error) {
	p := &gpu.Plan{Version: gpu.Version, Grade: g, Programs: []gpu.Program{{Name: "try", Calls: []gpu.Call{c.Call}}}}
	sizes, err := s.Sizes(c.Call.Shape, c.Call.Args)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", s.Kernel, err)
	}
	for i, o := range s.Buffers {
		p.Add(gpu.Buffer{Name: fmt.Sprint(i, " ", o.Name), Kind: o.Kind, Size: sizes[i]})
	}
	before := fill(r, s, p)
	spoil(s, p, before, c.with)
	got, err := run(d, p, before, 1)
	if err != nil {
		return 0, fmt.Errorf("%s %v %v: %w", s.Kernel, c.Shape, c.Args, err)
	}
	want, err := run(reference, p, before, 1)
	if err != nil {
		return 0, fmt.Errorf("%s %v %v, twin: %w", s.Kernel, c.Shape, c.Args, err)
	}
	for i, o := range s.Buffers {
		limits := bounds[gpu.Single]
		if o.Kind == kernels.Activation {
			limits = bounds[g]
		}
		a, b := values(got[i], p, i), values(want[i], p, i)
		rms, most := difference(a, b)
		floats := o.Kind == kernels.Float32 || o.Kind == kernels.Activation
		if !(rms <= limits[0] && most <= limits[1]) || !floats && rms != 0 {
			return rms, fmt.Errorf("%w: kernel %s of grade %s, %s, with constants %v %v: relative difference %.2g, "+
				"worst %.2g", ErrWrong, s.Kernel, g, o.Name, c.Shape, c.Args, rms, most)
		}
		worst = max(worst, rms)
	}
	return worst, nil
}

// run gives what so many runs of a plan's program leave in its buffers. The first ones hold something before.
func run(d gpu.Device, p *gpu.Plan, before [][]byte, times int) ([][]byte, error) {
	r, err := d.Load(p)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var in, out []gpu.Transfer
	after := make([][]byte, len(p.Buffers))
	for i := range p.Buffers {
		if i < len(before) {
			in = append(in, gpu.Transfer{Buffer: i, Data: before[i]})
		}
		after[i] = make([]byte, p.Bytes(i))
		out = append(out, gpu.Transfer{Buffer: i, Data: after[i]})
	}
	for range times {
		if err := r.Run("try", in, nil); err != nil {
			return nil, err
		}
		in = nil
	}
	return after, r.Run("", nil, out)
}

// values are the numbers of a buffer: words as they are.
func values(data []byte, p *gpu.Plan, buffer int) []float64 {
	kind := p.Buffers[buffer].Kind
	out := make([]float64, p.Buffers[buffer].Size)
	for i := range out {
		switch {
		case kind == kernels.Activation && p.Grade.Float16():
			out[i] = float64(gpu.FromHalf(binary.LittleEndian.Uint16(data[2*i:])))
		case kind == kernels.Packed || kind == kernels.Uint32:
			out[i] = float64(binary.LittleEndian.Uint32(data[4*i:]))
		default:
			out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
	}
	return out
}

// difference is the root of the mean square of a−b relative to that of b, and the largest |a−b| relative to the
// largest |b|. Both are infinite if one has a number where the other has none.
func difference(a, b []float64) (rms, most float64) {
	var d, s, largest float64
	for i := range b {
		if a[i] == b[i] || math.IsNaN(a[i]) && math.IsNaN(b[i]) {
			if !math.IsInf(b[i], 0) && !math.IsNaN(b[i]) {
				s += b[i] * b[i]
				largest = max(largest, math.Abs(b[i]))
			}
			continue
		}
		e := math.Abs(a[i] - b[i])
		if math.IsNaN(e) || math.IsInf(e, 0) {
			return math.Inf(1), math.Inf(1)
		}
		d += e * e
		s += b[i] * b[i]
		most, largest = max(most, e), max(largest, math.Abs(b[i]))
	}
	if d == 0 {
		return 0, 0
	}
	return math.Sqrt(d / s), most / largest
}
