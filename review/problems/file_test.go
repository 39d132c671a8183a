package problems

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// after is a game of these moves, Black first.
func after(t *testing.T, size int, moves ...string) *board.Game {
	t.Helper()
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := g.Play(vertex(t, m, size), g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.sgfl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWriteThenRead(t *testing.T) {
	list := []Problem{
		{
			Source: "a.sgf:1, move 3", Kind: Semeai, Game: after(t, 9, "C3", "G7", "E5"),
			Right: []Move{{vertex(t, "D4", 9), 0.75}, {board.Pass, 0.7}}, Wrong: []Move{{vertex(t, "A1", 9), 0.25}},
		},
		{Source: "b", Kind: Ladder, Game: after(t, 13), Right: []Move{{vertex(t, "N13", 13), 0.5}}},
	}
	var text bytes.Buffer
	if err := Write(&text, list); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(text.String(), "\n"); lines != len(list) {
		t.Errorf("%d lines for %d problems", lines, len(list))
	}
	got, err := Read(context.Background(), []string{file(t, text.String())})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if !reflect.DeepEqual(got[i].Game.Moves(), list[i].Game.Moves()) {
			t.Errorf("problem %d: moves %v, want %v", i, got[i].Game.Moves(), list[i].Game.Moves())
		}
		got[i].Game = list[i].Game
	}
	if !reflect.DeepEqual(got, list) {
		t.Errorf("read %+v, written %+v", got, list)
	}
}

// Problems by hand may have stones that were set up, and no kind.
func TestReadByHand(t *testing.T) {
	list, err := Read(context.Background(), []string{file(t, "(;SZ[9]AB[cc][dd]AW[ee]PL[W](;W[ff]BM[1])(;W[gg]TE[1]))\n")})
	if err != nil {
		t.Fatal(err)
	}
	p := list[0]
	if p.Kind != WholeBoard || p.Game.Position().ToMove() != board.White || !p.Solved(board.XY(6, 6)) ||
		p.Solved(board.XY(5, 5)) || len(p.Wrong) != 1 {
		t.Errorf("read %+v", p)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9];B[aa];W[bb])":                    "no variation is marked as right",
		"(;SZ[9];B[aa](;W[bb]BM[1])(;W[cc]))":     "no variation is marked as right",
		"(;SZ[9];B[aa](;B[bb]TE[1])(;W[cc]))":     "has no move of white",
		"(;SZ[9];B[aa](;W[aa]TE[1])(;W[cc]))":     "A9",
		"(;SZ[9];B[aa](;W[zz]TE[1])(;W[cc]))":     "zz",
		"(;SZ[9];B[];W[](;B[aa]TE[1])(;B[cc]))":   "over",
		"(;SZ[9];B[aa];W[aa](;B[ab]TE[1]))":       "occupied",
		"(;SZ[40];B[aa](;W[bb]TE[1]))":            "40",
		"(;SZ[9];B[aa](;W[bb]TE[1])(;W[cc]BM[1])": "ends inside", // reading games mends this
	} {
		list, err := Read(context.Background(), []string{file(t, text+"\n")})
		if err == nil {
			t.Errorf("%s: read as %+v", text, list)
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "p.sgfl:") {
			t.Errorf("%s: %v, want the file, the line and %q", text, err, want)
		}
	}
}

// Whatever a file has, reading gives an error or problems that can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add("(;SZ[9];B[aa](;W[bb]TE[1]C[50%])(;W[cc]BM[1]))")
	f.Add("(;SZ[9]AB[cc]PL[W](;W[ff]BM[1])(;W[]TE[1]))")
	f.Add("(;GC[x]SZ[2](;B[aa]TE[1]C[1e9%]))")
	f.Fuzz(func(t *testing.T, text string) {
		trees, _ := sgf.Parse("x", []byte(text))
		for _, tree := range trees {
			p, err := read(tree)
			if err != nil {
				continue
			}
			again, err := read(p.tree())
			if err != nil {
				t.Fatalf("%q: written and read again: %v", text, err)
			}
			if len(again.Right) != len(p.Right) || len(again.Wrong) != len(p.Wrong) ||
				again.Game.Position().HashToMove() != p.Game.Position().HashToMove() {
				t.Fatalf("%q: %+v became %+v", text, p, again)
			}
		}
	})
}
