package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// Windows does not replace a file that somebody reads at that moment. So a rename is tried again for this long. Readers
// here take a file at once.
const (
	renameTime  = 5 * time.Second
	renameEvery = 5 * time.Millisecond
)

// Rename replaces one file by another in one step.
func Rename(from, to string) error {
	for began := time.Now(); ; time.Sleep(renameEvery) {
		err := os.Rename(from, to)
		read := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !read || time.Since(began) > renameTime {
			return err
		}
	}
}

// The package renameio does not support Windows. A rename on Windows replaces a file as well. The file gets the
// permissions of its folder.
func replace(path string, _ fs.FileMode, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return err
	}
	err = write(f)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// SyncDir does nothing: Windows cannot open a folder to flush it.
func SyncDir(string) error { return nil }
