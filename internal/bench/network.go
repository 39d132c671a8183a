package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
)

// NetworkConfig says which network is measured and how. Exactly one of Policy and Value is set.
type NetworkConfig struct {
	Policy *nets.PolicyConfig
	Value  *nets.ValueConfig

	Training  bool        // steps of training; otherwise evaluations
	Optimizer string      // of training: sgd, momentum, adam or muon
	Input     string      // positions of random games, or dense, random numbers in every plane
	Batch     int         // positions of a call or step, at least 1
	Threads   int         // at least 1
	Device    nets.Device // where the network is computed; threads are of the CPU

	Time   time.Duration // how long to measure, and three rounds at least
	Rounds int           // so many calls or steps instead of a time; 0: a time
	Seed   uint64        // of weights and inputs
}

// NetworkSpeed is how fast a network is.
type NetworkSpeed struct {
	PositionsS float64 `json:"positions_per_s"` // of the best round
	MedianS    float64 `json:"positions_per_s_median"`
	Millis     float64 `json:"ms_per_position"` // of the best round
	GFLOPS     float64 `json:"gflops"`          // as direct convolution
	Peak       float64 `json:"peak_gflops"`     // of multiply-adds, the better of before and after
	PeakBefore float64 `json:"peak_before"`     // means: lower ones show that other programs ran
	PeakAfter  float64 `json:"peak_after"`
	Share      float64 `json:"share_of_peak"` // gflops / peak_gflops
	Garbage    float64 `json:"garbage_bytes"` // left to the collector by a round
	Memory     int64   `json:"memory_bytes"`  // the most that was in use, inputs included; 0: unknown
	Rounds     int     `json:"rounds"`
}

// IdleShare is the share of its peak that a machine without other work has at least, on average.
const IdleShare = 0.9

// peakTime is how long the machine is measured, before the network and after.
const peakTime = 100 * time.Millisecond

// Network measures a network with random weights.
func Network(ctx context.Context, cfg NetworkConfig) (NetworkSpeed, error) {
	if cfg.Batch < 1 || cfg.Threads < 1 {
		return NetworkSpeed{}, fmt.Errorf("batch %d, %d threads: want 1 or more of each", cfg.Batch, cfg.Threads)
	}
	if _, card := cfg.Device.(*nets.GPU); card && cfg.Input == "dense" {
		return NetworkSpeed{}, errors.New("a graphics device takes planes of 0 and 1, not dense numbers")
	}
	m, multiplyAdds, err := cfg.model()
	if err != nil {
		return NetworkSpeed{}, err
	}
	round, err := cfg.round(m)
	if err != nil {
		return NetworkSpeed{}, err
	}
	before := kernel.MeasurePeak(ctx, cfg.Threads, peakTime)
	times, garbage, err := cfg.rounds(ctx, round)
	if err != nil {
		return NetworkSpeed{}, err
	}
	if g, ok := cfg.Device.(*nets.GPU); ok && g.Err() != nil {
		return NetworkSpeed{}, g.Err() // the CPU was measured in part
	}
	after := kernel.MeasurePeak(ctx, cfg.Threads, peakTime)

	slices.Sort(times)
	best := times[0].Seconds() / float64(cfg.Batch)
	flop := 2 * float64(multiplyAdds)
	if cfg.Training {
		flop *= 3
	}
	s := NetworkSpeed{
		PositionsS: 1 / best, Millis: 1e3 * best, GFLOPS: flop / best / 1e9,
		MedianS: float64(cfg.Batch) / median(times).Seconds(),
		Peak:    max(before.Best, after.Best), PeakBefore: before.Mean, PeakAfter: after.Mean,
		Garbage: garbage, Memory: PeakMemory(), Rounds: len(times),
	}
	s.Share = s.GFLOPS / s.Peak
	return s, nil
}

// model makes the network and counts its multiplications for a position.
func (c *NetworkConfig) model() (m nets.Model, multiplyAdds int, err error) {
	switch {
	case c.Device == nil:
		return m, 0, errors.New("no device: want the CPU or a graphics device")
	case (c.Policy == nil) == (c.Value == nil):
		return m, 0, errors.New("want either a policy network or a value network")
	case c.Value != nil:
		if m.Value, err = nets.NewValue(*c.Value, c.Seed); err != nil {
			return m, 0, err
		}
		m.Value.SetDevice(c.Device)
		return m, c.Value.MultiplyAdds(), nil
	}
	if m.Policy, err = nets.NewPolicy(*c.Policy, c.Seed); err != nil {
		return m, 0, err
	}
	m.Policy.SetDevice(c.Device)
	return m, c.Policy.MultiplyAdds(), nil
}

// NewRound makes the network, and returns what is to be timed: a call or a step.
func (c *NetworkConfig) NewRound() (func() error, error) {
	m, _, err := c.model()
	if err != nil {
		return nil, err
	}
	return c.round(m)
}

// round returns what is to be timed: a call or a step, each on the next batch of
// the inputs.
func (c *NetworkConfig) round(m nets.Model) (func() error, error) {
	e, err := nets.NewEvaluator(m, c.Threads)
	if err != nil {
		return nil, err
	}
	in, err := newInput(c.Input, sideOf(m), features.Planes(e.Planes()), e.Stride(), c.Batch, c.Seed)
	if err != nil {
		return nil, err
	}
	cfg := learn.TrainerConfig{Batch: c.Batch, Threads: c.Threads, Optimizer: c.Optimizer}
	switch {
	case c.Training && m.Policy != nil:
		t, err := learn.NewTrainer(m.Policy, cfg)
		return steps(t, func() error {
			planes, targets := in.next()
			return t.Begin(planes, targets, nil, 1e-4)
		}), err
	case c.Training:
		t, err := learn.NewValueTrainer(m.Value, cfg)
		outcomes := make([]float32, c.Batch)
		for i := range outcomes {
			outcomes[i] = float32(2*(i%2) - 1)
		}
		return steps(t, func() error {
			planes, _ := in.next()
			return t.Begin(planes, outcomes, nil, 1e-4)
		}), err
	}
	var priors, values []float32
	if e.HasPolicy() {
		priors = make([]float32, c.Batch*e.Points())
	} else {
		values = make([]float32, c.Batch)
	}
	return func() error {
		planes, _ := in.next()
		return e.Evaluate(priors, values, planes, c.Batch)
	}, nil
}

// steps ends a step a call, with as many under way as a training has.
func steps(t interface {
	Ahead() int
	End() (learn.StepResult, error)
}, begin func() error,
) func() error {
	under := 0
	return func() error {
		for ; under < t.Ahead(); under++ {
			if err := begin(); err != nil {
				return err
			}
		}
		under--
		_, err := t.End()
		return err
	}
}

// rounds calls round until the time is up and returns how long each call took and
// what one leaves to the collector: the median of the first calls, for scratch that
// still grows, as an input of new kinds of points makes it, is not garbage.
func (c *NetworkConfig) rounds(
	ctx context.Context, round func() error,
) (times []time.Duration, garbage float64, err error) {
	const least, most, weighed = 3, 1 << 20, 64
	for range 2 { // the first call allocates, the second finds everything in place
		if err := errors.Join(ctx.Err(), round()); err != nil {
			return nil, 0, err
		}
	}
	limit, atLeast := most, least
	if c.Rounds > 0 {
		limit, atLeast = min(c.Rounds, most), c.Rounds
	}
	times = make([]time.Duration, 0, limit)
	left := make([]uint64, 0, weighed)
	for start := time.Now(); len(times) < limit && (len(times) < atLeast || time.Since(start) < c.Time); {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		weigh := len(left) < weighed
		var before uint64
		if weigh {
			before = allocated()
		}
		t := time.Now()
		if err := round(); err != nil {
			return nil, 0, err
		}
		times = append(times, time.Since(t))
		if weigh {
			left = append(left, allocated()-before)
		}
	}
	slices.Sort(left)
	return times, float64(left[len(left)/2]), nil
}

// median is the median of times.
func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// allocated is what the program has allocated so far, in bytes.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// sideOf is the side of the board of a network.
func sideOf(m nets.Model) int {
	if m.Policy != nil {
		return m.Policy.Config().Board
	}
	return m.Value.Config().Board
}

// evaluated is the number of positions in a call of Evaluations.
const evaluated = 32

// Evaluations is how many positions a second networks judge on so many threads, a batch of 32 on
// each, which is their fastest way.
func Evaluations(ctx context.Context, m nets.Model, threads int, length time.Duration, seed uint64) (float64, error) {
	e, err := nets.NewEvaluator(m, 1)
	if err != nil {
		return 0, err
	}
	inputs := make([]*input, threads)
	planes := features.Planes(e.Planes())
	for i := range inputs {
		if inputs[i], err = newInput("positions", sideOf(m), planes, e.Stride(), evaluated, seed); err != nil {
			return 0, err
		}
	}
	done := make([]int, threads)
	errs := make([]error, threads)
	var group sync.WaitGroup
	start := time.Now()
	deadline := start.Add(length)
	for i, in := range inputs {
		group.Go(func() {
			priors, values := make([]float32, evaluated*e.Points()), make([]float32, evaluated)
			for done[i] == 0 || time.Now().Before(deadline) && ctx.Err() == nil && errs[i] == nil {
				planes, _ := in.next()
				errs[i] = e.Evaluate(priors, values, planes, evaluated)
				done[i] += evaluated
			}
		})
	}
	group.Wait()
	sum := 0
	for _, n := range done {
		sum += n
	}
	return float64(sum) / time.Since(start).Seconds(), errors.Join(append(errs, ctx.Err())...)
}
