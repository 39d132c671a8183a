package rating

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStandingAsTables(t *testing.T) {
	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"gnugo": 1800}
	s, err := NewStanding([]PairResult{
		{A: "gnugo", B: "rave", Black: Tally{Wins: 3, Losses: 7}, White: Tally{Wins: 3, Losses: 7}},
		{A: "uct", B: "rave", Black: Tally{Wins: 2, Losses: 2, Draws: 1}, White: Tally{Wins: 2, Losses: 2, Draws: 1}},
		{A: "x", B: "y", Black: Tally{Wins: 1}},
	}, config)
	if err != nil {
		t.Fatal(err)
	}
	// gnugo against rave has 2·(1 + 20/30)/2 virtual draws, so 6.83 to 14.83 games: 400·log10
	// of the ratio is 134.6. Draws alone put uct on a level with rave. The curvatures are
	// 14.83·6.83/21.67 = 4.677 and, with 2·(1 + 10/30)/2 draws more than 10, 11.33/4 = 2.833;
	// ± is 340.5 times √(1/4.677), √(1/4.677 + 1/2.833) and, of the colour, √(1/7.510).
	const want = `     player   Elo       ±  games  score  better than next
  1    rave  1935     157     30  63.3%             50.0%
  2     uct  1935     256     10  50.0%             84.8%
  3   gnugo  1800  anchor     20  30.0%                  
Black's advantage: +0 ± 124 Elo
not rated, because no games connect them with the others: x, y

     games won by      1      2     3
  1          rave         4-4-2  14-6
  2           uct  4-4-2             
  3         gnugo   6-14             
`
	if got := s.String(); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if s.Unbounded() != "" {
		t.Errorf("each won and lost games: %s", s.Unbounded())
	}
	s.Game = "tictactoe"
	if got := s.String(); !strings.Contains(got, "\nX's advantage: +0 ± 124 Elo\n") {
		t.Errorf("in a small game:\n%s", got)
	}
	for name, start := range map[string]string{"ladder.svg": "<?xml", "ladder.png": "\x89PNG"} {
		path := filepath.Join(t.TempDir(), name)
		if err := s.DrawLadder(path); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(text, []byte(start)) {
			t.Errorf("%s begins with %q (%v)", name, text[:min(8, len(text))], err)
		}
		if name == "ladder.svg" && !(bytes.Contains(text, []byte("gnugo  1800")) && bytes.Contains(text, []byte("uct  1935"))) {
			t.Error("the picture does not name its players")
		}
	}
	if err := s.DrawLadder("ladder.gif"); err == nil {
		t.Error("a picture of an unknown kind is drawn")
	}
}

// A player that won or lost every game has a rating with one end only; a draw, or an anchor, has both.
func TestStandingSaysWhichRatingsHaveOneEnd(t *testing.T) {
	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"middle": 1800}
	s, err := NewStanding([]PairResult{
		{A: "middle", B: "strong", Black: Tally{Losses: 5}, White: Tally{Losses: 5}},
		{A: "middle", B: "weak", Black: Tally{Wins: 5}, White: Tally{Wins: 5}},
		{A: "middle", B: "draws", Black: Tally{Wins: 5}, White: Tally{Wins: 4, Draws: 1}},
	}, config)
	if err != nil {
		t.Fatal(err)
	}
	const want = "won every game, so the games give no upper end: strong; " +
		"lost every game, so the games give no lower end: weak; virtual draws keep these ratings finite"
	if got := s.Unbounded(); got != want || !strings.Contains(s.String(), want+"\n") {
		t.Errorf("%s\n%s", got, s)
	}
}
