package features

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// ladderCases are drawn with Black to move: 'c' marks every point of plane 44 and
// 'e' every point of plane 45. All other points must be zero in both.
var ladderCases = []struct{ name, diagram string }{
	{"a free diagonal: the ladder works from one side", `
		. . . . . . . . .
		. . X X . . . . .
		. X O . . . . . .
		. . c . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"supported on both sides it works from both", `
		. . . . . . . . .
		. . X X . . . . .
		. X O c . . . . .
		. X c . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"without support it works from neither", `
		. . . . . . . . .
		. . X . . . . . .
		. X O . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"a breaker on the staircase", `
		. . . . . . . . .
		. . X X . . . . .
		. X O . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . O . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"a breaker next to the staircase", `
		. . . . . . . . .
		. . X X . . . . .
		. X O . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . O . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"a stone off the path breaks nothing", `
		. . . . . . . . .
		. . X X . . . . .
		. X O . . . . . .
		. . c . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. O . . . . . . .
		. . . . . . . . .`},
	{"a stone of the hunter stands before the breaker", `
		. . . . . . . . .
		. . X X . . . . .
		. X O . . . . . .
		. . c . . . . . .
		. . . . . . . . .
		. . . . . X . . .
		. . . . . . O . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"on the second line the edge holds the prey", `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . X X . . . . .
		. X O c . . . . .
		. . c . . . . . .`},
	{"on the first line both ways end", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . X X X . .
		. . c O c . .`},
	{"running brings a hunter into atari as well: only the other side works", `
		. . . . . . . . .
		. . . . . . . . .
		. . O . . . . . .
		O O X X O . . . .
		. X O c . . . . .
		. X . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"double atari: two chains that share a liberty fall to any of three moves", `
		. . . . . . .
		. X X . X X .
		X O O c O O X
		. X c X c X .
		. . X . X . .
		. . . . . . .
		. . . . . . .`},
	{"out of atari to three liberties", `
		. . . . . . .
		. . O . . . .
		. O X e . . .
		. . O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`},
	{"running into a ladder that works does not escape", `
		. . . . . . . . .
		. . O O . . . . .
		. O X . . . . . .
		. . O . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"running to a friend does", `
		. . . . . . . . .
		. . O O . . . . .
		. O X e . . . . .
		. . O . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . X . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"taking a hunter, or running to the friends behind it", `
		. . . . . . .
		. . O e . . .
		. O X O X . .
		. . e X . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`},
	{"capture and recapture: the hunter taken was the bait", `
		O X O . . . .
		. X O . . . .
		O O O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`},
	{"capture and a second atari: the prey cannot fill its own liberty", `
		O X O . . . .
		. X O . . . .
		. O O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`},
}

func TestTable2Ladders(t *testing.T) {
	for _, c := range ladderCases {
		t.Run(c.name, func(t *testing.T) {
			pos, err := board.Parse(strings.NewReplacer("c", ".", "e", ".").Replace(c.diagram))
			if err != nil {
				t.Fatal(err)
			}
			size := pos.Size()
			dst := make([]float32, size*size*int(PolicyPlanes))
			new(Extractor).Extract(dst, int(PolicyPlanes), &pos, PolicyPlanes, Identity)
			want := strings.Fields(c.diagram)
			for i, mark := range want {
				p := board.FromIndex(i, size)
				captures, escapes := dst[i*int(PolicyPlanes)+44] == 1, dst[i*int(PolicyPlanes)+45] == 1
				if captures != (mark == "c") || escapes != (mark == "e") {
					t.Errorf("%s: capture %v, escape %v; drawn %q", p.Vertex(size), captures, escapes, mark)
				}
			}
		})
	}
}
