//go:build unix

package models

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in the place of a file is refused at once. To open it would wait for a writer, for ever.
func TestPipesAreRefused(t *testing.T) {
	pipe := func(path string) {
		t.Helper()
		if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"policy.safetensors", ManifestName} {
		dir := t.TempDir()
		save(t, dir, example(1))
		pipe(filepath.Join(dir, name))
		_, err := Open(dir)
		var f *Fault
		if !errors.As(err, &f) || f.Path != filepath.Join(dir, name) || !strings.Contains(f.Reason, "not a regular file") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	dir := t.TempDir()
	if err := SaveCheckpoint(dir, Checkpoint{Step: 1, Weights: []Tensor{{Name: "w", Shape: []int{1}, Data: []float32{1}}}}); err != nil {
		t.Fatal(err)
	}
	pipe(checkpointPath(dir, 1))
	if _, _, err := RecoverCheckpoint(dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("checkpoint: error %v", err)
	}
}
