package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
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

// A file can be replaced while others read it, and they read the old content or the new one.
func TestReplaceWhileOthersRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.json")
	content := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 10_000) }
	if err := Write(path, content(0)); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond): // Windows replaces no file while somebody has it open
				}
				data, err := os.ReadFile(path)
				if err == nil && !bytes.Equal(data, content(int(data[0]))) {
					t.Error("a reader saw half of a file")
				}
			}
		})
	}
	for i := 1; i < 60; i++ {
		if err := Write(path, content(i)); err != nil {
			t.Error(err)
		}
		if err := Show(path, content(i)); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
}
