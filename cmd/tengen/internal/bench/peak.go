package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/kernel"
)

// PeakCmd measures the machine rather than the program.
type PeakCmd struct {
	flags.Common
	Kernel string        `help:"Instructions to measure with: avx512, avx2 or portable (default: the best here)." placeholder:"NAME"`
	Time   time.Duration `help:"How long to measure." default:"500ms"`
}

// Help shows how the command is used.
func (c *PeakCmd) Help() string {
	return `It only multiplies and adds in registers. No network is faster, except with kernels that multiply
less (see bench net). If the mean is below the best, or below the usual figure of the machine,
something else was running. Run it before and after a measurement.

Example: tengen bench peak --threads 2 --json`
}

// Run measures and prints.
func (c *PeakCmd) Run(ctx context.Context) error {
	if c.Time <= 0 {
		return usage.Errorf("--time %v: want more than 0", c.Time)
	}
	if err := useKernel(c.Kernel); err != nil {
		return err
	}
	out, err := bench.Peak(ctx, c.Workers(), c.Time)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(out)
	}
	output.Printf("%s, %s: %.1f GFLOP/s of multiply-adds (mean %.1f)\n",
		out.Kernel, output.Count(out.Threads, "thread"), out.GFLOPS, out.Mean)
	return nil
}

// useKernel obeys a --kernel flag, which wins over the environment.
func useKernel(name string) error {
	if name != "" {
		if err := kernel.Use(name); err != nil {
			return usage.Errorf("--kernel: %w", err)
		}
	}
	if err := kernel.Err(); err != nil {
		return usage.Wrap(err)
	}
	return nil
}
