package pipeline

import (
	"os"
	"path/filepath"
	"testing"
)

// The hash of the games is of the files that are read: a note, a link and another folder beside them change nothing, and
// a folder that is a link is the folder.
func TestHashGamesIsOfGames(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	hash := func(games string) string {
		w := &work{cfg: DefaultConfig()}
		w.opt.complete()
		w.cfg.Data().Games = []string{games}
		sum, err := w.hashGames(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	file("a.sgf", "(;SZ[9];B[ee])")
	want := hash(dir)
	file("notes.txt", "of no interest")
	link(t.TempDir(), filepath.Join(dir, "more"))
	link(filepath.Join(dir, "nowhere"), filepath.Join(dir, ".#a.sgf"))
	other := filepath.Join(t.TempDir(), "link")
	link(dir, other)
	for _, games := range []string{dir, other} {
		if got := hash(games); got != want {
			t.Errorf("%s: %s, want %s", games, got, want)
		}
	}
	file("b.sgf", "(;SZ[9];B[aa])")
	if hash(dir) == want {
		t.Error("another game has the same hash")
	}
}
