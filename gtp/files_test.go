package gtp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A record with an illegal move is loaded up to it. A position behind it cannot be had.
func TestLoadSGFStopsAtAnIllegalMove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "broken.sgf")
	if err := os.WriteFile(path, []byte("(;SZ[5];B[cc];W[dd];B[cc];W[aa])"), 0o644); err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, 9)
	for _, c := range []struct {
		args, want string
		moves      int
	}{
		{"", "=\n\n", 2},
		{" 2", "=\n\n", 1},
		{" 3", "=\n\n", 2},
		{" 4", "? cannot load file\n\n", 2}, // the game stays
	} {
		if got := converse(t, e, "loadsgf "+path+c.args+"\n"); got != c.want || len(e.Game().Moves()) != c.moves || e.Game().Size() != 5 {
			t.Errorf("loadsgf FILE%s: %q, %d moves", c.args, got, len(e.Game().Moves()))
		}
	}
	first := filepath.Join(t.TempDir(), "first.sgf")
	if err := os.WriteFile(first, []byte("(;SZ[9];B[zz];W[dd])"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := converse(t, e, "loadsgf "+first+"\n"); !strings.HasPrefix(got, "?") || e.Game().Size() != 5 {
		t.Errorf("without a legal move: %q", got)
	}
}
