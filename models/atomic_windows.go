package models

import (
	"os"
	"path/filepath"
)

// writeAside: renameio does not support Windows, whose rename replaces a file
// all the same.
func writeAside(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// syncDir does nothing: Windows cannot open a folder to flush it.
func syncDir(string) error { return nil }
