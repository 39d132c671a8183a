package record

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/sgf"
)

// The members of a zip archive are counted while they are read, and the reading of a large one can be cancelled.
func TestReadingAZipGoesOnVisibly(t *testing.T) {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	f, err := z.CreateHeader(&zip.FileHeader{Name: "a.sgfl", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	const games, cancelAt = 200_000, 100_000
	f.Write(bytes.Repeat([]byte("(;GM[1]SZ[9];B[aa];W[bb])\n"), games))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := write(t, t.TempDir(), "a.zip", archive.Bytes())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done atomic.Int64
	read, halfway := 0, int64(0)
	p := &parser{opt: &Options{}, done: &done, trees: func(*sgf.Tree, Source) error {
		if read++; read == cancelAt {
			halfway = done.Load()
			cancel()
		}
		return nil
	}}
	size := int64(archive.Len())
	o := p.outcome(ctx, input{file, size})
	if !errors.Is(o.err, context.Canceled) || read == games {
		t.Errorf("after the cancellation: %d of %d games read, %v", read, games, o.err)
	}
	if halfway < size/4 || halfway >= size {
		t.Errorf("after half of the games: %d of %d bytes", halfway, size)
	}
	if done.Load() != size {
		t.Errorf("at the end: %d of %d bytes", done.Load(), size)
	}
}

// A folder that cannot be read is a fault, and what is around it is read. Here its path is too long, because a
// test as root may read every folder.
func TestUnreadableFolderIsAFault(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.sgf", []byte(threeGames))
	write(t, dir, "z/b.sgf", []byte(threeGames))
	deep, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("m", 250)
	for range 4096/len(name) + 1 {
		err := deep.Mkdir(name, 0o777)
		if err != nil {
			t.Fatal(err)
		}
		below, err := deep.OpenRoot(name)
		if err := errors.Join(err, deep.Close()); err != nil {
			t.Fatal(err)
		}
		deep = below
	}
	if err := deep.Close(); err != nil {
		t.Fatal(err)
	}
	set, report := mustRead(t, Options{}, dir)
	if set.Len() != 6 || report.FaultCount() != 1 {
		t.Fatalf("%d games, faults %v", set.Len(), report.Faults)
	}
	if f := report.Faults[0]; f.Reason != Unreadable || filepath.Base(f.Source.File) != name {
		t.Errorf("the fault is %v", f)
	}
}

// Links to folders are followed, each folder is read once, and links that lead back do no harm.
func TestFoldersThatAreLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"games/a/1.sgf", "games/z/2.sgf", "far/3.sgf", "far/deep/4.sgf", "far/deep/note.txt"} {
		write(t, dir, name, []byte(threeGames))
	}
	for _, link := range [][2]string{
		{"games/0", "games/z"}, // a folder that is read anyway, under its own name
		{"games/b", "far/deep"},
		{"games/c", "far"}, // above the one before
		{"games/d", "far"},
		{"games/e.sgf", "far"},
		{"far/back", "games"},
		{"far/deep/up", "far/deep"},
		{"games/nowhere", "nothing"},
	} {
		if err := os.Symlink(filepath.Join(dir, link[1]), filepath.Join(dir, link[0])); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	t.Chdir(dir)
	for path, want := range map[string][]string{
		"games":                     {"a/1.sgf", "b/4.sgf", "c/3.sgf", "z/2.sgf"},
		filepath.Join(dir, "games"): {"a/1.sgf", "b/4.sgf", "c/3.sgf", "z/2.sgf"},
		filepath.Join("games", "b"): {"4.sgf"},
		filepath.Join("games", "c"): {"3.sgf", "back/a/1.sgf", "back/z/2.sgf", "deep/4.sgf"},
	} {
		files, err := Files([]string{path})
		for i := range want {
			want[i] = filepath.Join(path, filepath.FromSlash(want[i]))
		}
		if err != nil || !slices.Equal(files, want) {
			t.Errorf("%s: %q, %v; want %q", path, files, err, want)
		}
	}
	if set, report := mustRead(t, Options{}, "games"); set.Len() != 12 || report.FaultCount() != 0 {
		t.Errorf("%d games, faults %v", set.Len(), report.Faults)
	}
}
