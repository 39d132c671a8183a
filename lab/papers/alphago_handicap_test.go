package papers

import (
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/rating"
)

// Black wins all games here, so the opponent wins all that have stones, and half of the even ones.
func TestAlphagoHandicap(t *testing.T) {
	r := execute(t, "alphago-handicap", stubs(), map[string]string{"stones": "2,4"})
	for name, want := range map[string]float64{
		"search, even": 50, "search, 2 stones": 0, "search, 4 stones": 0, "policy, even": 50, "policy, 4 stones": 0,
	} {
		if v := rowOf(r, t, "table-6", name)[0]; v.Ours.Value != want || v.Published != nil {
			t.Errorf("%s: %+v, want %g", name, v, want)
		}
	}
	for _, v := range rowOf(r, t, "stones", "4") {
		if v.Ours != nil || v.Words != "not to be said" { // two games a point give no bound
			t.Errorf("what four stones are worth where all such games are lost: %+v", v)
		}
	}
	if said := string(r.Blocks[0].(lab.Text)); !strings.Contains(said, "search, even 1 of 2; search, 2 stones 1 of 2") {
		t.Errorf("each two games are the same, but: %s", said)
	}
	if said := string(r.Blocks[1].(lab.Text)); strings.Count(said, " does not win more than half ") != 2 {
		t.Errorf("with half of the even games won: %s", said)
	}
}

// By hand: 70 % are 147.2 Elo and 40 % are −70.4.
func TestWhatStonesAreWorth(t *testing.T) {
	even, given := rating.Tally{Wins: 70, Losses: 30}, rating.Tally{Wins: 40, Losses: 60}
	v := stonesWorth(even, given)
	if math.Abs(v.Ours.Value-217.6) > 0.1 || v.Published != nil {
		t.Errorf("%+v, want 217.6, and nothing published", v)
	}
	// Two results give a wider interval than one does, but their intervals do not add up.
	a, b := inElo(Winrate(even)), inElo(Winrate(given))
	if half := v.Ours.Hi - v.Ours.Value; half <= a.Hi-a.Value || half >= a.Hi-a.Value+b.Value-b.Lo {
		t.Errorf("the interval is %+v", v.Ours)
	}
	// Wilson's intervals: 100 of 100 is 96.3 % at least, 566 Elo; 40 of 100 is 49.8 % at most, −1 Elo; together 568.
	if v := stonesWorth(rating.Tally{Wins: 100}, given); v.Words != "568 or more" {
		t.Errorf("after 100 even games won: %+v", v)
	}
	all, none := rating.Tally{Wins: 100}, rating.Tally{Losses: 100}
	for _, c := range [][2]rating.Tally{{none, given}, {even, all}, {all, all}, {none, none}, {all, {Wins: 99, Losses: 1}}} {
		if v := stonesWorth(c[0], c[1]); v.Words != "not to be said" {
			t.Errorf("%v even and %v with stones: %+v", c[0], c[1], v)
		}
	}
}

// The report names the most stones with which the whole interval is above half.
func TestMostStones(t *testing.T) {
	results := []MatchResult{
		{Tally: rating.Tally{Wins: 90, Losses: 10}},
		{Tally: rating.Tally{Wins: 70, Losses: 30}},
		{Tally: rating.Tally{Wins: 55, Losses: 45}},
	}
	if said := mostStones("search", []float64{0, 2, 4}, results); !strings.Contains(said, ": 2 (70.0") {
		t.Error(said)
	}
	results[1] = results[2]
	if said := mostStones("search", []float64{0, 2, 4}, results); !strings.Contains(said, "the even games only") {
		t.Error(said)
	}
}
