package lab

import (
	"context"
	"fmt"
	"time"
)

// raveK is figure 5.
func raveK() *Experiment {
	return &Experiment{
		Name:   "rave-k",
		Title:  "MC-RAVE against GNU Go for different equivalence parameters k",
		Source: gellySilver + ", §4.5 and figure 5",
		About: `The hand-selected schedule β = sqrt(k / (3·N + k)) gives the RAVE value and the mean of a move's
own simulations the same weight after k simulations. Each k plays GNU Go on 9×9, 3,000 simulations
a move, and so does UCT with the same playouts.

` + mogoReading("how it changes with k") + ` There is no heuristic, and no exploration in MC-RAVE; UCT has Cp = 0.2, and every move of a node is tried first.
The set of k is the decades of the figure's axis. ` + gnuGoAbout + `

Published numbers are those of the text (2,300 games a point): 24% for UCT, 50% to 60% over all k, the most at
k = 1000. The points of the figure are not in it.`,
		Revision: 1,
		Estimate: 300 * time.Minute,
		Options: versusOptions(
			numbersOption("k", "1,10,100,1000,10000", "equivalence parameters", 1e-9),
		),
		Run: runRaveK,
	}
}

func runRaveK(ctx context.Context, run *Run) (*Report, error) {
	report := &Report{}
	ks, playouts := run.numbers("k"), run.count("playouts")
	players := []contender{{"UCT", mogoUCT(playouts)}}
	for _, k := range ks {
		players = append(players, contender{fmt.Sprintf("k = %g", k), mogo(playouts, fmt.Sprintf("k=%g", k))})
	}
	results, err := run.versus(ctx, report, 9, players)
	if err != nil {
		return nil, err
	}
	table := winTable("figure-5-numbers", "Games won against the opponent")
	ours := Series{Name: "MC-RAVE, ours"}
	for i, p := range players {
		won := Winrate(results[i].Tally).Times(100)
		value := Value{Ours: &won, Digits: 1}
		switch {
		case i == 0:
			value.Published = run.published(publishedUCT)
		case ks[i-1] == 1000:
			value.Published = run.published(publishedRaveMost)
		}
		if i > 0 {
			ours.Points = append(ours.Points, Point{X: ks[i-1], Y: won})
		}
		table.Row(p.Name, append([]Value{value}, winRest(results[i].Tally)...)...)
	}
	from, to := ks[0], ks[len(ks)-1]
	if from == to {
		from, to = from/2, to*2
	}
	level := func(name string, e Estimate, style Style) Series {
		return Series{Name: name, Style: style, Points: []Point{{X: from, Y: e}, {X: to, Y: e}}}
	}
	series := []Series{ours, level("UCT, ours", Winrate(results[0].Tally).Times(100), Band)}
	caption := "Bars and band are 95% intervals."
	var more []string
	if run.asPublished() {
		table.Note = "The paper gives 50 to 60 for all k together, and the most at k = 1000."
		caption += " Dashed: what the paper's text gives, the least and the most of MC-RAVE over all k, and UCT."
		more = append(more, raveRange(ours.Points))
		series = append(series,
			level("MC-RAVE, published: most", Exact(100*publishedRaveMost), Dashed),
			level("MC-RAVE, published: least", Exact(100*publishedRaveLeast), Dashed),
			level("UCT, published", Exact(100*publishedUCT), Dashed))
	}
	report.Add(table.matchConclusion(0, more...), table, &Figure{
		Name: "figure-5", Title: "Games won against k",
		Caption: caption,
		Panels: []Panel{{
			X: Axis{Label: "k", Log: true}, Y: Axis{Label: "games won, %", Min: 0, Max: 100}, Legend: "top-left",
			Series: series,
		}},
	})
	return report, nil
}

// raveRange sets the points beside what was published of all of them together.
func raveRange(points []Point) string {
	var below, within, above []string
	for _, p := range points {
		name := fmt.Sprintf("k = %g", p.X)
		switch {
		case Exact(100 * publishedRaveLeast).Above(p.Y):
			below = append(below, name)
		case p.Y.Above(Exact(100 * publishedRaveMost)):
			above = append(above, name)
		default:
			within = append(within, name)
		}
	}
	line := fmt.Sprintf("Published is that all k win %.0f to %.0f%%.", 100*publishedRaveLeast, 100*publishedRaveMost)
	for _, group := range []struct {
		names []string
		words string
	}{{within, "That may be so of"}, {below, "Below it, beyond the interval:"}, {above, "Above it, beyond the interval:"}} {
		if len(group.names) > 0 {
			line += " " + group.words + " " + listed(group.names) + "."
		}
	}
	return line
}
