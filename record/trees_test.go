package record

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/sgf"
)

// Trees finds the games of all kinds of files, with the names of the players.
func TestTrees(t *testing.T) {
	dir := t.TempDir()
	game := func(name string) string { return fmt.Sprintf("(;GM[1]SZ[5]PB[%s]PW[other];B[cc])", name) }
	files := map[string]string{
		"a.sgf": game("one") + "\n" + game("two"), "b.sgfl": game("three") + "\n" + game("four") + "\n",
		"sub/c.sgf": game("five"), "broken.sgf": "(;B[cc", "empty.sgf": "", "empty.sgfl": "", "note.txt": game("none"),
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(dir, "z.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, err := z.Create("in/six.sgf")
	if err == nil {
		_, err = w.Write([]byte(game("six")))
	}
	if err = errors.Join(err, z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	packed := &Set{}
	g, err := FromSGF(first(t, game("seven")).Root)
	if err != nil {
		t.Fatal(err)
	}
	packed.Add(g)
	if err := WritePacked(filepath.Join(dir, "zz.tengen"), packed); err != nil {
		t.Fatal(err)
	}

	var names []string
	var faults []string
	read := func(tree *sgf.Tree, from Source) error {
		v, _ := tree.Root.Get("PB")
		names = append(names, v.Text())
		if from.File == "" || from.Line < 1 {
			t.Errorf("source %v", from)
		}
		return nil
	}
	if err := Trees(t.Context(), []string{dir}, func(f Fault) { faults = append(faults, f.Error()) }, read); err != nil {
		t.Fatal(err)
	}
	// A packed game has no names.
	if want := []string{"one", "two", "three", "four", "five", "six", ""}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if len(faults) != 2 || faults[1] != filepath.Join(dir, "empty.sgf")+": empty" {
		t.Errorf("%q, want one of broken.sgf and one of empty.sgf", faults)
	}

	enough := errors.New("enough")
	seen := 0
	err = Trees(t.Context(), []string{dir}, func(Fault) {}, func(*sgf.Tree, Source) error {
		if seen++; seen == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || seen != 2 {
		t.Errorf("%d games, %v", seen, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Trees(ended, []string{dir}, func(Fault) {}, read); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := Trees(t.Context(), []string{filepath.Join(dir, "nowhere")}, func(Fault) {}, read); err == nil {
		t.Error("a path that does not exist is no error")
	}
}

func first(t *testing.T, text string) *sgf.Tree {
	t.Helper()
	trees, _ := sgf.Parse("game.sgf", []byte(text))
	if len(trees) == 0 {
		t.Fatal(text)
	}
	return trees[0]
}
