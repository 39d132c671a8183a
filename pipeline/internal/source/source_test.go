package source

import (
	"os"
	"path/filepath"
	"testing"
)

// A chain does not learn from what it wrote itself.
func TestTheFolderOfTheChainIsNotAmongItsGames(t *testing.T) {
	games := t.TempDir()
	withAGame(t, games)
	for dir, refused := range map[string]bool{
		games: true, filepath.Join(games, "runs", "x"): true, games + "-x": false, filepath.Dir(games): false,
	} {
		if err := Apart(dir, []string{filepath.Join(t.TempDir(), "others"), games}); (err != nil) != refused {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

// withAGame makes a folder of games.
func withAGame(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "one.sgf"), []byte("(;GM[1];B[aa])"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What counts is where folders are, not by which links they are named. Folders of a chain need not exist yet.
func TestApartLooksThroughLinks(t *testing.T) {
	games, elsewhere := filepath.Join(t.TempDir(), "games"), t.TempDir()
	if err := os.MkdirAll(filepath.Join(games, "runs"), 0o777); err != nil {
		t.Fatal(err)
	}
	withAGame(t, games)
	link := filepath.Join(t.TempDir(), "link")
	inside := filepath.Join(games, "outside")
	for from, to := range map[string]string{link: games, inside: elsewhere} {
		if err := os.Symlink(to, from); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	for _, c := range []struct {
		dir, games string
		refused    bool
	}{
		{filepath.Join(link, "runs"), games, true},
		{filepath.Join(link, "new", "x"), games, true},
		{filepath.Join(games, "runs"), link, true},
		{filepath.Join(games, "new", "x"), link, true},
		{link, games, true},
		{filepath.Join(inside, "x"), games, true}, // games are read through links to folders
		{elsewhere, link, true},
		{filepath.Dir(elsewhere), link, false},
	} {
		if err := Apart(c.dir, []string{c.games}); (err != nil) != c.refused {
			t.Errorf("a chain in %s, games in %s: %v", c.dir, c.games, err)
		}
	}
}
