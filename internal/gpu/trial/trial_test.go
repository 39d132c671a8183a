package trial

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// spoilt is a device that gets one byte wrong in the results of one kernel.
type spoilt struct {
	gpu.Device
	kernel kernels.Name
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

// clocked is a device whose clock says how long the calls of a program take.
type clocked struct {
	gpu.Device
	times map[string][]time.Duration
}

func (c clocked) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := c.Device.Load(p)
	return clockedRunner{r, c.times}, err
}

type clockedRunner struct {
	gpu.Runner
	times map[string][]time.Duration
}

func (c clockedRunner) Times(program string) ([]time.Duration, error) {
	if len(c.times[program]) == 0 {
		return nil, gpu.ErrLost
	}
	return c.times[program], nil
}

// Winograd's convolutions are chosen where both together are clearly faster; a card without a clock has direct ones.
func TestConvolutionsAreMeasured(t *testing.T) {
	sound := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half}})
	for _, c := range []struct {
		direct, winograd time.Duration // of one call, the other takes 10
		want             bool
	}{{90, 40, true}, {90, 85, false}, {90, 120, false}} {
		d := clocked{sound, map[string][]time.Duration{direct: {c.direct, 10}, winograd: {10, c.winograd}}}
		if got, err := WinogradFaster(d, gpu.Half); err != nil || got != c.want {
			t.Errorf("direct %d, Winograd %d: %v, %v", c.direct, c.winograd, got, err)
		}
	}
	if got, err := WinogradFaster(sound, gpu.Half); err != nil || got {
		t.Errorf("without a clock: %v, %v", got, err)
	}
	if _, err := WinogradFaster(clocked{sound, nil}, gpu.Half); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a card that is lost: %v", err)
	}
}

// A device with one fault in one kernel is found out, whichever it is; one without is not.
func TestFaultsAreFound(t *testing.T) {
	sound := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half, gpu.Single}})
	for _, g := range []gpu.Grade{gpu.Half, gpu.Single} {
		findings, err := Kernels(t.Context(), sound, g, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(findings) != len(kernels.All()) {
			t.Errorf("%d kernels of %d were tried", len(findings), len(kernels.All()))
		}
	}
	for _, s := range kernels.All() {
		if !s.Buffers[len(s.Buffers)-1].Write {
			continue // its last buffer is the flag
		}
		for _, round := range all(s.Kernel, 1) {
			r := rand.New(rand.NewPCG(2, 1))
			_, err := kernel(r, spoilt{sound, s.Kernel}, sound, gpu.Single, s, round)
			if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "kernel "+string(s.Kernel)+" ") {
				t.Errorf("a fault in %s, round %d: %v", s.Kernel, round, err)
			}
		}
	}
}

// vanishing is a device on which numbers that are not finite become zero.
type vanishing struct{ gpu.Device }

func (d vanishing) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := d.Device.Load(p)
	return vanishingRunner{r, p}, err
}

type vanishingRunner struct {
	gpu.Runner
	plan *gpu.Plan
}

func (r vanishingRunner) Run(program string, in, out []gpu.Transfer) error {
	err := r.Runner.Run(program, in, out)
	for _, t := range out {
		if r.plan.Buffers[t.Buffer].Kind != kernels.Activation {
			continue
		}
		for i := 0; i < len(t.Data); i += 2 {
			if h := t.Data[i : i+2]; h[1]&0x7c == 0x7c {
				clear(h)
			}
		}
	}
	return err
}

// A device that loses what float16 cannot hold is found out, and one that is right in every kernel and wrong in a
// training.
func TestFaultsOfTrainingsAreFound(t *testing.T) {
	sound := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half, gpu.Single}})
	_, err := Kernels(t.Context(), vanishing{sound}, gpu.Half, 1, 0)
	if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "kernel conv ") {
		t.Errorf("numbers that are too large vanish: %v", err)
	}
	for _, g := range []gpu.Grade{gpu.Half, gpu.Single} {
		if err := training(t.Context(), sound, sound, g); err != nil {
			t.Error(err)
		}
		s := newStep(g)
		got, err := run(sound, &s.Plan, s.before, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range s.velocities { // every parameter learns something
			if rms, _ := difference(values(got[i], &s.Plan, i), values(s.before[i], &s.Plan, i)); !math.IsInf(rms, 1) {
				t.Errorf("grade %s: %s is zero after two steps", g, s.Buffers[i].Name)
			}
		}
	}
	err = training(t.Context(), spoilt{sound, kernels.Expand}, sound, gpu.Single)
	if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "two steps of a training") {
		t.Errorf("a fault in a training: %v", err)
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
