package models

import (
	"errors"
	"os"
	"testing"
	"testing/fstest"
)

// A model in a file system is the one of the folder, and as well checked.
func TestOpenFS(t *testing.T) {
	dir := t.TempDir()
	if _, err := Save(dir, example(2)); err != nil {
		t.Fatal(err)
	}
	want, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := OpenFS(os.DirFS(dir), "bot")
	if err != nil {
		t.Fatal(err)
	}
	sameTensors(t, got.Weights[Policy], want.Weights[Policy])
	if got.Dir != "bot" {
		t.Errorf("it is called %q", got.Dir)
	}
	files := fstest.MapFS{}
	for _, name := range []string{ManifestName, Policy + weightsSuffix} {
		data, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	files[Policy+weightsSuffix].Data[100] ^= 1
	if _, err := OpenFS(files, "bot"); !errors.Is(err, ErrMismatch) {
		t.Errorf("damaged weights: %v", err)
	}
	delete(files, ManifestName)
	if _, err := OpenFS(files, "bot"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no manifest: %v", err)
	}
}
