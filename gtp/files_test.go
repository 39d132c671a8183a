package gtp

import (
	"bytes"
	"compress/gzip"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
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

// A record keeps its komi. One without a komi gets what --komi or the command komi set, or else its rules' own.
func TestLoadSGFKomi(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("handicap", "(;SZ[9]HA[2];W[ee])")
	write("japanese", "(;SZ[9]RU[Japanese];B[ee])")
	write("bare", "(;SZ[9];B[ee])")
	write("own", "(;SZ[9]KM[5.5];B[ee])")
	komi := 3.5
	for name, c := range map[string]struct {
		asked *float64
		lines string
		want  float64
	}{
		"the handicap's":    {nil, "loadsgf DIR/handicap\n", 0.5},
		"the rules'":        {nil, "loadsgf DIR/japanese\n", 6.5},
		"none is left over": {nil, "loadsgf DIR/own\nloadsgf DIR/bare\n", 7.5},
		"the flag's":        {&komi, "loadsgf DIR/own\nloadsgf DIR/handicap\n", 3.5},
		"the command's":     {&komi, "komi 250\nloadsgf DIR/japanese\n", 250},
		"a new game's":      {nil, "loadsgf DIR/handicap\nclear_board\n", 7.5},
		"a new board's":     {&komi, "komi 2\nloadsgf DIR/own\nboardsize 9\n", 2},
		"the record's":      {&komi, "komi 2\nloadsgf DIR/own\n", 5.5},
	} {
		e, err := New(&anySize{}, Config{Name: "Test", Version: "1", Size: 9, Rules: board.Chinese(), Komi: c.asked})
		if err != nil {
			t.Fatal(err)
		}
		converse(t, e, strings.ReplaceAll(c.lines, "DIR", dir))
		if got := e.Game().Rules().Komi; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// What is wrong with a file, and that it has other games, is said.
func TestLoadSGFSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "error=empty",
		"(;SZ[5];B[cc])(;SZ[5];B[dd])":     `fault="has several games: this is the first"`,
		"(;SZ[5]KM[?];B[cc])":              `fault="line 1: KM[?] is no komi: the game counts as one without"`,
		strings.Repeat(" ", maxFile) + "(": `error="larger than 16 MB: put the game into a file of its own"`,
	} {
		var log bytes.Buffer
		e, err := New(&anySize{}, Config{
			Name: "Test", Version: "1", Size: 9, Rules: board.Chinese(), Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		path := filepath.Join(t.TempDir(), "x.sgf")
		if err = errors.Join(err, os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		answer := "=\n\n"
		if strings.HasPrefix(want, "error") {
			answer = "? cannot load file\n\n"
		}
		if got := converse(t, e, "loadsgf "+path+"\n"); got != answer || strings.Count(log.String(), want) != 1 {
			t.Errorf("%.30s: %q, %s", text, got, log.String())
		}
	}
}

// A record that is compressed is read as others are, and no more of it than of others.
func TestLoadSGFUnpacks(t *testing.T) {
	compress := func(text string) string {
		path := filepath.Join(t.TempDir(), "game.sgf.gz")
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, err := w.Write([]byte(text))
		if err = errors.Join(err, w.Close(), os.WriteFile(path, out.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	e := newEngine(t, 9)
	game := "(;SZ[5];B[cc];W[dd])"
	if got := converse(t, e, "loadsgf "+compress(game)+"\n"); got != "=\n\n" || len(e.Game().Moves()) != 2 {
		t.Errorf("%q, %d moves", got, len(e.Game().Moves()))
	}
	long := strings.Repeat(" ", maxFile) + game
	if got := converse(t, e, "loadsgf "+compress(long)+"\n"); got != "? cannot load file\n\n" {
		t.Errorf("a long one: %q", got)
	}
}
