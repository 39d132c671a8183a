//go:build unix

package folderlock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneAtATime(t *testing.T) {
	dir := t.TempDir()
	first, err := Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Take(dir); !errors.Is(err, ErrBusy) {
		t.Errorf("taken twice: %v", err)
	}
	if other, err := Take(t.TempDir()); err != nil {
		t.Errorf("another folder: %v", err)
	} else if err := other.Release(); err != nil {
		t.Error(err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := Take(dir)
	if err != nil {
		t.Fatalf("after its release: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if _, err := Take(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := (Lock{}).Release(); err != nil {
		t.Error(err)
	}
}
