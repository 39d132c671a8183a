// Package atomicfile replaces files in one step: the new content is written aside
// in the same folder, flushed to the disk and renamed over the old; then the
// folder is flushed, so that files replaced one after the other also survive a
// power cut in that order. Whatever happens, a path holds the old file or the
// whole new one.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
		return fmt.Errorf("write %s: %w", path, plain(path, err))
	}
	return SyncDir(filepath.Dir(path))
}

// plain takes the name of the file aside, which means nothing to the person, out of an
// error of the file system.
func plain(path string, err error) error {
	if info, serr := os.Stat(path); serr == nil && info.IsDir() {
		return errors.New("it is a folder")
	}
	aside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p) && strings.HasPrefix(p.Path, aside):
		return p.Err
	case errors.As(err, &l) && strings.HasPrefix(l.Old, aside):
		return l.Err
	}
	return err
}
