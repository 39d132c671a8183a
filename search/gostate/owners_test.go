package gostate

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// Owners of points are the stones on them. An empty point is whose stones alone touch it where a playout ended.
// After two passes a region of several empty points is counted whole, as the score does.
func TestOwnersAtTheEnd(t *testing.T) {
	const diagram = ".X.O.\nXX.OO\nX..O.\nXX.OO\n.X.O."
	for passes, want := range map[int]string{
		0: "XX.OO\nXX.OO\nXXOOO\nXX.OO\nXX.OO",
		2: "XX.OO\nXX.OO\nX..OO\nXX.OO\nXX.OO",
	} {
		g, err := board.NewGameFrom(*at(t, board.Black, diagram), board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		s := New(g)
		for range passes {
			s.Play(search.Move(board.Pass))
		}
		owners := make([]uint8, s.Range())
		for i := range owners {
			owners[i] = 9 // left from an earlier playout
		}
		s.Owners(owners)
		got := ""
		for i := range 25 {
			if i > 0 && i%5 == 0 {
				got += "\n"
			}
			got += string(".XO"[owners[board.FromIndex(i, 5)]])
		}
		if got != want {
			t.Errorf("after %d passes:\n%s\nwant\n%s", passes, got, want)
		}
	}
}
