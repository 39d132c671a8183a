package models

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWithoutCopies: a model of the program that lies in a folder as well is one model, and two folders are two.
func TestWithoutCopies(t *testing.T) {
	shipped, err := List(ShippedPrefix + "9x9")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.CopyFS(filepath.Join(root, name), os.DirFS("shipped/9x9")); err != nil {
			t.Fatal(err)
		}
	}
	found, err := List(root)
	if err != nil || len(found) != 2 {
		t.Fatalf("%v, %v", found, err)
	}
	check := func(what string, all []Entry, want ...string) {
		t.Helper()
		out := WithoutCopies(all)
		if len(out) != len(want) {
			t.Fatalf("%s: %d models, want %v", what, len(out), want)
		}
		for i, e := range out {
			if e.Dir != want[i] {
				t.Errorf("%s: model %d is %s, want %s", what, i, e.Dir, want[i])
			}
		}
	}
	check("the program first", append(shipped, found...), shipped[0].Dir)
	check("folders first", append(found, shipped...), found[0].Dir, found[1].Dir)
	t.Chdir(filepath.Dir(root))
	again, err := List(filepath.Base(root))
	if err != nil || len(again) != 2 {
		t.Fatalf("%v, %v", again, err)
	}
	check("by another path", append(again, found...), again[0].Dir, again[1].Dir)
}
