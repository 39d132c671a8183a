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

// AsideOf is the file that a killed write was to make, by the name of what it left; "" if the name is of
// another kind. It has an extension that does not end in a digit: what is left of games2 may look as if it
// were left of games.
func AsideOf(name string) string {
	file := strings.TrimRight(strings.TrimPrefix(name, "."), "0123456789")
	if !Aside(name) || len(filepath.Ext(file)) < 2 {
		return ""
	}
	return file
}

// CleanFile removes what writes of one file left that were killed, if AsideOf knows it. Nobody else may write the
// file meanwhile; other files in the folder stay.
func CleanFile(path string) error {
	name := filepath.Base(path)
	return CleanFiles(filepath.Dir(path), func(file string) bool { return file == name })
}

// CleanFiles is CleanFile for every file of a folder that is ours. It leaves the folders below alone.
func CleanFiles(dir string, ours func(name string) bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if file := AsideOf(e.Name()); file == "" || !ours(file) || !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
