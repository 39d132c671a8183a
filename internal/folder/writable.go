package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Writable says why a folder, which may still have to be made, cannot be written to, before
// anything is worked out that would go there: it or what it lies in is a file, or closed to the
// user.
func Writable(dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s is a file, not a folder: choose another folder", at)
		case err == nil:
			if err := writable(at); err != nil {
				return fmt.Errorf("%s cannot be written to (%w): choose another folder", at, err)
			}
			return nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return fmt.Errorf("%s cannot be written to: %w: choose another folder", dir, err)
		case at == filepath.Dir(at):
			return nil
		}
	}
}
