package strength_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/strength"
)

var update = flag.Bool("update", false, "write what the results say into scale.json")

const gnugo = "gtp:gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead"

// measured are the ratings of all players in some folders of results.
func measured(t *testing.T, dirs []string) (players map[string]rating.Rating, games int, results []match.Result) {
	t.Helper()
	var paths []string
	for _, dir := range dirs {
		paths = append(paths, filepath.Join("..", dir))
	}
	results, err := match.ReadResults(paths)
	if err != nil {
		t.Fatal(err)
	}
	pairs, _, err := match.CombineResults(results, asOne(t, results))
	if err != nil {
		t.Fatal(err)
	}
	config := rating.DefaultRateConfig()
	config.Anchors = map[string]float64{gnugo: strength.GNUGo}
	ratings, err := rating.Rate(pairs, config)
	if err != nil || ratings.Warning() != "" {
		t.Fatalf("%v %s", err, ratings.Warning())
	}
	players = map[string]rating.Rating{}
	for _, p := range ratings.Players {
		players[p.Name] = p
		games += p.Games
	}
	return players, games / 2, results
}

// scaleFile is scale.json.
type scaleFile struct {
	Boards []strength.Scale `json:"boards"`
	Others []strength.Level `json:"others"`
}

// The levels have the ratings that the committed results give, and the ranks that these ratings mean.
func TestScaleIsWhatTheResultsSay(t *testing.T) {
	text, err := os.ReadFile("scale.json")
	if err != nil {
		t.Fatal(err)
	}
	var was, is scaleFile
	if err := json.Unmarshal(text, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &is); err != nil {
		t.Fatal(err)
	}
	for i := range is.Boards {
		s := &is.Boards[i]
		players, games, _ := measured(t, s.Results)
		s.Games = games
		rate(t, s, players, s.Levels)
		if s.Size == 9 {
			rate(t, s, players, is.Others)
		}
	}
	if *update {
		fresh, err := json.MarshalIndent(is, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("scale.json", append(fresh, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := fmt.Sprintf("%+v", was), fmt.Sprintf("%+v", is); got != want {
		t.Errorf("scale.json:\n%s\nthe results say:\n%s\ngo test ./strength -update writes it", got, want)
	}
}

// rate gives levels the ratings and ranks that their players have.
func rate(t *testing.T, s *strength.Scale, players map[string]rating.Rating, levels []strength.Level) {
	t.Helper()
	for i := range levels {
		l := &levels[i]
		p, ok := players[l.Player]
		if !ok {
			t.Fatalf("%s is not in the results of %d×%d", l.Player, s.Size, s.Size)
		}
		l.Elo, l.Plus = int(math.Round(p.Elo)), int(math.Round(p.Error))
		l.Name = strength.Name(s.Rank(p.Elo))
		if i > 0 && (l.Elo <= levels[i-1].Elo || l.Name == levels[i-1].Name) {
			t.Errorf("%d×%d: %s has %d Elo and the name %s, the one before %d and %s",
				s.Size, s.Size, l.Player, l.Elo, l.Name, levels[i-1].Elo, levels[i-1].Name)
		}
	}
}

var weightPattern = regexp.MustCompile(`\b[0-9a-f]{12}\b`)

// The networks that ship are those that played: other weights need a new measurement, but for those of asOne.
func TestTheWeightsThatPlayedShip(t *testing.T) {
	shipped, _ := weightsThatShip(t)
	for _, s := range strength.Scales() {
		_, _, results := measured(t, s.Results)
		same, n := asOne(t, results), 0
		for _, r := range results {
			for k, text := range r.Weights {
				for _, w := range weightPattern.FindAllString(text, -1) {
					if n++; !shipped[w] && same[r.Texts[k]] == "" {
						t.Errorf("%s: %s played with the weights %s, which do not ship", r.File, r.Texts[k], w)
					}
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: no weights", s.Results)
		}
	}
}

// weightsThatShip are the networks that ship, and those that pruned ones were pruned of.
func weightsThatShip(t *testing.T) (shipped, parents map[string]bool) {
	t.Helper()
	shipped, parents = map[string]bool{}, map[string]bool{}
	entries, err := models.List(models.ShippedPrefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		for _, n := range e.Manifest.Networks {
			shipped[n.File.SHA256[:12]] = true
			if strings.HasPrefix(n.Training.Notes, "pruned of ") {
				parents[n.Training.Parent[:12]] = true
			}
		}
	}
	return shipped, parents
}

// asOne names players that only ask a policy network, and did so before it was pruned: pruned, it plays the same moves.
// In a search it does not, for the price of the network changes the search.
func asOne(t *testing.T, results []match.Result) map[string]string {
	t.Helper()
	_, parents := weightsThatShip(t)
	names := map[string]string{}
	for _, r := range results {
		for k, text := range r.Texts {
			w := weightPattern.FindString(r.Weights[k])
			if strings.HasPrefix(text, "policy:") && parents[w] {
				names[text] = text
			}
		}
	}
	return names
}

// docs/players.md has the figures of every level.
func TestManualHasTheScale(t *testing.T) {
	manual, err := os.ReadFile("../docs/players.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{9, 19, 13} {
		for _, l := range strength.Levels(size) {
			row := fmt.Sprintf("| `%s` | %d ± %d | `%s` |", l.Name, l.Elo, l.Plus, l.Player)
			if l.Name == strength.Strongest {
				continue
			}
			if !strings.Contains(string(manual), row) {
				t.Errorf("docs/players.md lacks %s", row)
			}
		}
	}
	for _, s := range strength.Scales() {
		for _, figure := range append([]string{s.Date}, s.Results...) {
			if !strings.Contains(string(manual), strings.TrimPrefix(figure, "docs/")) {
				t.Errorf("docs/players.md lacks %s", figure)
			}
		}
	}
}

// Both curves are those of their sources.
func TestRank(t *testing.T) {
	unit := 400 / math.Ln10
	ogs := strength.Scale{Curve: "ogs", Anchor: "5k"}
	egf := strength.Scale{Curve: "egf", Anchor: "5k"}
	for rank := -29.0; rank <= 6; rank++ {
		// OGS: the rating of n ranks above 30 kyu is 525 exp(n/23.15); 1 dan is 30 above.
		elo := strength.GNUGo + 525*math.Exp((rank+30)/23.15) - 525*math.Exp(25/23.15)
		if got := ogs.Rank(elo); math.Abs(got-rank) > 1e-9 {
			t.Errorf("OGS: %v Elo is rank %v, want %v", elo, got, rank)
		}
		// EGF: a rating r wins against q with the logistic function of 7 ln((3300−q)/(3300−r)).
		r := 2100 + 100*rank
		elo = strength.GNUGo + unit*7*math.Log((3300-1600)/(3300-r))
		if got := egf.Rank(elo); math.Abs(got-rank) > 1e-9 {
			t.Errorf("EGF: %v Elo is rank %v, want %v", elo, got, rank)
		}
	}
	for rank, want := range map[float64]string{0.4: "1d", -0.5: "1k", -0.6: "1k", -14.6: "15k", -99: "30k", 2.5: "4d"} {
		if got := strength.Name(rank); got != want {
			t.Errorf("rank %v is %s, want %s", rank, got, want)
		}
	}
	if record.ParseRank(strength.Strongest) != 0 {
		t.Error("strongest is a rank")
	}
}
