package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/rating"
)

// playedLines are games of "a" with Black and White in turns: each has its moves' hash, and A wins it with Black.
func playedLines(hashes ...string) string {
	var text strings.Builder
	for i, hash := range hashes {
		black, white := "a", "b"
		if i%2 == 1 {
			black, white = white, black
		}
		fmt.Fprintf(&text, `{"game":%d,"black":%q,"white":%q,"winner":%q,"hash":%q}`+"\n", i, black, white, black, hash)
	}
	return text.String()
}

// combined reads the matches of files, and combines them.
func combined(t *testing.T, texts map[string]string) ([]Result, []rating.PairResult) {
	t.Helper()
	matches, err := ReadResults([]string{files(t, texts)})
	if err != nil {
		t.Fatal(err)
	}
	results, _, err := CombineResults(matches, nil)
	if err != nil {
		t.Fatal(err)
	}
	return matches, results
}

// A game in two folders counts once, whoever of the two is A in them. With stones, or with the colours exchanged, it is
// another one.
func TestRepeatedInAnotherFolder(t *testing.T) {
	stones := `{"a":"rave","b":"uct","board":9,"rules":"chinese","komi":7.5,"handicap":2}`
	matches, results := combined(t, map[string]string{
		"1/match.json": about("rave", "uct", 9), "1/results.jsonl": playedLines("01", "02", "01", "03"),
		"2/match.json": about("uct", "rave", 9), "2/results.jsonl": playedLines("02", "01", "04", "04"),
		"3/match.json": about("rave", "uct", 9), "3/results.jsonl": playedLines("01", "02", "01", "03"),
		"4/match.json": stones, "4/results.jsonl": playedLines("01", "01"),
		"5/match.json": about("rave", "uct", 9), "5/results.jsonl": `{"game":0,"black":"a","white":"b","winner":"a"}` + "\n",
	})
	one := rating.Tally{Wins: 1}
	for i, want := range []rating.Colors{
		{Black: one},
		{Black: one, White: rating.Tally{Losses: 1}},
		{Black: rating.Tally{Wins: 2}, White: rating.Tally{Losses: 2}},
		{},
		{},
	} {
		if got := results[i].Repeated; got != want {
			t.Errorf("%s: %+v repeat another, want %+v", matches[i].File, got, want)
		}
	}
}

// In small games chance repeats games, too, unless all with the same colours are the same.
func TestRepeatedSmallGames(t *testing.T) {
	small := `{"a":"rave","b":"uct","game":"tictactoe","board":3}`
	for other, want := range map[string]int{"01": 4, "09": 0} {
		_, results := combined(t, map[string]string{
			"1/match.json": small, "1/results.jsonl": playedLines("01", "02", "01", "02"),
			"2/match.json": small, "2/results.jsonl": playedLines(other, "02"),
		})
		if got := results[0].Repeated.Total().Games() + results[1].Repeated.Total().Games(); got != want {
			t.Errorf("the second folder begins with %s: %d games repeat another, want %d", other, got, want)
		}
	}
}
