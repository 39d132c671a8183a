package record

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// First finds the first game of all kinds of files, and reads no more than it may.
func TestFirst(t *testing.T) {
	dir := t.TempDir()
	one, two := "(;SZ[5]PB[one];B[cc])", "(;SZ[5]PB[two];B[dd])"
	packed := &Set{}
	for _, text := range []string{one, two} {
		g, err := FromSGF(first(t, text).Root)
		if err != nil {
			t.Fatal(err)
		}
		packed.Add(g)
	}
	pack := filepath.Join(dir, "games.tengen")
	if err := WritePacked(pack, packed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, name string
		more       bool
		most       int64
		want       string
	}{
		{write(t, dir, "one.sgf.gz", gzipped([]byte(one))), "one", false, FirstLimit, ""},
		{write(t, dir, "full.sgf.gz", gzipped([]byte(one))), "one", false, int64(len(one)), ""},
		{write(t, dir, "long.sgf.gz", gzipped([]byte(one))), "", false, int64(len(one)) - 1, "too large when it is unpacked"},
		{write(t, dir, "two.SGF.GZ", gzipped([]byte(one+two))), "one", true, FirstLimit, ""},
		{write(t, dir, "l.sgfl.gz", gzipped([]byte(one+"\n"+two))), "one", true, FirstLimit, ""},
		{
			write(t, dir, "z.zip", zipped(t, []string{"notes", "a.sgf", "b.sgf"}, []byte("x"), []byte(one), []byte(two))),
			"one", true, FirstLimit, "",
		},
		{pack, "", true, FirstLimit, ""},
		{pack, "", true, 4, "too large when it is unpacked"},
		{write(t, dir, "none.sgf.gz", []byte("no")), "", false, FirstLimit, "none.sgf.gz: "},
		{write(t, dir, "none.zip", zipped(t, []string{"notes"}, []byte("x"))), "", false, FirstLimit, "holds no games"},
		{write(t, dir, "text.sgf.gz", gzipped([]byte("x"))), "", false, FirstLimit, "text.sgf.gz:1:1: no game"},
		{filepath.Join(dir, "absent.zip"), "", false, FirstLimit, "absent"},
	} {
		if !Bundled(c.path) {
			t.Errorf("%s does not count as bundled", c.path)
		}
		tree, more, err := First(t.Context(), c.path, c.most, func(f Fault) { t.Error(f) })
		if c.want != "" {
			if absent := c.want == "absent"; err == nil || absent != errors.Is(err, os.ErrNotExist) ||
				!absent && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", c.path, err, c.want)
			}
			continue
		}
		if err != nil || more != c.more || tree.Root.Text("PB") != c.name || len(tree.Root.Children) != 1 {
			t.Errorf("%s: %v, more %v, %v", c.path, tree, more, err)
		}
	}
	for _, path := range []string{"a.sgf", "a.sgfl", "a", "a.txt", "x.zip/a.sgf"} {
		if Bundled(path) {
			t.Errorf("%s counts as bundled", path)
		}
	}
}
