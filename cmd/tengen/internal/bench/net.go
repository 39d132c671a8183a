package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// NetCmd measures the speed of a network.
type NetCmd struct {
	flags.Common
	devices.Flag
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
func (c *NetCmd) Help() string {
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
	Network   string `json:"network"`
	Arch      string `json:"arch"`
	Board     int    `json:"board"`
	Planes    int    `json:"planes"`
	Mode      string `json:"mode"`
	Input     string `json:"input"`
	Batch     int    `json:"batch"`
	Threads   int    `json:"threads"`
	Kernel    string `json:"kernel"`
	Device    string `json:"device"`              // as people call it: cpu, cpu in bfloat16, or a graphics card
	Optimizer string `json:"optimizer,omitempty"` // of training
	bench.NetworkSpeed
}

// maxBatch is the largest batch that is measured, the largest that train policy takes.
const maxBatch = 1 << 16

// Run measures and prints.
func (c *NetCmd) Run(ctx context.Context) error { return c.print(ctx, output.Stdout) }

func (c *NetCmd) print(ctx context.Context, w io.Writer) error {
	r, err := c.measure(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, r)
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
	kernels := r.Kernel + " kernels"
	switch r.Device {
	case nets.CPU{}.Name():
	case nets.BFloat16{}.Name():
		kernels += ", in bfloat16"
	default:
		return fmt.Sprintf(`%s %s network on %d×%d, %s, batch %d, %s
  speed   %.1f positions/s (median %.1f), %.3f ms a position, best of %s
  work    %.0f GFLOP/s as direct convolution
`, r.Arch, r.Network, r.Board, r.Board, r.Mode, r.Batch, r.Device,
			r.PositionsS, r.MedianS, r.Millis, output.Count(r.Rounds, call), r.GFLOPS)
	}
	s := fmt.Sprintf(`%s %s network on %d×%d, %s, batch %d, %s, %s
  speed   %.1f positions/s (median %.1f), %.3f ms a position, best of %s
  work    %.0f GFLOP/s as direct convolution, %.2f times the multiply-add peak of %.0f
  memory  %.0f MB, %.1f KB of garbage a %s
`, r.Arch, r.Network, r.Board, r.Board, r.Mode, r.Batch, output.Count(r.Threads, "thread"), kernels,
		r.PositionsS, r.MedianS, r.Millis, output.Count(r.Rounds, call), r.GFLOPS, r.Share, r.Peak,
		float64(r.Memory)/1e6, r.Garbage/1e3, call)
	if least := min(r.PeakBefore, r.PeakAfter); least < bench.IdleShare*r.Peak {
		s += fmt.Sprintf("  The machine was busy: other programs left %.0f %% of the peak before and %.0f %% after.\n",
			100*r.PeakBefore/r.Peak, 100*r.PeakAfter/r.Peak)
	}
	return s
}

// measure does what the flags ask for.
func (c *NetCmd) measure(ctx context.Context) (netSpeed, error) {
	switch {
	case c.Board < 2 || c.Board > 19:
		return netSpeed{}, usage.Errorf("--board %d: want 2 to 19", c.Board)
	case c.Batch < 0 || c.Batch > maxBatch:
		return netSpeed{}, usage.Errorf("--batch %d: want 1 to %d", c.Batch, maxBatch)
	case c.Rounds < 0:
		return netSpeed{}, usage.Errorf("--rounds %d: want 1 or more", c.Rounds)
	case c.Time <= 0:
		return netSpeed{}, usage.Errorf("--time %v: want more than 0", c.Time)
	}
	net, err := c.shape()
	if err != nil {
		flags := "--arch " + c.Arch
		if c.Planes != 0 {
			flags += fmt.Sprintf(" --planes %d", c.Planes)
		}
		return netSpeed{}, usage.Errorf("%s: %w", flags, err)
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
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: r.Threads, Policy: net.policy, Value: net.value, Training: c.Mode == "train",
		Optimizer: r.Optimizer, Batch: r.Batch,
	})
	if err != nil {
		return netSpeed{}, err
	}
	defer done()
	r.Device = device.Name()
	r.NetworkSpeed, err = bench.Network(ctx, bench.NetworkConfig{
		Policy: net.policy, Value: net.value, Training: c.Mode == "train", Optimizer: c.Optimizer, Input: c.Input,
		Batch: r.Batch, Threads: r.Threads, Device: device, Time: c.Time, Rounds: c.Rounds, Seed: c.Seed,
	})
	return r, err
}

// benchNet is the network to be measured.
type benchNet struct {
	kind   string
	planes int
	policy *nets.PolicyConfig // of models.Policy
	value  *nets.ValueConfig  // of models.Value
}

// shape is the network that the flags describe.
func (c *NetCmd) shape() (benchNet, error) {
	planes := c.Planes
	if c.Network != models.Value {
		if planes == 0 {
			planes = nets.Paper().Planes
		}
		cfg, err := parseArch(c.Arch, c.Board, planes)
		if err != nil {
			return benchNet{}, err
		}
		return benchNet{kind: models.Policy, planes: planes, policy: &cfg}, nil
	}
	cfg := nets.PaperValue()
	if planes != 0 {
		cfg.Planes = planes
	}
	// The convolutions are like in the policy network of that name.
	same, err := parseArch(c.Arch, c.Board, nets.Paper().Planes)
	if err != nil {
		return benchNet{}, err
	}
	cfg.Board, cfg.Filters, cfg.Layers = same.Board, same.Filters, same.Layers
	if err := cfg.Validate(); err != nil {
		return benchNet{}, err
	}
	return benchNet{kind: models.Value, planes: cfg.Planes, value: &cfg}, nil
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
