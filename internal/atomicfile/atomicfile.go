// Package atomicfile replaces files in one step: the new content is written aside
// in the same folder, flushed to the disk and renamed over the old; then the
// folder is flushed, so that files replaced one after the other also survive a
// power cut in that order. Whatever happens, a path holds the old file or the
// whole new one.
package atomicfile

import (
	"fmt"
	"io"
	"path/filepath"
)

// Perm are the permissions of the files written here.
const Perm = 0o644

// Write gives the file this content.
func Write(path string, data []byte) error {
	return WriteFunc(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFunc gives the file the content that write writes. If write fails, the file
// stays what it was. The writer is not buffered.
func WriteFunc(path string, write func(io.Writer) error) error {
	if err := replace(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return SyncDir(filepath.Dir(path))
}
