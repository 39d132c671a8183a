package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// BenchNetCmd measures the speed of a policy network.
type BenchNetCmd struct {
	Common
	Arch  string        `help:"alphago (13 layers of 192 filters), or FILTERSxCONVOLUTIONS below the head, as 64x7." default:"alphago"`
	Board int           `help:"Side of the board." default:"19"`
	Mode  string        `help:"forward, train, or latency (one position at a time, one thread)." enum:"forward,train,latency" default:"forward"`
	Batch int           `help:"Positions a call or step (default: 16 for each thread; latency: 1)."`
	Time  time.Duration `help:"How long to measure." default:"3s"`
}

// Help is printed below the flags.
func (c *BenchNetCmd) Help() string {
	return `Reports the best call or step, which other programs on the machine disturb least,
and the mean. gflops counts direct convolution (three times as much for training), so
kernels that multiply less may exceed the processor's peak.

Example:

    tengen bench net --arch 64x7 --board 9 --mode train --threads 2 --json`
}

// netSpeed is the result.
type netSpeed struct {
	Arch       string  `json:"arch"`
	Board      int     `json:"board"`
	Mode       string  `json:"mode"`
	Batch      int     `json:"batch"`
	Threads    int     `json:"threads"`
	PositionsS float64 `json:"positions_per_s"`
	MeanS      float64 `json:"positions_per_s_mean"`
	GFLOPS     float64 `json:"gflops"`
	Kernel     string  `json:"kernel"`
}

// Run measures and prints.
func (c *BenchNetCmd) Run(ctx context.Context) error { return c.print(ctx, os.Stdout) }

func (c *BenchNetCmd) print(ctx context.Context, w io.Writer) error {
	cfg, err := parseArch(c.Arch, c.Board)
	if err != nil {
		return &usageError{err}
	}
	r := netSpeed{Arch: c.Arch, Board: c.Board, Mode: c.Mode, Batch: c.Batch, Threads: c.Threads, Kernel: kernel.Name()}
	if r.Threads < 1 {
		r.Threads = runtime.GOMAXPROCS(0)
	}
	if c.Mode == "latency" {
		r.Threads = 1
	}
	if r.Batch < 1 {
		r.Batch = 16 * r.Threads
		if c.Mode == "latency" {
			r.Batch = 1
		}
	}
	call, err := c.call(cfg, r)
	if err != nil {
		return err
	}
	if err := call(); err != nil { // warm-up
		return err
	}
	best, calls, start := time.Duration(0), 0, time.Now()
	for calls < 3 || time.Since(start) < c.Time {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := time.Now()
		if err := call(); err != nil {
			return err
		}
		if d := time.Since(t); calls == 0 || d < best {
			best = d
		}
		calls++
	}
	r.PositionsS = float64(r.Batch) / best.Seconds()
	r.MeanS = float64(r.Batch*calls) / time.Since(start).Seconds()
	flops := 2 * float64(cfg.MultiplyAdds())
	if c.Mode == "train" {
		flops *= 3
	}
	r.GFLOPS = r.PositionsS * flops / 1e9
	if c.JSON {
		return writeJSON(w, r)
	}
	_, err = fmt.Fprintf(w, "%s on %d×%d, %s, batch %d, %d threads, %s kernels: %.1f positions/s (mean %.1f), %.0f GFLOP/s\n",
		r.Arch, r.Board, r.Board, r.Mode, r.Batch, r.Threads, r.Kernel, r.PositionsS, r.MeanS, r.GFLOPS)
	return err
}

// call returns what is to be timed.
func (c *BenchNetCmd) call(cfg nets.PolicyConfig, r netSpeed) (func() error, error) {
	p, err := nets.NewPolicy(cfg, c.Seed)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	planes := kernel.Aligned(r.Batch * p.Points() * p.Stride())
	targets := make([]int32, r.Batch)
	for i := range r.Batch * p.Points() {
		for k := range cfg.Planes {
			planes[i*p.Stride()+k] = float32(rng.IntN(2))
		}
	}
	for i := range targets {
		targets[i] = int32(rng.IntN(p.Points()))
	}
	if r.Mode != "train" {
		probs := make([]float32, r.Batch*p.Points())
		return func() error { return p.EvaluateThreads(probs, planes, r.Batch, r.Threads) }, nil
	}
	t, err := nets.NewTrainer(p, nets.TrainerConfig{Batch: r.Batch, Threads: r.Threads})
	if err != nil {
		return nil, err
	}
	return func() error {
		_, err := t.Step(planes, targets, nil, 1e-4)
		return err
	}, nil
}

var archPattern = regexp.MustCompile(`^([1-9][0-9]*)x([1-9][0-9]*)$`)

// parseArch reads the name of a network; every one has 48 planes.
func parseArch(name string, board int) (nets.PolicyConfig, error) {
	cfg := nets.Paper()
	cfg.Board = board
	if name != "alphago" {
		m := archPattern.FindStringSubmatch(name)
		if m == nil {
			return cfg, fmt.Errorf("--arch %q: want alphago or FILTERSxCONVOLUTIONS, as 64x7", name)
		}
		var err error
		if cfg.Filters, err = strconv.Atoi(m[1]); err != nil {
			return cfg, fmt.Errorf("--arch %q: %w", name, err)
		}
		if cfg.Layers, err = strconv.Atoi(m[2]); err != nil {
			return cfg, fmt.Errorf("--arch %q: %w", name, err)
		}
		cfg.Layers++ // the head
	}
	return cfg, cfg.Validate()
}
