package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/tfrecord"
)

// note is a line of metrics without figures.
type note struct{}

func (*note) At() (int64, bool)          { return 0, false }
func (*note) Scalars() []tfrecord.Scalar { return nil }

// What a kill left half written of the run's files goes when the run goes on. What others write into the folder stays:
// a model may be put there at the same time.
func TestWhatKilledWritesLeftGoes(t *testing.T) {
	dir := t.TempDir()
	left := []string{".metrics.jsonl123456789", ".curves.png987654321", "checkpoints/.checkpoint-000003.safetensors123456"}
	kept := []string{
		".tree.safetensors.0123456789abcdef123456789", ".model.json123456789", ".notes123456",
		"tree-training/.metrics.jsonl123456789", "metrics.jsonl", "checkpoints/checkpoint-000002.safetensors",
	}
	plant := func(names ...string) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("half of"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	plant(left...)
	plant(kept...)
	s, err := Open[note](dir, Length{Steps: 1}, Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range left {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s stays, %v", name, err)
		}
	}
	// Who does not have the lock removes nothing.
	plant(left...)
	if _, err := Open[note](dir, Length{Steps: 1}, Options[int]{}); !errors.Is(err, folder.ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	for _, name := range append(kept, left...) {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
