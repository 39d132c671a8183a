package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Standing is the result of many matches: ratings, and how often each player won against each other.
type Standing struct {
	Ratings
	// Game is the small game that was played; "" is Go.
	Game string `json:"game,omitempty"`
	// Pairs are the results of all pairs that met, A the lesser name.
	Pairs []PairResult `json:"pairs"`
	// DistinctGames is how many of the games of all pairs repeat no other; 0 if none does.
	DistinctGames int `json:"distinct_games,omitempty"`
	// Texts are the player strings behind the names, if they are known.
	Texts map[string]string `json:"texts,omitempty"`
}

// NewStanding rates the players of the results.
func NewStanding(results []PairResult, config RateConfig) (*Standing, error) {
	ratings, err := Rate(results, config)
	if err != nil {
		return nil, err
	}
	s := &Standing{Ratings: ratings, Pairs: merged(results)}
	games, repeated := 0, 0
	for _, r := range s.Pairs {
		games += r.Total().Games()
		repeated += r.Repeated.Total().Games()
	}
	if repeated > 0 {
		s.DistinctGames = games - repeated
	}
	return s, nil
}

// Between is what a came to against b; without games if they did not meet.
func (s *Standing) Between(a, b string) PairResult {
	for _, r := range s.Pairs {
		switch {
		case r.A == a && r.B == b:
			return r
		case r.A == b && r.B == a:
			return r.turned()
		}
	}
	return PairResult{A: a, B: b}
}

// Repeats says which players played the same games again; "" if none did.
func (s *Standing) Repeats() string {
	var pairs []string
	for _, r := range s.Pairs {
		if r.Repeated != (Colors{}) {
			pairs = append(pairs, fmt.Sprintf("%d of %d between %s and %s",
				r.Distinct().Total().Games(), r.Total().Games(), r.A, r.B))
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return fmt.Sprintf("games that repeat no other, and alone are rated by: %s; %s", strings.Join(pairs, ", "), Remedy)
}

// Faults names the players that lost games by failing, by illegal moves or on time; "" if none did.
func (s *Standing) Faults() string {
	var list []string
	for _, p := range s.Players {
		var f Faults
		for _, r := range s.Pairs {
			if r.A == p.Name {
				f = f.plus(r.AFaults)
			}
			if r.B == p.Name {
				f = f.plus(r.BFaults)
			}
		}
		if f != (Faults{}) {
			list = append(list, fmt.Sprintf("%s %d of %d games (%v)", p.Name, f.Games(), p.Games, f))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "lost by a fault, which results.jsonl of the match names: " + strings.Join(list, "; ")
}

// Unbounded names the players that won every game, or lost every game; "" if none did. Without
// the prior their ratings would be infinite: their games give one end only.
func (s *Standing) Unbounded() string {
	var won, lost []string
	for _, p := range s.Players {
		switch {
		case p.Anchor, p.Tally.Games() == 0:
		case p.Wins == p.Tally.Games():
			won = append(won, p.Name)
		case p.Losses == p.Tally.Games():
			lost = append(lost, p.Name)
		}
	}
	var said []string
	if len(won) > 0 {
		said = append(said, "won every game, so the games give no upper end: "+strings.Join(won, ", "))
	}
	if len(lost) > 0 {
		said = append(said, "lost every game, so the games give no lower end: "+strings.Join(lost, ", "))
	}
	if len(said) == 0 {
		return ""
	}
	return strings.Join(said, "; ") + "; virtual draws keep these ratings finite"
}

// String is the standing as a table of ratings and a cross table, for people.
func (s *Standing) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tplayer\tElo\t±\tgames\tscore\tbetter than next\t\n")
	for i, p := range s.Players {
		plus := fmt.Sprintf("%.0f", p.Error)
		if p.Anchor {
			plus = "anchor"
		}
		better := ""
		if p.Better != nil {
			better = fmt.Sprintf("%.1f%%", 100**p.Better)
		}
		fmt.Fprintf(w, "%d\t%s\t%.0f\t%s\t%d\t%.1f%%\t%s\t\n",
			i+1, p.Name, noMinusZero(p.Elo), plus, p.Games, 100*p.Winrate(), better)
	}
	_ = w.Flush() // into memory
	first := "Black"
	if s.Game != "" {
		first = "X"
	}
	fmt.Fprintf(&b, "%s's advantage: %+.0f ± %.0f Elo\n", first, noMinusZero(s.Black), s.BlackError)
	if warning := s.Warning(); warning != "" {
		fmt.Fprintln(&b, warning)
	}
	if repeats := s.Repeats(); repeats != "" {
		fmt.Fprintln(&b, repeats)
	}
	if unbounded := s.Unbounded(); unbounded != "" {
		fmt.Fprintln(&b, unbounded)
	}
	if faults := s.Faults(); faults != "" {
		fmt.Fprintln(&b, faults)
	}
	b.WriteByte('\n')
	fmt.Fprint(w, "\tgames won by\t")
	for i := range s.Players {
		fmt.Fprintf(w, "%d\t", i+1)
	}
	fmt.Fprintln(w)
	for i, p := range s.Players {
		fmt.Fprintf(w, "%d\t%s\t", i+1, p.Name)
		for _, q := range s.Players {
			cell := ""
			if t := s.Between(p.Name, q.Name).Total(); t.Games() > 0 {
				cell = t.String()
			}
			fmt.Fprintf(w, "%s\t", cell)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
	return b.String()
}

// noMinusZero keeps what rounds to 0 from being written as -0.
func noMinusZero(elo float64) float64 {
	if math.Abs(elo) < 0.5 {
		return 0
	}
	return elo
}

// Remedy is how games of players without chance of their own become different ones.
const Remedy = "matches with --openings 2, or a temperature= for policies, have games that differ"

// Write leaves the standing in a folder.
func (s *Standing) Write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(dir, "standing.json"), append(text, '\n')); err != nil {
		return fmt.Errorf("standing: %w", err)
	}
	if err := atomicfile.Write(filepath.Join(dir, "standing.txt"), []byte(s.String())); err != nil {
		return fmt.Errorf("standing: %w", err)
	}
	return s.DrawLadder(filepath.Join(dir, "ladder.svg"))
}
