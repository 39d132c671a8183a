package sgf_test

import (
	"fmt"
	"log"
	"os"

	"github.com/tengen-go/tengen/sgf"
)

// A record is read, its main line is followed, a comment is added, and it is written again.
func Example() {
	text := "(;GM[1]FF[4]SZ[9]PB[Lee];B[ee];W[ec](;B[cd])(;B[gd]C[also good]))"
	trees, faults := sgf.Parse("game.sgf", []byte(text))
	for _, fault := range faults {
		log.Print(fault) // with file, line and column; the other games are read
	}

	tree := trees[0]
	for _, node := range tree.MainLine() {
		for _, color := range []string{"B", "W"} {
			value, ok := node.Get(color)
			if !ok {
				continue
			}
			point, err := sgf.ParseMove(value, 9)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(color, point.Vertex(9))
		}
	}

	tree.Root.Set("PW", sgf.Escape("Kim [3d]"))
	if err := sgf.Write(os.Stdout, tree); err != nil {
		log.Fatal(err)
	}
	// Output:
	// B E5
	// W E7
	// B C6
	// (;CA[UTF-8]GM[1]FF[4]SZ[9]PB[Lee]PW[Kim [3d\]];B[ee];W[ec](;B[cd])
	// (;B[gd]C[also good]))
}
