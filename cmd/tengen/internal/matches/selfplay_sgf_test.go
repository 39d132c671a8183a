package matches

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// A game comes into its file whole, in the place of an empty one: so a kill leaves no half of a game, which the same
// command would take for another game.
func TestSGFFilesAreWrittenWhole(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "game-000001.sgf"), filepath.Join(dir, "other")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, other); err != nil {
		t.Skip(err)
	}
	set := new(record.Set)
	set.Add(record.Game{Size: 5})
	c := &SelfplayCmd{SGF: dir}
	c.Quiet = true
	if err := c.writeSGF(t.Context(), set, &selfplayJob{about: selfplay.About{Players: make([]selfplay.AboutPlayer, 2)}}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "(;") {
		t.Errorf("the game is %q, %v", text, err)
	}
	if text, err := os.ReadFile(other); err != nil || len(text) > 0 {
		t.Errorf("the empty file was written in its place: %q, %v", text, err)
	}
}
