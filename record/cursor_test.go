package record

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// However a cursor jumps between games, forward and back, it shows what PositionAt makes from the
// start; an illegal move or a ply that is not there does not spoil what comes after.
func TestCursorFindsAnyPosition(t *testing.T) {
	games := []Game{
		play(t, 5, "C3", "B3", "B4", "D3", "A1"),
		play(t, 5, "A2", "A1", "B1", "E5", "E4"), // the stone on A1 is taken
		play(t, 5, "D4", "D4"),                   // illegal
	}
	games[2].Source = Source{"bad.sgf", 7}
	c := NewCursor(func(i int) Game { return games[i] })
	rng := rand.New(rand.NewPCG(1, 2))
	forward := 0
	last := [2]int{-1, 0}
	for range 500 {
		i := rng.IntN(len(games))
		ply := rng.IntN(len(games[i].Moves) + 2)
		var want board.Position
		wrong := games[i].PositionAt(ply, &want)
		got, err := c.Position(i, ply)
		if i == last[0] && ply > last[1] {
			forward++
		}
		last = [2]int{i, ply}
		if wrong != nil {
			if err == nil || !strings.HasSuffix(err.Error(), wrong.Error()) {
				t.Fatalf("game %d at %d: error %v, want %v", i, ply, err, wrong)
			}
			if illegal := new(IllegalError); errors.As(wrong, &illegal) && !strings.HasPrefix(err.Error(), "bad.sgf:7: ") {
				t.Fatalf("the error does not name the game: %v", err)
			}
			continue
		}
		if err != nil || *got != want {
			t.Fatalf("game %d at %d: %v\n%v\nwant\n%v", i, ply, err, got, &want)
		}
		if g := c.Game(i); g.Moves[0] != games[i].Moves[0] {
			t.Fatalf("game %d is another one", i)
		}
	}
	if forward < 20 {
		t.Errorf("only %d steps forward in a game", forward)
	}
}
