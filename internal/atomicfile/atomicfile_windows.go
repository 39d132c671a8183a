package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

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
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// SyncDir does nothing: Windows cannot open a folder to flush it.
func SyncDir(string) error { return nil }
