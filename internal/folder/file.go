package folder

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// ErrBusyFile means that another process works with the file.
var ErrBusyFile = errors.New("another tengen is at work on this file: wait until it has ended, or name another file")

// LockFile opens a file to read and to write, makes it if it is not there, and locks it until CloseFile or
// RemoveFile. The error wraps ErrBusyFile if this process or another one has it locked.
func LockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	busy, err := hold(f)
	if busy {
		err = ErrBusyFile
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CloseFile closes a locked file and ends the lock. Closing alone does not always end it: a program that is just
// starting shares for a moment all that this process has open, and with that the lock.
func CloseFile(f *os.File) error {
	free(f)
	return f.Close()
}

// RemoveFile removes a locked file and ends the lock, if the file is still there. It goes before the lock does, so that
// nobody comes between. Windows removes no open file.
func RemoveFile(f *os.File) error {
	remove := func() error {
		if err := os.Remove(f.Name()); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if runtime.GOOS == "windows" {
		return errors.Join(f.Close(), remove())
	}
	return errors.Join(remove(), CloseFile(f))
}
