package papers

import (
	"context"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
)

// doubled is a player with more and more playouts. Each number plays against the one before.
type doubled struct {
	counts []float64 // of playouts, rising
	corner string    // what the counts are called
	player func(n int) string
	games  int // of each pair
	// openings are the random moves that open a game, where players would repeat themselves.
	openings int
	// published is what a doubling is worth by the paper, in Elo; 0: no number stands next to ours.
	published float64
	note      string // below the table
	figure    string // name of the figure
}

// run plays on the board of the option board, and makes the report.
func (d doubled) run(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	var players []match.Entrant
	var pairs [][2]int
	for i, n := range d.counts {
		players = append(players, match.Entrant{
			Name: thousands(int(n)), Text: with(d.player(int(n)), run.Option("player")),
		})
		if i > 0 {
			pairs = append(pairs, [2]int{i, i - 1})
		}
	}
	settings := settings(run.Count("board"), d.games, d.openings)
	standing, err := run.tournament(ctx, report, players, pairs, settings, players[0].Name)
	if err != nil {
		return nil, err
	}
	steps := &lab.Table{
		Name: "doublings", Title: "Each against the one before", Corner: d.corner,
		Columns: []string{"won, %", "Elo difference", "won-lost"}, Note: d.note,
	}
	for i, p := range pairs {
		tally := standing.Between(players[p[0]].Name, players[p[1]].Name).Total()
		won := Winrate(tally)
		difference := lab.Number(inElo(won), 0)
		if d.published > 0 && d.counts[i+1] == 2*d.counts[i] {
			difference = lab.Against(inElo(won), lab.Exact(d.published), 0)
		}
		steps.Row(
			players[p[0]].Name+" against "+players[p[1]].Name, lab.Number(won.Times(100), 1), difference,
			lab.Words(tally.String()),
		)
	}
	ratings := &lab.Table{
		Name: d.figure + "-numbers", Title: "Ratings", Corner: d.corner, Columns: []string{"Elo"},
	}
	ours, line := lab.Series{Name: "ours"}, lab.Series{Name: "published: 100 Elo a doubling", Style: lab.Dashed}
	for i, n := range d.counts {
		for _, p := range standing.Players {
			if p.Name == players[i].Name {
				ratings.Row(p.Name, lab.Number(elo(p), 0))
				ours.Points = append(ours.Points, lab.Point{X: n, Y: elo(p)})
			}
		}
		line.Points = append(line.Points, lab.Point{X: n, Y: lab.Exact(d.published * doublings(d.counts[0], n))})
	}
	curves := []lab.Series{ours}
	if d.published > 0 {
		curves = append(curves, line)
	}
	report.Add(matchConclusion(steps, 1), steps, ratings, &lab.Figure{
		Name: d.figure, Title: "Elo by playouts per move",
		Caption: "The least has 0 Elo; intervals are of the difference from it.",
		Panels: []lab.Panel{{
			X: lab.Axis{
				Label: "playouts per move",
				Log:   true,
				Ticks: d.counts,
			}, Y: lab.Axis{Label: "Elo"}, Legend: "top-left",
			Series: curves,
		}},
	})
	return report, nil
}
