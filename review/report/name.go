package report

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// PageName is the page of a file or folder of games, next to it. Those of . and .. are in the current folder, and
// named after the folder that is meant.
func PageName(games string) (string, error) {
	const suffix = "-analyzed.html"
	games = filepath.Clean(games)
	if info, err := os.Stat(games); err != nil || !info.IsDir() {
		return Stem(games) + suffix, nil
	}
	if base := filepath.Base(games); base != "." && base != ".." && base != string(filepath.Separator) {
		return games + suffix, nil
	}
	whole, err := filepath.Abs(games)
	if err != nil {
		return "", fmt.Errorf("%s: %w; name the page with --html", games, err)
	}
	if whole == filepath.Dir(whole) { // the root has no name
		whole = "games"
	}
	return filepath.Base(whole) + suffix, nil
}

// Stem is a file's name without its extension. A name such as .sgf is all stem.
func Stem(file string) string {
	dir, base := filepath.Split(file)
	return dir + cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), base)
}
