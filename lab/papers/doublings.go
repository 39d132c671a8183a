package papers

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
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
	var chain []scaleStep
	for i, p := range pairs {
		tally := standing.Between(players[p[0]].Name, players[p[1]].Name).Total()
		won := Winrate(tally)
		chain = append(chain, scaleStep{d.counts[i], d.counts[i+1], tally})
		steps.Row(
			players[p[0]].Name+" against "+players[p[1]].Name, lab.Number(won.Times(100), 1),
			lab.Number(inElo(won), 0), lab.Words(tally.String()),
		)
	}
	said := d.conclude(chain, steps)
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
	report.Add(lab.Conclusion(said), steps, ratings, &lab.Figure{
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

// scaleStep is a match of more playouts against fewer.
type scaleStep struct {
	from, to float64
	rating.Tally
}

// lost says that the games give no Elo difference, because one side won all of them.
func (s scaleStep) lost() bool { return s.Wins == 0 || s.Losses == 0 }

// each is what a doubling is worth in this step, in Elo.
func (s scaleStep) each() lab.Estimate {
	return inElo(Winrate(s.Tally)).Times(1 / doublings(s.from, s.to))
}

// conclude says which steps gain beyond the interval, what a doubling is worth over the whole chain, and whether that
// changes along it. The worth gets a row of its own, next to the published one.
func (d doubled) conclude(chain []scaleStep, table *lab.Table) []string {
	var gains, not []string
	for i, s := range chain {
		if name := table.Rows[i].Name; Winrate(s.Tally).Above(lab.Exact(0.5)) {
			gains = append(gains, name)
		} else {
			not = append(not, name)
		}
	}
	said := []string{"More playouts win more than half of the games, beyond the interval, in all steps."}
	switch {
	case len(gains) == 0:
		said[0] = "In no step do more playouts win more than half of the games, beyond the interval."
	case len(not) > 0:
		said[0] = fmt.Sprintf("More playouts win more than half of the games, beyond the interval, in these steps: "+
			"%s. Not in these: %s.", strings.Join(gains, "; "), strings.Join(not, "; "))
	}
	mean, ok := worthOfADoubling(chain)
	if !ok {
		return append(said, "What a doubling is worth cannot be said: in a step one side won all games.")
	}
	value := lab.Number(mean, 0)
	if d.published > 0 {
		value = lab.Against(mean, lab.Exact(d.published), 0)
	}
	table.Row("a doubling, on average", lab.Words(""), value, lab.Words(""))
	said = append(said, fmt.Sprintf("On average a doubling is worth %s Elo.", mean.Format(0)))
	if d.published > 0 {
		said = append(said, agreement(table, 1, ""))
	}
	if trend, ok := changeOfADoubling(chain); ok {
		verdict := "So these games do not show that it becomes less or more."
		switch {
		case lab.Exact(0).Above(trend):
			verdict = "So it becomes less."
		case trend.Above(lab.Exact(0)):
			verdict = "So it becomes more."
		}
		said = append(said, fmt.Sprintf(
			"From one doubling to the next its worth changes by %s Elo, by the line that fits the steps best. %s",
			trend.Format(0), verdict,
		))
	}
	return said
}

// worthOfADoubling is what a doubling is worth on average over the chain. Its matches are independent.
func worthOfADoubling(chain []scaleStep) (lab.Estimate, bool) {
	var sum lab.Estimate
	for _, s := range chain {
		if s.lost() {
			return sum, false
		}
		sum = lab.Minus(sum, reversed(inElo(Winrate(s.Tally))))
	}
	return sum.Times(1 / doublings(chain[0].from, chain[len(chain)-1].to)), true
}

// reversed is the estimate of the opposite number.
func reversed(e lab.Estimate) lab.Estimate {
	return lab.Estimate{Value: -e.Value, Lo: -e.Hi, Hi: -e.Lo, N: e.N}
}

// changeOfADoubling is the slope of the worths of doublings over the doublings, by least squares. A step weighs by
// the inverse square of its interval. Three steps are the least that can show a change.
func changeOfADoubling(chain []scaleStep) (lab.Estimate, bool) {
	if len(chain) < 3 {
		return lab.Estimate{}, false
	}
	var weights, xs, ys []float64
	games := 0
	for _, s := range chain {
		if s.lost() {
			return lab.Estimate{}, false
		}
		e := s.each()
		half := (e.Hi - e.Lo) / 2
		weights = append(weights, 1/(half*half))
		xs = append(xs, (doublings(chain[0].from, s.from)+doublings(chain[0].from, s.to))/2)
		ys, games = append(ys, e.Value), games+e.N
	}
	_, slope := stat.LinearRegression(xs, ys, weights, false)
	mean := stat.Mean(xs, weights)
	spread := 0.0
	for i, x := range xs {
		spread += weights[i] * (x - mean) * (x - mean)
	}
	half := 1 / math.Sqrt(spread) // weights are by half of the 95% intervals, so this is one too
	return lab.Estimate{Value: slope, Lo: slope - half, Hi: slope + half, N: games}, true
}
