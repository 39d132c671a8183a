package timing

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime is how long the processor has worked for the calling thread. A goroutine that
// compares two of its answers must be locked to its thread meanwhile.
func ThreadTime() (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0, err
	}
	return time.Duration(t.Nano()), nil
}
