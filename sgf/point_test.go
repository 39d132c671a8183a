package sgf

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func TestMovesAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[Value]board.Point{
		"R16": board.XY(16, 3), "r16": board.XY(16, 3), "A1": board.XY(0, 18), "T19": board.XY(18, 0), "J5": board.XY(8, 14), " H2 ": board.XY(7, 17),
		"Pass": board.Pass, "": board.Pass, "tt": board.Pass, "pd": board.XY(15, 3),
	} {
		if got, err := ParseMove(text, 19); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []Value{"I5", "A0", "A20", "U1", "R", "16", "R1x", "R111", "a"} {
		if got, err := ParseMove(text, 19); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestPointListsWithCommas(t *testing.T) {
	got, err := ParsePoints([]Value{"fc,pc,pd", "aa:ba, A1", ""}, 19)
	want := []board.Point{board.XY(5, 2), board.XY(15, 2), board.XY(15, 3), board.XY(0, 0), board.XY(1, 0), board.XY(0, 18)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
