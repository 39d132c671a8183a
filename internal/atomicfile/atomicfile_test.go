package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFailedWriteLeavesTheOldFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "model.json")
	if err := Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("disk on fire")
	err := WriteFunc(path, func(w io.Writer) error {
		if _, err := w.Write([]byte("half of the n")); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Fatalf("error %v, want %v", err, broken)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
		t.Fatalf("the file holds %q (%v), want the old content", got, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d files in the folder (%v), want 1", len(entries), err)
	}
	if err := Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "new" {
		t.Fatalf("the file holds %q, want the new content", got)
	}
}

// Errors name the file that the person asked for and not the one aside.
func TestErrorsArePlain(t *testing.T) {
	dir := t.TempDir()
	missing, folder := filepath.Join(dir, "none", "x.onnx"), filepath.Join(dir, "d.onnx")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	err := Write(missing, []byte("x"))
	if !errors.Is(err, os.ErrNotExist) || err.Error() != "write "+missing+": "+errors.Unwrap(err).Error() ||
		strings.Contains(err.Error(), ".x.onnx") {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := Write(folder, []byte("x")); err == nil || err.Error() != "write "+folder+": it is a folder" {
		t.Errorf("a folder in the way: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files in the folder (%v), want 1", len(entries), err)
	}
}
