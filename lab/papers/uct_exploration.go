package papers

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
)

// uctExploration is §5.2.
func uctExploration(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "uct-exploration",
		Title:    "UCT and UCT-RAVE, without and with a heuristic, against GNU Go for different rates of exploration",
		Source:   gellySilver + ", §4.4 and §5.2",
		About:    about("uct-exploration"),
		Revision: 2,
		Estimate: 380 * time.Minute,
		Options: versusOptions(
			lab.NumbersOption("cp", "0,0.2,0.707,1.41", "Cp of UCT", 0),
			lab.NumbersOption("c", "0,0.1,0.5", "c of UCT-RAVE", 0),
			shapesOption(),
		),
		Run: env.run(runUCTExploration),
	}
}

// exploring is a family of players that differ in their rate of exploration alone.
type exploring struct {
	name, rate string
	rates      []float64
	player     func(rate float64) string
	published  map[float64]float64 // share of games won, by the rate
}

func runUCTExploration(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	playouts := run.Count("playouts")
	families := []exploring{
		{
			"UCT", "Cp", run.Numbers("cp"),
			func(r float64) string { return mogoUCT(playouts, fmt.Sprintf("c=%g", r)) },
			map[float64]float64{mogoCp: publishedUCT},
		},
		{
			"UCT-RAVE", "c", run.Numbers("c"),
			func(r float64) string { return mogo(playouts, fmt.Sprintf("c=%g", r)) },
			nil,
		},
		{
			"heuristic UCT-RAVE" + printedBeta, "c", run.Numbers("c"),
			func(r float64) string {
				text := mogoHeuristic(playouts, publishedHeuristic, "50")
				return run.shapes(with(text, fmt.Sprintf("schedule=hand,c=%g", r)))
			},
			map[float64]float64{0: publishedShapes},
		},
	}
	var players []match.Entrant
	for _, f := range families {
		for _, r := range f.rates {
			name := fmt.Sprintf("%s, %s = %g", f.name, f.rate, r)
			players = append(players, match.Entrant{Name: name, Text: f.player(r)})
		}
	}
	results, err := run.versus(ctx, report, 9, players)
	if err != nil {
		return nil, err
	}
	table := winTable("exploration", "Games won against the opponent")
	var series []lab.Series
	var said []string
	for _, f := range families {
		line := lab.Series{Name: f.name + ": " + f.rate}
		for _, r := range f.rates {
			i := len(table.Rows)
			won := Winrate(results[i].Tally).Times(100)
			value := lab.Value{Ours: &won, Digits: 1}
			if share, ok := f.published[r]; ok {
				value.Published = run.published(share)
			}
			line.Points = append(line.Points, lab.Point{X: r, Y: won})
			table.Row(players[i].Name, append([]lab.Value{value}, winRest(results[i].Tally)...)...)
		}
		series = append(series, line)
		said = append(said, f.bestRate(line.Points))
	}
	if _, of := table.Agreeing(0); of > 0 {
		said = append(said, agreement(table, 0, ""))
	}
	report.Add(lab.Conclusion(said), table, &lab.Figure{
		Name: "exploration-curve", Title: "Games won against the rate of exploration",
		Panels: []lab.Panel{{
			X: lab.Axis{Label: "Cp, c"}, Y: lab.Axis{Label: "games won, %", Min: 0, Max: 100}, Legend: "top-right",
			Series: series,
		}},
	})
	return report, nil
}

// bestRate says which rate of a family wins the most games, and whether it wins more than without exploration.
func (f exploring) bestRate(points []lab.Point) string {
	var best, greedy *lab.Point
	for i := range points {
		if p := &points[i]; p.X == 0 {
			greedy = p
		} else if best == nil || p.Y.Value > best.Y.Value {
			best = p
		}
	}
	switch {
	case best == nil:
		return fmt.Sprintf("%s: only %s = 0 was played.", f.name, f.rate)
	case greedy == nil:
		return fmt.Sprintf("%s: most games won with %s = %g, %s%%; 0 was not played.",
			f.name, f.rate, best.X, best.Y.Format(1))
	}
	gain := lab.Minus(best.Y, greedy.Y)
	verdict := "The games do not decide whether exploration helps."
	switch {
	case gain.Above(lab.Exact(0)):
		verdict = "So exploration helps, as far as the best of several shows."
	case lab.Exact(0).Above(gain):
		verdict = "So greedy search is better."
	}
	return fmt.Sprintf("%s: the best %s above 0 is %g. Games won with it less games won with 0: %s points. %s",
		f.name, f.rate, best.X, gain.Format(1), verdict)
}
