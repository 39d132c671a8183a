package source

import (
	"path/filepath"
	"testing"
)

// A chain does not learn from what it wrote itself.
func TestTheFolderOfTheChainIsNotAmongItsGames(t *testing.T) {
	games := t.TempDir()
	for dir, refused := range map[string]bool{
		games: true, filepath.Join(games, "runs", "x"): true, games + "-x": false, filepath.Dir(games): false,
	} {
		if err := Apart(dir, []string{filepath.Join(t.TempDir(), "others"), games}); (err != nil) != refused {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
