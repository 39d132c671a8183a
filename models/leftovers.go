package models

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// removeLeftovers deletes what interrupted writes left in the folder: files aside with names of
// a dot and one of the given prefixes. The caller is the folder's only writer, so these files are
// not in use. Other hidden files stay.
func removeLeftovers(dir string, prefixes ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !atomicfile.Aside(e.Name()) {
			continue
		}
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
