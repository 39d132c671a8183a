package bench

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// slow is a card on which every call takes two milliseconds, three the first time.
type slow struct{ gpu.Device }

func (s slow) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := s.Device.Load(p)
	return &slowRunner{Runner: r}, err
}

type slowRunner struct {
	gpu.Runner
	runs int
}

func (s *slowRunner) Times(program string) ([]time.Duration, error) {
	if s.runs++; s.runs == 1 {
		return []time.Duration{3 * time.Millisecond}, s.Run(program, nil, nil)
	}
	return []time.Duration{2 * time.Millisecond}, nil
}

// The best time counts, and the work is that of direct convolution.
func TestCard(t *testing.T) {
	card := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half}})
	cfg := CardConfig{Board: 5, Filters: 32, Batch: 3, Grade: gpu.Half, Rounds: 2}
	measured, err := Card(t.Context(), slow{card}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(measured, func(k CardKernel) bool { return k.Kernel == kernels.ConvData })
	// 3 boards of 25 points, 9 taps, 32 channels and filters, in two milliseconds.
	if want := 2 * 3 * 25 * 9 * 32 * 32 / 2e-3 / 1e9; measured[i].Millis != 2 || measured[i].GFLOPS != want {
		t.Errorf("%+v, want 2 ms and %v GFLOP/s", measured[i], want)
	}
	for _, k := range measured {
		if k.GBS <= 0 || k.Millis != 2 {
			t.Errorf("%+v", k)
		}
	}
	if _, err := Card(t.Context(), card, cfg); err == nil || !strings.Contains(err.Error(), "has no clock") {
		t.Errorf("a card without a clock: %v", err)
	}
}
