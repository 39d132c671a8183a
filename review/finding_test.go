package review

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

func studyOf(t *testing.T, text string) *Study {
	t.Helper()
	trees, faults := sgf.Parse("study.sgf", []byte(text))
	if len(trees) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, %v", len(trees), faults)
	}
	s, err := NewStudy(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A variation in which the other colour moves is not judged by what the player found for the colour whose turn it was.
func TestJudgeIsOfTheColourThatMoved(t *testing.T) {
	for _, turn := range []string{"W", ""} { // findings of older versions do not say it
		s := studyOf(t, "(;SZ[9]KM[7.5];B[ee](;W[cc])(;B[gc]))")
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

// A study knows the end of a game by its record, also with a comment after the last pass. Without a count the last pass
// costs nothing, and what an older version found there is found anew.
func TestTheEndOfAStudy(t *testing.T) {
	const moves = ";B[ce];W[de];B[cd];W[dd];B[cc];W[dc];B[cb];W[db];B[ca];W[da];B[];W[]"
	for result, want := range map[string]struct {
		counted bool
		loss    float64
	}{"B+3.5": {true, 0.75}, "W+3.5": {true, 0}, "W+R": {false, 0}, "": {false, 0}} {
		for _, comment := range []string{"", ";C[over]", ";C[over];TB[aa]"} {
			text := "(;SZ[5]KM[4.5]RE[" + result + "]" + moves + comment + ")"
			s := studyOf(t, text)
			line := s.MainLine()
			before, end := line[len(line)-2], line[len(line)-1]
			q, err := s.Position(end)
			if err != nil || q.Result.Counted() != want.counted {
				t.Errorf("%s: %+v, %v", text, q.Result, err)
			}
			if q, err := s.Position(before); err != nil || q.Result.Counted() != want.counted {
				t.Errorf("%s: before the last pass %+v, %v", text, q.Result, err)
			}
			if q, err := s.Position(line[len(line)-3]); err != nil || q.Result.Counted() {
				t.Errorf("%s: before both passes %+v, %v", text, q.Result, err)
			}
			black := q.estimate(1).For(board.Black)
			for id, f := range map[int]*Finding{
				before: {Visits: 9, Black: 0.25, Turn: "W", Moves: []Candidate{{Point: "A1", Share: 0.75}}},
				end:    {Black: black},
			} {
				if err := s.Set(id, "p", f); err != nil {
					t.Fatal(err)
				}
			}
			if j, ok := s.Judge(end, "p"); !ok || j.Loss != want.loss {
				t.Errorf("%s: the last pass cost %+v, %v, want %v", text, j, ok, want.loss)
			}
			s.places[end].found["p"].Black = 1 - black
			s.places[end].found["q"] = &Finding{Black: black}
			kept, err := s.MarshalFindings()
			if err == nil {
				err = s.UnmarshalFindings(kept)
			}
			if err != nil {
				t.Fatal(err)
			}
			if f := s.Finding(end, "p"); (f == nil) != want.counted || s.Finding(end, "q") == nil || s.Finding(before, "p") == nil {
				t.Errorf("%s: an older finding at the end: %+v", text, f)
			}
		}
	}
}

// The main line ends before what cannot be played: a node may have two moves, and the second may be illegal.
func TestMainLineCanBePlayed(t *testing.T) {
	for text, nodes := range map[string]int{
		"(;SZ[4];B[bc];W[cd];B[cb]W[bc])":       3,
		"(;SZ[4];B[bc];W[cd];B[cb]W[bb];B[aa])": 5,
		"(;SZ[4];B[bc];W[bc];B[cb])":            2,
		"(;SZ[4];B[bc]W[bc];B[cb])":             1,
		"(;SZ[4];B[bc]C[here];W[cd];C[end])":    3,
	} {
		s := studyOf(t, text)
		line := s.MainLine()
		for _, id := range line {
			if _, err := s.Position(id); err != nil {
				t.Errorf("%s: node %d: %v", text, id, err)
			}
		}
		if len(line) != nodes {
			t.Errorf("%s: nodes %v, want %d and the root among them", text, line, nodes)
		}
	}
}
