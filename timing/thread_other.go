//go:build !linux

package timing

import (
	"errors"
	"time"
)

// ThreadTime is not known on this system.
func ThreadTime() (time.Duration, error) {
	return 0, errors.New("this system does not tell the processor time of a thread")
}
