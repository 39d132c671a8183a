package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a write leaves that is killed in the middle, as its own error shows, goes; nothing else.
func TestCleanRemovesWhatKilledWritesLeft(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	kept := []string{".gitignore", "a.json", "below/.hidden", "below/b.json", "game-000001"}
	for _, name := range kept {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.json", "below/c.json"} {
		err := WriteFunc(filepath.Join(dir, name), func(w io.Writer) error {
			f, ok := w.(interface{ Name() string })
			if !ok {
				t.Fatalf("a %T has no name", w)
			}
			left := filepath.Join(filepath.Dir(filepath.Join(dir, name)), filepath.Base(f.Name())+"1")
			if err := os.WriteFile(left, nil, 0o600); err != nil { // its own one goes by itself
				t.Fatal(err)
			}
			return errors.New("killed")
		})
		if err == nil {
			t.Fatal("the write did not fail")
		}
	}
	for range 2 {
		if err := Clean(dir); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(dir, path)
			got = append(got, filepath.ToSlash(path))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, kept) {
		t.Errorf("kept %v, want %v", got, kept)
	}
	if err := Clean(filepath.Join(dir, "none")); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// Show replaces a file, and what it leaves when it is killed goes too.
func TestShow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.json")
	for _, text := range []string{"first", "second"} {
		if err := Show(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the file holds %q, %v", got, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil || !aside.MatchString(filepath.Base(f.Name())) {
		t.Errorf("Clean does not know %s, %v", f.Name(), err)
	}
	if err := Show(filepath.Join(path, "below", "a file"), nil); err == nil {
		t.Error("a file in a folder that is not there")
	}
}

// Of one file only what its own killed writes left goes: nothing of another file, and no folder.
func TestCleanFileRemovesWhatKilledWritesOfTheFileLeft(t *testing.T) {
	dir := t.TempDir()
	kept := []string{
		".s.tengen", ".s.tengen.bak123456", ".s.tengen12345", ".s123456789", ".t.tengen123456789", ".x.s.tengen123456",
		"s.tengen", "s.tengen123456789", ".games2123456789", // of games2, perhaps
	}
	for _, name := range append([]string{".s.tengen123456", ".s.tengen9223372036854775807"}, kept...) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".s.tengen1234567"), 0o700); err != nil {
		t.Fatal(err)
	}
	kept = append(kept, ".s.tengen1234567")
	for _, name := range []string{"s.tengen", "s.tengen", "games", "none", filepath.Join("none", "s.tengen")} {
		if err := CleanFile(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	t.Chdir(dir)
	if err := CleanFile("s.tengen"); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(kept)
	if !slices.Equal(got, kept) {
		t.Errorf("kept %v, want %v", got, kept)
	}
}
