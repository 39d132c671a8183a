//go:build unix

package machine

import (
	"syscall"
	"time"
)

// ProcessorTime is how long the processors have worked for this process.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
