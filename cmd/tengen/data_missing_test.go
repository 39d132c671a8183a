package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where a file that is named lacks games, data stats and data verify print what they found, and then fail with an
// error that names the file and what to do. In a folder it is one fault among others.
func TestDataMissesGames(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(bytes.Repeat([]byte("(;GM[1]SZ[9];B[cc];W[gg])\n"), 1000)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	whole := packed.Bytes()
	joined := append(bytes.Clone(whole), "more than ten"...)
	const remedy = "; leave the file out, or replace it by a good copy\n"
	for name, c := range map[string]struct {
		content    []byte
		games, err string
	}{
		"cut.sgfl.gz":   {whole[:len(whole)-1], "1000 of 1000", "cut short" + remedy},
		"junk.sgfl.gz":  {joined, "1000 of 1000", "something that is not compressed by gzip" + remedy},
		"empty.sgf":     {nil, "0 of 0", "empty" + remedy},
		"empty.sgf.gz":  {nil, "0 of 0", "empty" + remedy},
		"cut.zip":       {[]byte("PK\x03\x04"), "0 of 0", "no zip archive, or cut short" + remedy},
		"cut.tengen":    {[]byte("tengen-games"), "0 of 0", "cut short" + remedy},
		"no-games.sgfl": {nil, "0 of 0", "no game in it: name another file or folder\n"},
	} {
		dir := filepath.Join(t.TempDir(), "games")
		file := filepath.Join(dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, c.content, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"stats", file}, {"stats", file, "--json"}, {"verify", file}} {
			var out string
			status := exitDone
			said := stderr(t, func() { status, out = tengen(t, append([]string{"data"}, append(args, "--quiet")...)...) })
			if status != exitFailed || !strings.Contains(said, file+": ") || !strings.HasSuffix(said, c.err) {
				t.Errorf("%v: status %d, %q, want %q", args, status, said, c.err)
			}
			if shown := strings.Contains(out, c.games); !shown && len(args) == 2 {
				t.Errorf("%v: want %s games in\n%s", args, c.games, out)
			}
		}
		good := filepath.Join(dir, "good.sgf")
		if err := os.WriteFile(good, []byte("(;GM[1]SZ[9];B[cc])"), 0o644); err != nil {
			t.Fatal(err)
		}
		if status, out := tengen(t, "data", "stats", dir, "--quiet"); status != exitDone {
			t.Errorf("%s in a folder: status %d\n%s", name, status, out)
		}
		want := exitFailed
		if name == "no-games.sgfl" {
			want = exitDone
		}
		if status, out := tengen(t, "data", "verify", dir, "--quiet"); status != want {
			t.Errorf("%s in a folder: verify has status %d\n%s", name, status, out)
		}
	}
}
