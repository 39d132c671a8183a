package bench

import "time"

// perSecond calls work for the given time; work returns how much it did.
func perSecond(length time.Duration, work func() int) float64 {
	done := 0
	start := time.Now()
	for time.Since(start) < length {
		done += work()
	}
	return float64(done) / time.Since(start).Seconds()
}
