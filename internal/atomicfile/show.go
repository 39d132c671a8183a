package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Show gives the file this content in one step, and does not wait for the disk: a file that is
// written several times a second for others to look at, and that nobody misses after a power cut.
func Show(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)) // as Clean knows them
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(Perm), f.Close())
	if err == nil {
		err = Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
