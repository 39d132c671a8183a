package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Check refuses what Write would, says what to do, and leaves nothing behind.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := os.WriteFile(at("file"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"none/new":     "there is no folder " + at("none") + ": make the folder first",
		"none/two/new": "make the folder first",
		"file/new":     at("file") + " is no folder: choose another name",
		"folder":       "it is a folder",
		"file":         "",
		"new":          "",
		"folder/new":   "",
	} {
		err := Check(at(name))
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), at(name)+" cannot be written: ") {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	if err := os.Chmod(at("folder"), 0o500); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Create(at("folder/possible")); err == nil { // the superuser may write anywhere, and Windows lets all
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	} else if err := Check(at("folder/new")); err == nil || !strings.HasSuffix(err.Error(), "choose another folder") {
		t.Errorf("a folder that is closed: %v", err)
	}
	if err := os.Chmod(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d files, want 2: %v", len(entries), err)
	}
	if text, err := os.ReadFile(at("file")); err != nil || string(text) != "old" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}
