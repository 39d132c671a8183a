package problems

import (
	"testing"

	"github.com/tengen-go/tengen/board"
)

// owners draws who owns each point: X Black's, O White's, '.' nobody's.
func owners(t *testing.T, diagram string) []float64 {
	t.Helper()
	pos := parse(t, diagram)
	list := make([]float64, pos.Size()*pos.Size())
	for i := range list {
		switch pos.At(board.FromIndex(i, pos.Size())) {
		case board.Black:
			list[i] = 1
		case board.White:
			list[i] = -1
		}
	}
	return list
}

func parse(t *testing.T, diagram string) *board.Position {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	return &pos
}

func vertex(t *testing.T, name string, size int) board.Point {
	t.Helper()
	p, err := board.ParseVertex(name, size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestKinds(t *testing.T) {
	corner := `
		. X O . . . .
		. X O . . . .
		X X O . . . .
		O O O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`
	for _, c := range []struct {
		name, position, right, wrong, afterRight, afterWrong string
		want                                                 Kind
	}{
		{
			"Black's corner lives or dies", corner, "A6", "G1",
			`
		. X O . . . .
		X X O . . . .
		X X O . . . .
		O O O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`,
			`
		O . O . . . .
		O . O . . . .
		O O O . . . .
		O O O . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`, LifeAndDeath,
		},
		{
			"who captures first", `
		. X O . X . .
		. X O . X . .
		. X O . X . .
		. X O . X . .
		. X O X X . .
		O O X X . . .
		. . . . . . .`, "D7", "A1",
			`
		X X X X X . .
		X X X X X . .
		X X X X X . .
		X X X X X . .
		X X X X X . .
		. . X X . . .
		. . . . . . .`,
			`
		O O O . X . .
		O O O . X . .
		O O O . X . .
		O O O . X . .
		O O O X X . .
		O O X X . . .
		. . . . . . .`, Semeai,
		},
		{
			"White's stone runs or does not", `
		. . . . . . .
		. . . X . . .
		. . X O . . .
		. . X . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`, "E5", "A1",
			`
		. . . . . . .
		. . . X . . .
		. . X X . . .
		. . X . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`,
			`
		. . . . . . .
		. . . X O . .
		. . X O O . .
		. . X O O . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`, Ladder,
		},
		{
			"three stones come home", `
		. . . . . . .
		. . . . . . .
		. O O O O . .
		X X . X X X .
		. O O O . O .
		. . . . . O .
		. . . . . . .`, "C4", "A1",
			`
		. . . . . . .
		. . . . . . .
		. O O O O . .
		X X X X X X .
		. O O O . O .
		. . . . . O .
		. . . . . . .`,
			`
		. . . . . . .
		. . . . . . .
		. O O O O O .
		X X O O O O .
		. O O O O O .
		. . . . . O .
		. . . . . . .`, Connection,
		},
		{
			"a move on an empty board", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . X . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`, "C3", "A1", corner, corner, WholeBoard,
		},
		{
			"a full board", `
		. X X O O . .
		X X X O O O O
		X X X O . O O
		X X X O O O O
		X X X O O O O
		X X . . O O O
		. X X O O . .`, "C2", "A1",
			`
		. X X O O O .
		X X X O O O O
		X X X O O O O
		X X X O O O O
		X X X O O O O
		X X X O O O O
		X X X O O O O`,
			`
		. X X O O O .
		X X X O O O O
		X X X O O O O
		X X X O O O O
		X X X O O O O
		X X O O O O O
		X X X O O O O`, Endgame,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := parse(t, c.position)
			got := kindOf(pos, vertex(t, c.right, 7), vertex(t, c.wrong, 7), owners(t, c.afterRight), owners(t, c.afterWrong))
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			swapped := kindOf(pos, vertex(t, c.right, 7), vertex(t, c.wrong, 7), owners(t, c.afterWrong), owners(t, c.afterRight))
			if swapped != c.want {
				t.Errorf("with the owners exchanged %s, want %s", swapped, c.want)
			}
		})
	}
}
