package models

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const filePerm = 0o644

// replaceFile gives the file its new content in one step: written aside in the
// same folder, fsynced, renamed; then the folder itself is fsynced, so that the
// order in which several files appear survives a power cut.
func replaceFile(path string, data []byte) error {
	if err := writeAside(path, data); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncDir(filepath.Dir(path))
}

// removeLeftovers deletes what interrupted writes left in the folder: files
// whose name begins with a dot and one of the given prefixes. The caller is the
// folder's only writer, so nobody is at work on them.
func removeLeftovers(dir string, prefixes ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		for _, p := range prefixes {
			if strings.HasPrefix(e.Name(), "."+p) {
				if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !os.IsNotExist(err) {
					return err
				}
				break
			}
		}
	}
	return nil
}
