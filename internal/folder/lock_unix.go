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
	busy, err := hold(f)
	if busy {
		err = ErrBusy
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// hold locks what is open, or says that somebody else has.
func hold(f *os.File) (busy bool, err error) {
	if errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK) {
		return true, nil
	}
	mine, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(f.Name())
	return err != nil || !os.SameFile(mine, there), nil // its last owner removed it
}

// free ends the lock, also for a process that shares it. Where there are no locks, it fails, and nothing is lost.
func free(f *os.File) { _ = unix.Flock(int(f.Fd()), unix.LOCK_UN) }
