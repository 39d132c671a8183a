package trial

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// spoilt is a device that gets one byte wrong in the results of one kernel.
type spoilt struct {
	gpu.Device
	kernel gpu.Kernel
}

func (s spoilt) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := s.Device.Load(p)
	return spoiltRunner{r, p.Programs[0].Calls[0].Kernel == s.kernel}, err
}

type spoiltRunner struct {
	gpu.Runner
	spoil bool
}

func (s spoiltRunner) Run(program string, in, out []gpu.Transfer) error {
	err := s.Runner.Run(program, in, out)
	if s.spoil && len(out) > 0 {
		data := out[len(out)-1].Data
		data[len(data)/8*4+3] ^= 0x41 // of a number in the middle
	}
	return err
}

// A device with one fault in one kernel is found out, whichever it is; one without is not.
func TestFaultsAreFound(t *testing.T) {
	sound := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half, gpu.Single}})
	for _, g := range []gpu.Grade{gpu.Half, gpu.Single} {
		findings, err := Kernels(t.Context(), sound, g, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(findings) != len(gpu.Signatures()) {
			t.Errorf("%d kernels of %d were tried", len(findings), len(gpu.Signatures()))
		}
	}
	for _, s := range gpu.Signatures() {
		if !s.Buffers[len(s.Buffers)-1].Write {
			continue // its last buffer is the flag
		}
		_, err := Kernels(t.Context(), spoilt{sound, s.Kernel}, gpu.Single, 2, 1)
		if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "kernel "+string(s.Kernel)+" ") {
			t.Errorf("a fault in %s: %v", s.Kernel, err)
		}
	}
}

func TestDifference(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		a, b      []float64
		rms, most float64
	}{
		{[]float64{1, 2, nan, inf}, []float64{1, 2, nan, inf}, 0, 0},
		{[]float64{0, 0}, []float64{0, 0}, 0, 0},
		{[]float64{3, 5}, []float64{3, 4}, 0.2, 0.25},
		{[]float64{1, nan}, []float64{1, 2}, inf, inf},
		{[]float64{1, 2}, []float64{1, nan}, inf, inf},
		{[]float64{1, -inf}, []float64{1, inf}, inf, inf},
		{[]float64{1}, []float64{0}, inf, inf},
	} {
		if rms, most := difference(c.a, c.b); rms != c.rms || most != c.most {
			t.Errorf("%v and %v differ by %v, %v, want %v, %v", c.a, c.b, rms, most, c.rms, c.most)
		}
	}
}
