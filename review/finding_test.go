package review

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// A variation in which the other colour moves is not judged by what the player found for the colour whose turn it was.
func TestJudgeIsOfTheColourThatMoved(t *testing.T) {
	trees, err := sgf.Parse("study.sgf", []byte("(;SZ[9]KM[7.5];B[ee](;W[cc])(;B[gc]))"))
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []string{"W", ""} { // findings of older versions do not say it
		s, err := NewStudy(trees[0], board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		const name = "player"
		judged := map[board.Color]bool{}
		for _, spot := range s.Spots() {
			if spot.Number == 1 { // White is to move, and Black has 10 %
				found := &Finding{Visits: 100, Black: 0.1, Turn: turn, Moves: []Candidate{{Point: "C7", Visits: 90, Share: 0.9}}}
				if err := s.Set(spot.ID, name, found); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, spot := range s.Spots() {
			if spot.Number == 2 {
				if err := s.Set(spot.ID, name, &Finding{Visits: 100, Black: 0.1}); err != nil {
					t.Fatal(err)
				}
				j, ok := s.Judge(spot.ID, name)
				judged[spot.Move.Color] = ok
				if j.Loss != 0 {
					t.Errorf("turn %q, %v: %+v", turn, spot.Move, j)
				}
			}
		}
		if !judged[board.White] || judged[board.Black] || len(judged) != 2 {
			t.Errorf("turn %q: judged %v", turn, judged)
		}
	}
}
