package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// aside is the name of a file that a write makes before it has its own.
var aside = regexp.MustCompile(`^\..+[0-9]{6,}$`)

// Aside says whether a file may be what a killed write left, by its name.
func Aside(name string) bool { return aside.MatchString(name) }

// Clean removes from a folder and those below what writes left that were killed. Nobody else may
// write there meanwhile. A folder that is not there is clean.
func Clean(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir && errors.Is(err, fs.ErrNotExist):
			return filepath.SkipAll
		case err != nil:
			return err
		case d.Type().IsRegular() && Aside(d.Name()):
			return os.Remove(path)
		}
		return nil
	})
}
