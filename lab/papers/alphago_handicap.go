package papers

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/rating"
)

// stonesSize is the board of extended data table 6.
const stonesSize = 19

// whiteGets is what White has for moving second, with stones as without (methods, "Evaluating playing strength"): the
// value network learned from games with this komi. The Chinese rules give White a point a stone, so the komi is lower
// by as much.
const whiteGets = 7.5

// stonesGames is how many games a point has at full scale. GNU Go alone thinks for most of a minute in a game.
const stonesGames = 100

// alphagoHandicap is the part of extended data table 6 that has stones.
func alphagoHandicap(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "alphago-handicap",
		Title:    "what handicap stones are worth against the search and against the policy network alone",
		Source:   silver + ", extended data table 6",
		About:    about("alphago-handicap"),
		Revision: 1,
		Estimate: 300 * time.Minute,
		Options: []lab.Option{
			stonesOption(),
			{Name: "model", Default: "shipped:19x19", Help: "the model, of a board of 19×19"},
			timeOption("200ms", "processor time per move of the search"),
			opponentOption(), playerOption(),
		},
		Run: env.run(runAlphagoHandicap),
	}
}

func stonesOption() lab.Option {
	o := lab.NumbersOption("stones", "2,4", "stones of the opponent, after even games", 2)
	check := o.Check
	o.Check = func(s string) error {
		if err := check(s); err != nil {
			return err
		}
		for word := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err == nil {
				_, err = board.FixedHandicap(stonesSize, n)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return o
}

func runAlphagoHandicap(ctx context.Context, run *matchRun) (*lab.Report, error) {
	search := fmt.Sprintf(
		"search:model=%s,time=%s,clock=cpu,threads=1,memory=256M", run.Option("model"), run.Option("time"),
	)
	players := []struct{ name, text string }{
		{"search", with(search, run.Option("player"))},
		{"policy", "policy:model=" + run.Option("model")},
	}
	stones := append([]float64{0}, run.Numbers("stones")...)
	var matches []Match
	for _, p := range players {
		for _, n := range stones {
			m := Match{Key: p.name + ", " + stonesName(n), A: p.text}
			m.Settings = settings(stonesSize, run.games(stonesGames), 0)
			komi := whiteGets - n
			m.Settings.Komi = &komi
			m.Settings.Handicap = int(n)
			matches = append(matches, m)
		}
	}
	report := &lab.Report{}
	results, err := run.meet(ctx, report, matches)
	if err != nil {
		return nil, err
	}
	won := winTable("table-6", "Games won against the opponent")
	won.Note = "The paper has other opponents: its single machine won 99% of its games against Pachi with four " +
		"stones, 86% against Zen and 77% against Crazy Stone."
	for i, m := range matches {
		t := results[i].Tally
		won.Row(m.Key, append([]lab.Value{lab.Number(Winrate(t).Times(100), 1)}, winRest(t)...)...)
	}
	worth := &lab.Table{
		Name: "stones", Title: "What the stones are worth to the opponent, in Elo", Corner: "stones",
		Note: "By how much the difference of ratings falls from the even games, in which colours alternate. In the " +
			"paper the ratings of Crazy Stone, Zen and Pachi are higher by 597, 525 and 458 where they have four " +
			"stones.",
	}
	for _, p := range players {
		worth.Columns = append(worth.Columns, "against the "+p.name)
	}
	var said []string
	for k, p := range players {
		said = append(said, mostStones(p.name, stones, results[k*len(stones):(k+1)*len(stones)]))
	}
	for i, n := range stones[1:] {
		var values []lab.Value
		for k := range players {
			even, given := results[k*len(stones)].Tally, results[k*len(stones)+1+i].Tally
			values = append(values, stonesWorth(even, given))
		}
		worth.Row(strconv.Itoa(int(n)), values...)
	}
	report.Add(lab.Conclusion(said), won, worth)
	return report, nil
}

// stonesName names a handicap.
func stonesName(n float64) string {
	if n == 0 {
		return "even"
	}
	return strconv.Itoa(int(n)) + " stones"
}

// stonesWorth is by how many Elo stones move a result. Where one side won all games of a match, only a bound is known.
func stonesWorth(even, given rating.Tally) lab.Value {
	a, b := inElo(Winrate(even)), inElo(Winrate(given))
	if even.Losses == 0 || given.Wins == 0 {
		if bound := a.Lo - b.Hi; bound > 0 {
			return lab.Words(fmt.Sprintf("%.0f or more", bound))
		}
	}
	if even.Wins == 0 || even.Losses == 0 || given.Wins == 0 || given.Losses == 0 {
		return lab.Words("not to be said")
	}
	return lab.Number(lab.Minus(a, b), 0)
}

// mostStones says how many stones a player can give and still win more than half, beyond the interval.
func mostStones(name string, stones []float64, results []MatchResult) string {
	for i := len(stones) - 1; i >= 0; i-- {
		won := Winrate(results[i].Tally)
		switch {
		case !won.Above(lab.Exact(0.5)):
		case stones[i] == 0:
			return fmt.Sprintf("The %s wins more than half, beyond the interval, of the even games only.", name)
		default:
			return fmt.Sprintf(
				"The most stones with which the %s wins more than half, beyond the interval: %d (%s%% won).",
				name, int(stones[i]), won.Times(100).Format(1),
			)
		}
	}
	return fmt.Sprintf("The %s does not win more than half beyond the interval, not even of the even games.", name)
}
