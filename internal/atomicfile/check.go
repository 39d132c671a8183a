package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Check says why Write would not write to path, before anything is worked out that would go there. The folder is
// tried by making a file in it, which goes at once: systems differ in what permissions mean.
func Check(path string) error {
	to, err := target(path)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	dir := filepath.Dir(to)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s: make the folder first", path, dir)
	case errors.Is(err, syscall.ENOTDIR), err == nil && !info.IsDir():
		return fmt.Errorf("%s cannot be written: %s is no folder: choose another name", path, dir)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(to)) // as Clean knows them
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w: choose another folder", path, plain(to, err))
	}
	return nil
}
