package papers

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// tournament plays pairs of players (nil is everybody against everybody) and rates them, one
// of them, anchor, having 0 Elo; "" has the mean of all 0.
func (r *matchRun) tournament(
	ctx context.Context, report *lab.Report, players []match.Entrant, pairs [][2]int, settings match.Settings,
	anchor string,
) (*rating.Standing, error) {
	if pairs == nil {
		pairs = match.RoundRobin(len(players))
	}
	matches := make([]Match, len(pairs))
	for i, p := range pairs {
		a, b := players[p[0]], players[p[1]]
		matches[i] = Match{Key: a.Name + " against " + b.Name, A: a.Text, B: b.Text, Settings: settings}
	}
	report.Set("games a pair", fmt.Sprint(settings.Games))
	report.Set("board", fmt.Sprintf("%d×%d", settings.Board, settings.Board))
	for _, p := range players {
		report.Set(p.Name, p.Text)
	}
	played, err := Matches(ctx, r, r.Name, matches)
	if err != nil {
		return nil, err
	}
	addPlayed(report, matches, played)
	results := make([]rating.PairResult, len(pairs))
	for i, p := range pairs {
		results[i] = rating.PairResult{A: players[p[0]].Name, B: players[p[1]].Name, Unknown: played[i].Tally}
	}
	config := rating.DefaultRateConfig()
	config.NoColor = true // both have either colour equally often
	if anchor != "" {
		config.Anchors = map[string]float64{anchor: 0}
	}
	return rating.NewStanding(results, config)
}

// elo is a rating as an estimate.
func elo(p rating.Rating) lab.Estimate {
	return lab.Estimate{Value: p.Elo, Lo: p.Elo - p.Error, Hi: p.Elo + p.Error, N: p.Games}
}

// crossTable is who won how much against whom, in per cent, the strongest first.
func crossTable(s *rating.Standing, name string) *lab.Table {
	t := &lab.Table{Name: name, Title: "Games won by the player of the row, %", Corner: "player"}
	for _, p := range s.Players {
		t.Columns = append(t.Columns, p.Name)
	}
	for _, p := range s.Players {
		values := make([]lab.Value, len(s.Players))
		for i, q := range s.Players {
			if tally := s.Between(p.Name, q.Name).Total(); tally.Games() > 0 {
				values[i] = lab.Number(Winrate(tally).Times(100), 0)
			}
		}
		t.Row(p.Name, values...)
	}
	return t
}

// ladder is the picture of a standing.
func ladder(s *rating.Standing, name, title string) *lab.Picture {
	return &lab.Picture{Name: name, Title: title, Drawing: s.Ladder()}
}

// Winrate is A's share of the points of a match.
func Winrate(t rating.Tally) lab.Estimate { return lab.Share(t.Points(), t.Games()) }

// oneSided says that one side won no point, so that the difference in rating has no limit.
func oneSided(t rating.Tally) bool { return t.Points() == 0 || t.Points() == float64(t.Games()) }

// inElo is the difference in rating that a share of the points is worth. Where one side won
// no point it would be infinite; it is kept within ±1200, which more than a thousand games
// would be needed to tell from.
func inElo(e lab.Estimate) lab.Estimate {
	elo := func(share float64) float64 { return max(-1200, min(1200, rating.Elo(share))) }
	return lab.Estimate{Value: elo(e.Value), Lo: elo(e.Lo), Hi: elo(e.Hi), N: e.N}
}
