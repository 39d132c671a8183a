package arena

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteFile writes the record to a file: aside, flushed, and renamed, so that
// what was there before stays until the new record is whole. (renameio, which the
// models use, does not build on Windows.)
func (t Transcript) WriteFile(path string) error {
	text, err := t.Tree().Append(nil)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("save: %w", err), os.Remove(f.Name()))
	}
	return nil
}
