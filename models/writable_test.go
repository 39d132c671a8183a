package models

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An error names what stands in the way of a new folder, before the folder is made.
func TestCheckWritable(t *testing.T) {
	root := t.TempDir()
	file, closed := filepath.Join(root, "file"), filepath.Join(root, "closed")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{root, filepath.Join(root, "new"), filepath.Join(root, "many", "new", "ones"), "new"} {
		if err := CheckWritable(dir); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
	refused := map[string]string{
		"shipped:9x9":                         "part of the program",
		file:                                  file + " is a file",
		filepath.Join(file, "below"):          file + " is a file",
		filepath.Join(file, "far", "below"):   file + " is a file",
		filepath.Join(root, "no\x00t a name"): "choose another folder",
	}
	if os.Getuid() > 0 { // root may write anywhere
		refused[filepath.Join(closed, "new")] = closed + " cannot be written to"
	}
	for dir, want := range refused {
		if err := CheckWritable(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", dir, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "new")); err == nil {
		t.Error("asking made the folder")
	}
}
