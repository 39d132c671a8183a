// Package folderlock sees that one process at a time works in a folder: two that append to the
// same files would do everything twice, and their lines would contradict each other where they
// tell times. The lock is the operating system's and ends with the process, however that ends;
// it leaves no file behind. Where the system or the file system has none, nothing is locked.
package folderlock

import (
	"errors"
	"fmt"
	"os"
)

// ErrBusy says that another process works in the folder.
var ErrBusy = errors.New("another tengen is at work in this folder: wait until it has ended, or choose another folder")

// Lock is a folder that is worked in. The zero value holds nothing.
type Lock struct{ folder *os.File }

// Take locks a folder, which must exist. The error wraps ErrBusy if it is locked already, by this
// process or another one.
func Take(dir string) (Lock, error) {
	f, err := os.Open(dir)
	if err != nil {
		return Lock{}, err
	}
	if busy := lock(f); busy {
		return Lock{}, errors.Join(fmt.Errorf("%s: %w", dir, ErrBusy), f.Close())
	}
	return Lock{f}, nil
}

// Release ends the lock.
func (l Lock) Release() error {
	if l.folder == nil {
		return nil
	}
	return l.folder.Close()
}
