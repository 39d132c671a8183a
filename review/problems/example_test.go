package problems_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review/judge"
	"github.com/tengen-go/tengen/review/problems"
)

// White's stones on the edge have an eye of three points. Black kills them in its middle.
func Example() {
	dir, err := os.MkdirTemp("", "problems")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "hand.sgf")
	record := "(;SZ[7]KM[25]GC[life and death]AB[ae:ge]AW[af:gf][ag][bg][fg][gg]PL[B](;B[aa]BM[1])(;B[dg]TE[1]))"
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	list, err := problems.Read(ctx, []string{file})
	if err != nil {
		fmt.Println(err)
		return
	}
	env := player.Env{Rules: game.Go{Board: 7, Rules: board.Chinese()}, Seed: 1, Threads: 1}
	p, err := player.Players().Parse("rave:playouts=2000", env)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = p.Close() }()
	rows, err := problems.Solve(ctx, list, []judge.Contestant{{Name: "rave", Player: p}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rows[0].Kinds[0].Kind, rows[0].Solved.Value)
	// Output: life and death 1
}
