package trial

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// ErrWrong means that a device computes something else than its twin.
var ErrWrong = errors.New("the graphics device computes wrong numbers")

// Finding is what was found of a kernel.
type Finding struct {
	Kernel gpu.Kernel
	// Worst is the largest of its differences: the root of the mean square of the difference, relative
	// to that of the twin's numbers.
	Worst float64
}

// Bounds of differences, relative to the root of the mean square of the twin's numbers: of all
// numbers together, and of the worst of them relative to the largest. A half has a relative error of 2⁻¹¹ at
// most, and rounding of a sum may go either way.
var bounds = map[gpu.Grade][2]float64{gpu.Single: {1e-5, 1e-4}, gpu.Half: halves, gpu.Matrix: halves}

var halves = [2]float64{1e-3, 5e-3}

// Kernels runs every kernel so many times with random constants and data, on the device and on its
// twin, and compares all that they leave in memory. An error that wraps [ErrWrong] names the first kernel
// that differs, and its constants.
func Kernels(ctx context.Context, d gpu.Device, g gpu.Grade, seed uint64, rounds int) ([]Finding, error) {
	var out []Finding
	reference := twin.New(twin.Card{Grades: []gpu.Grade{g}})
	for number, s := range gpu.Signatures() {
		f := Finding{Kernel: s.Kernel}
		for round := range rounds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r := rand.New(rand.NewPCG(seed, uint64(number)<<32|uint64(round)))
			worst, err := kernel(r, d, reference, g, s)
			if err != nil {
				return nil, err
			}
			f.Worst = max(f.Worst, worst)
		}
		out = append(out, f)
	}
	return out, nil
}

// kernel tries a call with random constants.
func kernel(r *rand.Rand, d, reference gpu.Device, g gpu.Grade, s gpu.Signature) (worst float64, err error) {
	c, err := draw(r, s)
	if err != nil {
		return 0, err
	}
	return try(r, d, reference, g, s, c)
}

// try runs a call on random data.
func try(
	r *rand.Rand, d, reference gpu.Device, g gpu.Grade, s gpu.Signature, c gpu.Call,
) (worst float64, err error) {
	p := &gpu.Plan{Version: gpu.Version, Grade: g, Programs: []gpu.Program{{Name: "try", Calls: []gpu.Call{c}}}}
	sizes, err := s.Sizes(c)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", s.Kernel, err)
	}
	for i, o := range s.Buffers {
		p.Add(gpu.Buffer{Name: fmt.Sprint(i, " ", o.Name), Kind: o.Kind, Size: sizes[i]})
	}
	before := fill(r, s, p)
	got, err := run(d, p, before)
	if err != nil {
		return 0, fmt.Errorf("%s %v %v: %w", s.Kernel, c.Shape, c.Args, err)
	}
	want, err := run(reference, p, before)
	if err != nil {
		return 0, fmt.Errorf("%s %v %v, twin: %w", s.Kernel, c.Shape, c.Args, err)
	}
	for i, o := range s.Buffers {
		limits := bounds[gpu.Single]
		if o.Kind == gpu.Activation {
			limits = bounds[g]
		}
		a, b := values(got[i], p, i), values(want[i], p, i)
		rms, most := difference(a, b)
		if !(rms <= limits[0] && most <= limits[1]) || o.Kind != gpu.Float32 && o.Kind != gpu.Activation && rms != 0 {
			return rms, fmt.Errorf("%w: kernel %s of grade %s, %s, with constants %v %v: relative difference %.2g, "+
				"worst %.2g", ErrWrong, s.Kernel, g, o.Name, c.Shape, c.Args, rms, most)
		}
		worst = max(worst, rms)
	}
	return worst, nil
}

// run gives what a plan of one program leaves in its buffers.
func run(d gpu.Device, p *gpu.Plan, before [][]byte) ([][]byte, error) {
	r, err := d.Load(p)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var in, out []gpu.Transfer
	after := make([][]byte, len(before))
	for i, data := range before {
		in = append(in, gpu.Transfer{Buffer: i, Data: data})
		after[i] = make([]byte, len(data))
		out = append(out, gpu.Transfer{Buffer: i, Data: after[i]})
	}
	if err := r.Run("try", in, nil); err != nil {
		return nil, err
	}
	return after, r.Run("", nil, out)
}

// values are the numbers of a buffer: words as they are.
func values(data []byte, p *gpu.Plan, buffer int) []float64 {
	kind := p.Buffers[buffer].Kind
	out := make([]float64, p.Buffers[buffer].Size)
	for i := range out {
		switch {
		case kind == gpu.Activation && p.Grade.Float16():
			out[i] = float64(gpu.FromHalf(binary.LittleEndian.Uint16(data[2*i:])))
		case kind == gpu.Packed || kind == gpu.Uint32:
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
