package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/nets"
)

// learnBatch is the batch of the practical preset of tengen train, and leastLearnBatch what a slow
// machine is measured with.
const (
	learnBatch      = 64
	leastLearnBatch = 4
)

// Learning is how many positions a second a policy network learns by Muon, in steps of 64
// positions. The median step counts. On a machine on which five such steps take more than twice the
// given time, the steps are smaller.
func Learning(
	ctx context.Context, shape nets.PolicyConfig, device nets.Device, threads int, length time.Duration, seed uint64,
) (positionsS float64, err error) {
	cfg := NetworkConfig{
		Policy: &shape, Training: true, Optimizer: "muon", Input: "positions",
		Batch: leastLearnBatch, Threads: threads, Device: device, Time: length, Seed: seed,
	}
	step, err := cfg.NewRound()
	if err != nil {
		return 0, err
	}
	var took time.Duration
	for range 2 { // the first allocates
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		start := time.Now()
		if err := step(); err != nil {
			return 0, err
		}
		took = time.Since(start)
	}
	cfg.Batch = fittingBatch(took, length)
	if step, err = cfg.NewRound(); err != nil {
		return 0, err
	}
	times, _, err := cfg.rounds(ctx, step)
	if err != nil {
		return 0, err
	}
	return float64(cfg.Batch) / median(times).Seconds(), nil
}

// fittingBatch is the largest batch of which five steps take at most twice length, where a step of
// leastLearnBatch took so long.
func fittingBatch(took, length time.Duration) int {
	batch := learnBatch
	for batch > leastLearnBatch && 5*took*time.Duration(batch/leastLearnBatch) > 2*length {
		batch /= 2
	}
	return batch
}
