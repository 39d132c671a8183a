package bench

import (
	"context"
	"time"
)

// perSecond calls work for the given time; work returns how much it did. If ctx ends before, the error is its own.
func perSecond(ctx context.Context, length time.Duration, work func() int) (float64, error) {
	done := 0
	start := time.Now()
	for time.Since(start) < length {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		done += work()
	}
	return float64(done) / time.Since(start).Seconds(), nil
}
