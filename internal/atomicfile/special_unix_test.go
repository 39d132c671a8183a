//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no plain file is refused and stays what it is; through a symbolic link the file is replaced
// that it leads to.
func TestOnlyPlainFilesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	mode := func(name string) fs.FileMode {
		t.Helper()
		info, err := os.Lstat(at(name))
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if err := os.WriteFile(at("file"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "file", "link2": "link", "to-pipe": "pipe", "to-nothing": "none"} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"pipe": "a pipe", "to-pipe": "a pipe", "to-nothing": "not there"} {
		before := mode(name)
		err := Write(at(name), []byte("new"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "write "+at(name)+": ") {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
		if after := mode(name); after != before {
			t.Errorf("%s: mode %v, was %v", name, after, before)
		}
	}
	for _, name := range []string{"link", "link2", "file"} {
		before := mode(name).Type()
		if err := Write(at(name), []byte("by "+name)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(at("file")); err != nil || string(got) != "by "+name {
			t.Errorf("through %s the file holds %q, %v", name, got, err)
		}
		if after := mode(name).Type(); after != before {
			t.Errorf("%s: type %v, was %v", name, after, before)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 6 {
		t.Errorf("%d files, want 6: %v", len(entries), err)
	}
}

// A secret is for the user alone, also where a file that all may read was.
func TestWriteSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteSecret(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
}
