package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
)

// BenchNetCmd measures the speed of a network.
type BenchNetCmd struct {
	Common
	Network   string        `help:"policy or value (49 planes and 256 hidden units)." enum:"policy,value" default:"policy"`
	Arch      string        `help:"alphago (the paper's: 12 convolutions of 192 filters and the head), or FILTERSxCONVOLUTIONS below the head, as 64x7." default:"alphago"`
	Board     int           `help:"Side of the board." default:"19"`
	Planes    int           `help:"Input planes: 4, 12, 20 or 48; for a value network also 49 (default: 48; value: 49)." placeholder:"N"`
	Mode      string        `help:"forward, train, or latency (one position at a time, shared by all threads)." enum:"forward,train,latency" default:"forward"`
	Batch     int           `help:"Positions per call or step (default: 16 per thread; latency: 1)." placeholder:"N"`
	Kernel    string        `help:"avx512, avx2 or portable (default: the best here)." placeholder:"NAME"`
	Optimizer string        `help:"Optimizer of --mode train: sgd, momentum, adam or muon." enum:"sgd,momentum,adam,muon" default:"sgd"`
	Input     string        `help:"Input: positions of random games, or dense, random numbers in every plane." enum:"positions,dense" default:"positions"`
	Time      time.Duration `help:"How long to measure." default:"3s"`
	Rounds    int           `help:"Calls or steps to measure, instead of a time." placeholder:"N"`
}

// Help is printed below the flags.
func (c *BenchNetCmd) Help() string {
	return `It reports the best call or step, which other programs disturb least, and the median. gflops
counts direct convolution, and three times as much for training. Kernels that multiply less may
therefore exceed the peak of the machine. The peak is measured before and after. If other
programs took more than a tenth of it, the report says so.

64x7 is a 5×5 and six 3×3 convolutions of 64 filters below the 1×1 head. train policy counts the
head, too: there it is --filters 64 --layers 8. A value network has the same convolutions.

Examples:

    tengen bench net --arch 64x7 --board 9 --mode train --threads 2 --json
    tengen bench net --batch 1 --threads 1 --kernel avx2`
}

// netSpeed is what bench net prints.
type netSpeed struct {
	Network    string  `json:"network"`
	Arch       string  `json:"arch"`
	Board      int     `json:"board"`
	Planes     int     `json:"planes"`
	Mode       string  `json:"mode"`
	Input      string  `json:"input"`
	Batch      int     `json:"batch"`
	Threads    int     `json:"threads"`
	Kernel     string  `json:"kernel"`
	Optimizer  string  `json:"optimizer,omitempty"` // of training
	PositionsS float64 `json:"positions_per_s"`     // of the best round
	MedianS    float64 `json:"positions_per_s_median"`
	Millis     float64 `json:"ms_per_position"` // of the best round
	GFLOPS     float64 `json:"gflops"`          // as direct convolution
	Peak       float64 `json:"peak_gflops"`     // of multiply-adds, the better of before and after
	PeakBefore float64 `json:"peak_before"`     // means: lower ones tell of other programs
	PeakAfter  float64 `json:"peak_after"`
	Share      float64 `json:"share_of_peak"` // gflops / peak_gflops
	Garbage    float64 `json:"garbage_bytes"` // left to the collector by a round
	Memory     int64   `json:"memory_bytes"`  // the most that was in use, inputs included; 0: unknown
	Rounds     int     `json:"rounds"`
}

// peakTime is how long the machine is measured, before the network and after.
const peakTime = 100 * time.Millisecond

// maxBatch is the largest batch that is measured, the largest that train policy takes.
const maxBatch = 1 << 16

// idleShare is what a machine without other work has at least of its peak, on average.
const idleShare = 0.9

// Run measures and prints.
func (c *BenchNetCmd) Run(ctx context.Context) error { return c.print(ctx, os.Stdout) }

func (c *BenchNetCmd) print(ctx context.Context, w io.Writer) error {
	r, err := c.measure(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(w, r)
	}
	_, err = io.WriteString(w, r.String())
	return err
}

// String is the report for people.
func (r netSpeed) String() string {
	call := "call"
	if r.Mode == "train" {
		call = "step"
	}
	s := fmt.Sprintf(`%s %s network on %d×%d, %s, batch %d, %s, %s kernels
  speed   %.1f positions/s (median %.1f), %.3f ms a position, best of %s
  work    %.0f GFLOP/s as direct convolution, %.2f times the multiply-add peak of %.0f
  memory  %.0f MB, %.1f KB of garbage a %s
`, r.Arch, r.Network, r.Board, r.Board, r.Mode, r.Batch, count(r.Threads, "thread"), r.Kernel,
		r.PositionsS, r.MedianS, r.Millis, count(r.Rounds, call), r.GFLOPS, r.Share, r.Peak, float64(r.Memory)/1e6, r.Garbage/1e3, call)
	if least := min(r.PeakBefore, r.PeakAfter); least < idleShare*r.Peak {
		s += fmt.Sprintf("  The machine was busy: other programs left %.0f %% of the peak before and %.0f %% after.\n",
			100*r.PeakBefore/r.Peak, 100*r.PeakAfter/r.Peak)
	}
	return s
}

// measure does what the flags ask for.
func (c *BenchNetCmd) measure(ctx context.Context) (netSpeed, error) {
	switch {
	case c.Board < 2 || c.Board > 19:
		return netSpeed{}, &usageError{fmt.Errorf("--board %d: want 2 to 19", c.Board)}
	case c.Batch < 0 || c.Batch > maxBatch:
		return netSpeed{}, &usageError{fmt.Errorf("--batch %d: want 1 to %d", c.Batch, maxBatch)}
	case c.Rounds < 0:
		return netSpeed{}, &usageError{fmt.Errorf("--rounds %d: want 1 or more", c.Rounds)}
	case c.Time <= 0:
		return netSpeed{}, &usageError{fmt.Errorf("--time %v: want more than 0", c.Time)}
	}
	net, err := c.shape()
	if err != nil {
		flags := "--arch " + c.Arch
		if c.Planes != 0 {
			flags += fmt.Sprintf(" --planes %d", c.Planes)
		}
		return netSpeed{}, &usageError{fmt.Errorf("%s: %w", flags, err)}
	}
	if err := useKernel(c.Kernel); err != nil {
		return netSpeed{}, err
	}
	r := netSpeed{
		Network: net.kind, Arch: c.Arch, Board: c.Board, Planes: net.planes, Mode: c.Mode, Input: c.Input,
		Batch: c.Batch, Threads: c.Threads, Kernel: kernel.Name(),
	}
	if c.Mode == "train" {
		r.Optimizer = c.Optimizer
	}
	if r.Threads == 0 {
		r.Threads = runtime.GOMAXPROCS(0)
	}
	if r.Batch == 0 {
		r.Batch = 16 * r.Threads
		if c.Mode == "latency" {
			r.Batch = 1
		}
	}
	round, err := c.round(net, r)
	if err != nil {
		return r, err
	}
	before := kernel.MeasurePeak(r.Threads, peakTime)
	times, garbage, err := c.rounds(ctx, round)
	if err != nil {
		return r, err
	}
	after := kernel.MeasurePeak(r.Threads, peakTime)

	slices.Sort(times)
	best := times[0].Seconds() / float64(r.Batch)
	flop := 2 * float64(net.multiplyAdds)
	if c.Mode == "train" {
		flop *= 3
	}
	r.PositionsS, r.Millis = 1/best, 1e3*best
	r.MedianS = float64(r.Batch) / times[len(times)/2].Seconds()
	r.GFLOPS = flop / best / 1e9
	r.Peak, r.PeakBefore, r.PeakAfter = max(before.Best, after.Best), before.Mean, after.Mean
	r.Share = r.GFLOPS / r.Peak
	r.Garbage, r.Memory, r.Rounds = garbage, peakMemory(), len(times)
	return r, nil
}

// rounds calls round until the time is up and returns how long each call took and
// what one leaves to the collector: the median of the first calls, for scratch that
// still grows, as an input of new kinds of points makes it, is not garbage.
func (c *BenchNetCmd) rounds(ctx context.Context, round func() error) (times []time.Duration, garbage float64, err error) {
	const least, most, weighed = 3, 1 << 20, 64
	for range 2 { // the first call allocates, the second finds everything in place
		if err := round(); err != nil {
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

// allocated is what the program has allocated so far, in bytes.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// benchNet is the network to be measured.
type benchNet struct {
	kind         string
	planes       int
	multiplyAdds int
	policy       nets.PolicyConfig // of models.Policy
	value        nets.ValueConfig  // of models.Value
}

// shape is the network that the flags describe.
func (c *BenchNetCmd) shape() (benchNet, error) {
	planes := c.Planes
	if c.Network != models.Value {
		if planes == 0 {
			planes = nets.Paper().Planes
		}
		cfg, err := parseArch(c.Arch, c.Board, planes)
		if err != nil {
			return benchNet{}, err
		}
		return benchNet{kind: models.Policy, planes: planes, multiplyAdds: cfg.MultiplyAdds(), policy: cfg}, nil
	}
	cfg := nets.PaperValue()
	if planes != 0 {
		cfg.Planes = planes
	}
	// The convolutions are those of the policy network of that name.
	same, err := parseArch(c.Arch, c.Board, nets.Paper().Planes)
	if err != nil {
		return benchNet{}, err
	}
	cfg.Board, cfg.Filters, cfg.Layers = same.Board, same.Filters, same.Layers
	if err := cfg.Validate(); err != nil {
		return benchNet{}, err
	}
	return benchNet{kind: models.Value, planes: cfg.Planes, multiplyAdds: cfg.MultiplyAdds(), value: cfg}, nil
}

// round returns what is to be timed: a call or a step, each on the next batch of
// the inputs.
func (c *BenchNetCmd) round(net benchNet, r netSpeed) (func() error, error) {
	var m nets.Model
	var err error
	if net.kind == models.Value {
		m.Value, err = nets.NewValue(net.value, c.Seed)
	} else {
		m.Policy, err = nets.NewPolicy(net.policy, c.Seed)
	}
	if err != nil {
		return nil, err
	}
	e, err := nets.NewEvaluator(m, r.Threads)
	if err != nil {
		return nil, err
	}
	in, err := newBenchInput(c.Input, r.Board, features.Planes(e.Planes()), e.Stride(), r.Batch, c.Seed)
	if err != nil {
		return nil, err
	}
	cfg := learn.TrainerConfig{Batch: r.Batch, Threads: r.Threads, Optimizer: r.Optimizer}
	switch {
	case r.Mode == "train" && m.Policy != nil:
		t, err := learn.NewTrainer(m.Policy, cfg)
		return func() error {
			planes, targets := in.next()
			_, err := t.Step(planes, targets, nil, 1e-4)
			return err
		}, err
	case r.Mode == "train":
		t, err := learn.NewValueTrainer(m.Value, cfg)
		outcomes := make([]float32, r.Batch)
		for i := range outcomes {
			outcomes[i] = float32(2*(i%2) - 1)
		}
		return func() error {
			planes, _ := in.next()
			_, err := t.Step(planes, outcomes, nil, 1e-4)
			return err
		}, err
	}
	var priors, values []float32
	if e.HasPolicy() {
		priors = make([]float32, r.Batch*e.Points())
	} else {
		values = make([]float32, r.Batch)
	}
	return func() error {
		planes, _ := in.next()
		return e.Evaluate(priors, values, planes, r.Batch)
	}, nil
}

var archPattern = regexp.MustCompile(`^([1-9][0-9]*)x([1-9][0-9]*)$`)

// parseArch reads the name of a network.
func parseArch(name string, board, planes int) (nets.PolicyConfig, error) {
	cfg := nets.Paper()
	cfg.Board, cfg.Planes = board, planes
	if name != "alphago" {
		m := archPattern.FindStringSubmatch(name)
		if m == nil {
			return cfg, errors.New("want alphago or FILTERSxCONVOLUTIONS, as 64x7")
		}
		var err error
		if cfg.Filters, err = strconv.Atoi(m[1]); err != nil {
			return cfg, err
		}
		if cfg.Layers, err = strconv.Atoi(m[2]); err != nil {
			return cfg, err
		}
		cfg.Layers++ // the head
	}
	return cfg, cfg.Validate()
}
