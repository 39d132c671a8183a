package record_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// A folder of records is read through a filter, and a game is replayed.
func ExampleRead() {
	dir, err := os.MkdirTemp("", "games")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"a.sgf": "(;SZ[9]KM[7]BR[3d]WR[4d]RE[W+5.5];B[ee];W[ce];B[gc])",
		"b.sgf": "(;SZ[9]KM[7]BR[9k]WR[8k]RE[B+R];B[ee];W[cc])",
		"c.sgf": "(;SZ[19];B[pd])",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}

	options := record.Options{Filter: record.Filter{Board: 9, MinRank: record.Dan(1)}}
	set, report, err := record.Read(context.Background(), []string{dir}, options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d games kept\n", report.Kept, report.Games)

	game := set.Game(0)
	fmt.Printf("%v against %v, White %v points\n", game.BlackRank, game.WhiteRank, game.Komi)
	err = game.Replay(func(ply int, pos *board.Position, m record.Move) bool {
		fmt.Printf("%d: %v, %v to move\n", ply, m.Point(game.Size).Vertex(game.Size), pos.ToMove())
		return true
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 of 3 games kept
	// 3d against 4d, White 7 points
	// 0: E5, black to move
	// 1: C5, white to move
	// 2: G7, black to move
}
