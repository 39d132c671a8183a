package folder

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockName is a hidden file that is there while the folder is open. Windows locks no folders.
const lockName = ".lock"

// lock locks a folder, or says that somebody else has. Closing the file ends it, and so does the end of the process:
// the file goes then.
func lock(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockName)
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const alone = 0 // nobody else may open it
	file, err := windows.CreateFile(name, windows.GENERIC_WRITE|windows.DELETE, alone, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
		return nil, ErrBusy
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(file), path), nil
}

// hold locks a byte far behind the end of a file, or says that somebody else has. A lock on the content would keep
// others from reading it.
func hold(f *os.File) (busy bool, err error) {
	const alone = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), alone, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return true, nil
	}
	return false, err
}

// free does nothing: closing ends the lock.
func free(*os.File) {}
