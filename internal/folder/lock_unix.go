//go:build unix && !aix && !solaris

package folder

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a folder, or says that somebody else has. Closing the file ends it, and so does the end of the process.
func lock(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK) {
		return nil, errors.Join(ErrBusy, f.Close())
	}
	mine, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if there, err := os.Stat(dir); err != nil || !os.SameFile(mine, there) { // its last owner removed it
		return nil, errors.Join(ErrBusy, f.Close())
	}
	return f, nil
}
