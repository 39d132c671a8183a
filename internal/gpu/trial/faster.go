package trial

import (
	"fmt"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// winogradGain is the share of the time of direct convolutions that Winograd's may take at most. Where both are about
// equal, another measurement would choose the other one, and change what trainings learn, if only by rounding.
const winogradGain = 0.9

// measurements is how often each is measured; the best counts, because other programs only slow it down.
const measurements = 4

// WinogradFaster says whether the card computes a layer of the paper's network faster by Winograd's convolutions,
// forward and back, in a grade. It is false for a card without a clock.
func WinogradFaster(d gpu.Device, g gpu.Grade) (bool, error) {
	const board = 19
	filters, boards := uint32(192), uint32(16)
	if d.Info().Type == gpu.Software {
		filters, boards = 64, 2 // which takes such a card as long
	}
	p := &gpu.Plan{Version: gpu.Version, Grade: g}
	add := func(k kernels.Name, shape ...uint32) error {
		s, _ := kernels.Of(k)
		sizes, err := s.Sizes(shape, []uint32{boards})
		if err != nil {
			return fmt.Errorf("measure %s: %w", k, err)
		}
		c := gpu.Call{Kernel: k, Shape: shape, Args: []uint32{boards}}
		for i, o := range s.Buffers {
			b := gpu.Buffer{Name: string(k) + " " + o.Name, Kind: o.Kind, Size: sizes[i]}
			c.Buffers = append(c.Buffers, p.Add(b))
		}
		name := direct
		if k == kernels.Winograd || k == kernels.WinogradData {
			name = winograd
		}
		if n := len(p.Programs); n == 0 || p.Programs[n-1].Name != name {
			p.Programs = append(p.Programs, gpu.Program{Name: name})
		}
		calls := &p.Programs[len(p.Programs)-1].Calls
		*calls = append(*calls, c)
		return nil
	}
	for _, err := range []error{
		add(kernels.Conv, filters, filters, 3, board, 1),
		add(kernels.ConvData, filters, filters, 3, board),
		add(kernels.Winograd, filters, filters, board, 1),
		add(kernels.WinogradData, filters, filters, board),
	} {
		if err != nil {
			return false, err
		}
	}
	r, err := d.Load(p)
	if err != nil {
		return false, fmt.Errorf("measure convolutions: %w", err)
	}
	defer r.Close()
	timed, ok := r.(gpu.Clock)
	if !ok {
		return false, nil
	}
	best := map[string]time.Duration{}
	for range measurements { // alternately, so that a busy moment strikes both
		for _, name := range []string{direct, winograd} {
			times, err := timed.Times(name)
			if err != nil {
				return false, fmt.Errorf("measure convolutions: %w", err)
			}
			sum := time.Duration(0)
			for _, t := range times {
				sum += t
			}
			if old, ok := best[name]; !ok || sum < old {
				best[name] = sum
			}
		}
	}
	return faster(best[winograd], best[direct]), nil
}

// Programs of the measurement.
const direct, winograd = "direct", "winograd"

func faster(winograd, direct time.Duration) bool {
	return winograd > 0 && float64(winograd) < winogradGain*float64(direct)
}
