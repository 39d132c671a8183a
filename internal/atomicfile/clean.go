package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

// CleanFile removes what writes of one file left that were killed. Nobody else may write the file meanwhile; other
// files in the folder stay. For a name without an extension it does nothing: what is left of games2 may look as if it
// were left of games.
func CleanFile(path string) error {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if filepath.Ext(name) == "" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), "."+name)
		if !ours || strings.Trim(number, "0123456789") != "" || !e.Type().IsRegular() || !aside.MatchString(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
