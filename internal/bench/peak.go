package bench

import (
	"context"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/internal/kernel"
)

// PeakSpeed is how fast the machine multiplies and adds.
type PeakSpeed struct {
	Kernel  string  `json:"kernel"`
	Threads int     `json:"threads"`
	GFLOPS  float64 `json:"gflops"`      // best of slices of 5 ms
	Mean    float64 `json:"gflops_mean"` // over the whole time
}

// Peak multiplies and adds in registers for the given time, by the kernel in use.
func Peak(ctx context.Context, threads int, length time.Duration) (PeakSpeed, error) {
	threads = min(threads, runtime.GOMAXPROCS(0)) // no more run at once
	p := kernel.MeasurePeak(ctx, threads, length)
	return PeakSpeed{Kernel: kernel.Name(), Threads: threads, GFLOPS: p.Best, Mean: p.Mean}, ctx.Err()
}
