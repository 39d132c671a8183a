//go:build !linux

package arena

import (
	"errors"
	"time"
)

// threadTime is not known on this system.
func threadTime() (time.Duration, error) {
	return 0, errors.New("this system does not tell the processor time of a thread")
}
