// Package atomicfile replaces files in one step: the new content is written aside
// in the same folder, flushed to the disk and renamed over the old; then the
// folder is flushed, so that files replaced one after the other also survive a
// power cut in that order. Whatever happens, a path holds the old file or the
// whole new one.
//
// Only plain files are replaced. A symbolic link stays, and the file that it leads to is
// replaced; a folder, a device or a pipe is refused, as a rename would destroy it.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Perm are the permissions of the files written here, except secrets.
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
func WriteFunc(path string, write func(io.Writer) error) error { return writeFunc(path, Perm, write) }

// WriteSecret is Write for what only the user may read.
func WriteSecret(path string, data []byte) error {
	return writeFunc(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func writeFunc(path string, perm fs.FileMode, write func(io.Writer) error) error {
	to, err := target(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := replace(to, perm, write); err != nil {
		return fmt.Errorf("write %s: %w", path, plain(to, err))
	}
	return SyncDir(filepath.Dir(to))
}

// target is the file that a write to path replaces or makes.
func target(path string) (string, error) {
	link, err := os.Lstat(path)
	if err != nil { // nothing is there, or the write will say what is wrong
		return path, nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && link.Mode()&fs.ModeSymlink != 0:
		return "", errors.New("it is a symbolic link to a file that is not there: choose another name")
	case err != nil:
		return "", err
	case info.IsDir():
		return "", errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("it is %s, not a file: choose another name", kind(info.Mode()))
	case link.Mode()&fs.ModeSymlink != 0:
		return filepath.EvalSymlinks(path)
	}
	return path, nil
}

// kind says in words what is no plain file.
func kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "something special"
}

// plain takes the name of the file aside, which means nothing to the person, out of an
// error of the file system.
func plain(path string, err error) error {
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
