package strength_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/strength"
)

const ladderFile = "../docs/strength.md"

// opponent is the player that all ladders are anchored at, under its short name.
const opponent = "GNU Go, level 10"

// rung is a player of a ladder. Other players in the folders are rated, too, but not shown.
type rung struct {
	name  string
	texts []string // its player strings in the folders
}

// ladders are the tables of docs/strength.md. A new player is one more line here, and -update.
var ladders = []struct {
	size    int
	folders []string
	rungs   []rung
}{
	{9, []string{"gnugo9", "gnugo9-flat", "gnugo9-1s", "without9", "plainuct9", "levels9"}, []rung{
		{"`search`, 1 s of processor time", []string{
			"search:model=shipped:9x9,beta=1,time=1s,clock=cpu,threads=1,memory=256M",
		}},
		{"`search`, 2,000 playouts", []string{
			"search:model=shipped:9x9,beta=1,playouts=2000,threads=1,memory=64M",
		}},
		{"`search`, 2,000 playouts, β = 0.67", []string{
			"search:model=shipped:9x9,beta=0.67,playouts=2000,threads=1,memory=64M",
			"search:model=shipped:9x9,beta=0.67,playouts=2000,threads=1",
		}},
		{"`search`, 400 playouts, β = 0.67", []string{"search:model=shipped:9x9,beta=0.67,playouts=400,threads=1"}},
		{"`search`, 100 playouts, β = 0.67", []string{"search:model=shipped:9x9,beta=0.67,playouts=100,threads=1"}},
		{"`search`, 20 playouts, β = 0.67", []string{"search:model=shipped:9x9,beta=0.67,playouts=20,threads=1"}},
		{"`policy`, T = 0.4, no search", []string{"policy:model=shipped:9x9,temperature=0.4"}},
		{"`rave`, 0.28 s of processor time", []string{"rave:time=280ms,clock=cpu,threads=1,memory=128M"}},
		{"`rave`, 3,000 playouts", []string{"rave:playouts=3000,threads=1,memory=64M"}},
		{"`uct`, 3,000 playouts", []string{"uct:playouts=3000,threads=1,memory=64M"}},
		{"`uct`, 3,000 playouts, no knowledge, playouts `mogo`", []string{
			"uct:playouts=3000,heuristic=none,playout=mogo,c=0.2,threads=1,memory=64M",
			"uct:heuristic=none,playouts=3000,threads=1,memory=64M,c=0.2,playout=mogo,resign=-1",
			"uct:heuristic=none,playouts=3000,threads=1,memory=64M,c=0.2,resign=-1,playout=mogo",
		}},
		{"`uct`, 3,000 playouts, no knowledge, playouts `mogo-safe`", []string{
			"uct:heuristic=none,playouts=3000,threads=1,memory=64M,c=0.2,resign=-1,playout=mogo-safe",
		}},
		{opponent, []string{gnugo, strings.TrimSuffix(gnugo, " --capture-all-dead")}},
		{"GNU Go, level 1", []string{"gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead"}},
	}},
	{19, []string{"gnugo19", "gnugo19-1s", "levels19"}, []rung{
		{"`search`, 1 s of processor time", []string{
			"search:model=shipped:19x19,time=1s,clock=cpu,threads=1,memory=256M",
		}},
		{"`search`, 800 playouts", []string{"search:model=shipped:19x19,playouts=800,threads=1"}},
		{"`search`, 200 playouts", []string{"search:model=shipped:19x19,playouts=200,threads=1"}},
		{"`search`, 100 playouts", []string{"search:model=shipped:19x19,playouts=100,threads=1"}},
		{"`search`, 50 playouts", []string{"search:model=shipped:19x19,playouts=50,threads=1"}},
		{"`policy`, likeliest moves, no search", []string{"policy:model=shipped:19x19"}},
		{"`policy`, T = 1, no search", []string{"policy:model=shipped:19x19,temperature=1,symmetries=random"}},
		{opponent, []string{gnugo}},
		{"GNU Go, level 1", []string{"gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead"}},
	}},
}

// docs/strength.md has the ratings that the committed games give.
func TestLaddersAreWhatTheResultsSay(t *testing.T) {
	text, err := os.ReadFile(ladderFile)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, l := range ladders {
		begin := fmt.Sprintf("<!-- ladder %d -->\n", l.size)
		before, rest, found := strings.Cut(page, begin)
		_, after, closed := strings.Cut(rest, "<!-- end -->\n")
		if !found || !closed {
			t.Fatalf("%s has no ladder %d", ladderFile, l.size)
		}
		page = before + begin + ladderTable(t, l.size, l.folders, l.rungs) + "<!-- end -->\n" + after
	}
	switch {
	case page == string(text):
	case *update:
		if err := os.WriteFile(ladderFile, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has not what the results say: go test ./strength -run Ladders -update", ladderFile)
	}
}

// ladderTable is a ladder as Markdown, the strongest first.
func ladderTable(t *testing.T, size int, folders []string, rungs []rung) string {
	t.Helper()
	var paths []string
	for _, f := range folders {
		paths = append(paths, filepath.Join("..", "docs", "matches", f))
	}
	results, err := match.ReadResults(paths)
	if err != nil {
		t.Fatal(err)
	}
	names, shown := asOne(t, results), map[string]bool{}
	for _, r := range rungs {
		shown[r.name] = true
		for _, text := range r.texts {
			names[text] = r.name
		}
	}
	pairs, _, err := match.CombineResults(results, names)
	if err != nil {
		t.Fatal(err)
	}
	config := rating.DefaultRateConfig()
	config.Anchors = map[string]float64{opponent: strength.GNUGo}
	standing, err := rating.NewStanding(pairs, config)
	if err != nil {
		t.Fatal(err)
	}
	scale, ok := scaleOf(size)
	if !ok {
		t.Fatalf("no scale for %d×%d", size, size)
	}
	type row struct {
		elo  float64 // as the row shows it
		text string
	}
	var rows []row
	for _, p := range standing.Players {
		if !shown[p.Name] {
			continue
		}
		delete(shown, p.Name)
		at, elo, direct := p.Elo, fmt.Sprintf("%.0f ± %.0f", p.Elo, p.Error), ""
		if p.Name == opponent {
			elo = fmt.Sprintf("%.0f, the anchor", p.Elo)
		}
		more := ""
		if score := standing.Between(p.Name, opponent).Total(); score.Games() > 0 {
			lo, hi := score.Interval()
			if p.Wins == p.Games { // the games give no upper end: a number would be the prior's
				at = strength.GNUGo + 400*math.Log10(lo/(1-lo))
				elo, more = fmt.Sprintf("at least %.0f", at), " or more"
			}
			share := fmt.Sprintf("%.0f", 100*score.Winrate())
			if score.Losses > 0 && share == "100" {
				share = fmt.Sprintf("%.1f", 100*score.Winrate())
			}
			direct = fmt.Sprintf("%d of %d, %s %% (%.0f–%.0f)", score.Wins, score.Games(), share, 100*lo, 100*hi)
		}
		rank := strength.Name(scale.Rank(math.Round(at))) + more
		rows = append(rows, row{at, fmt.Sprintf("| %s | %s | %s | %d | %s |\n", p.Name, elo, rank, p.Games, direct)})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.elo, a.elo) })
	var b strings.Builder
	b.WriteString("| player | Elo | rank, about | games | won against GNU Go 10 |\n| --- | ---: | --- | ---: | --- |\n")
	for _, r := range rows {
		b.WriteString(r.text)
	}
	for name := range shown {
		t.Errorf("no games of %s in %v", name, folders)
	}
	return b.String()
}

// scaleOf is the scale of ranks of a board.
func scaleOf(size int) (strength.Scale, bool) {
	for _, s := range strength.Scales() {
		if s.Size == size {
			return s, true
		}
	}
	return strength.Scale{}, false
}
