//go:build unix && !aix && !solaris

package folder

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock says whether somebody else has it. Closing the file ends it.
func lock(f *os.File) (busy bool) {
	return errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
}
