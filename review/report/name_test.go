package report

import (
	"os"
	"path/filepath"
	"testing"
)

// A page is named after its games: a file without its extension, a folder as it is, and . and .. by their names.
func TestPageName(t *testing.T) {
	dir := t.TempDir()
	here := filepath.Join(dir, "club", "games.2024")
	if err := os.MkdirAll(here, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"one.sgf": "(;)", ".sgf": "(;)"} {
		if err := os.WriteFile(filepath.Join(here, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(here)
	for games, want := range map[string]string{
		".": "games.2024-analyzed.html", "..": "club-analyzed.html", "./": "games.2024-analyzed.html",
		"one.sgf": "one-analyzed.html", ".sgf": ".sgf-analyzed.html", here: here + "-analyzed.html",
		"../games.2024/": filepath.Join("..", "games.2024-analyzed.html"),
		"/":              "games-analyzed.html",
	} {
		if got, err := PageName(games); err != nil || got != want {
			t.Errorf("the page of %s is %s, %v, want %s", games, got, err, want)
		}
	}
}
