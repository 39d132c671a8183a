package papers

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
)

// raveK is figure 5.
func raveK(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "rave-k",
		Title:    "MC-RAVE against GNU Go for different equivalence parameters k",
		Source:   gellySilver + ", §4.5 and figure 5",
		About:    about("rave-k"),
		Revision: 1,
		Estimate: 550 * time.Minute,
		Options: versusOptions(
			lab.NumbersOption("k", "1,10,100,1000,10000", "equivalence parameters", 1e-9),
		),
		Run: env.run(runRaveK),
	}
}

// printedBeta marks players with β = sqrt(k / (3·N(s) + k)), as equation 19 is printed.
const printedBeta = ", β of N(s)"

func runRaveK(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	ks, playouts := run.Numbers("k"), run.Count("playouts")
	players := []match.Entrant{{Name: "UCT", Text: mogoUCT(playouts)}}
	for _, s := range []schedule{{"", "schedule=own"}, {printedBeta, "schedule=hand"}} {
		for _, k := range ks {
			players = append(players, match.Entrant{
				Name: fmt.Sprintf("k = %g%s", k, s.name), Text: mogo(playouts, fmt.Sprintf("%s,k=%g", s.options, k)),
			})
		}
	}
	results, err := run.versus(ctx, report, 9, players)
	if err != nil {
		return nil, err
	}
	table := winTable("figure-5-numbers", "Games won against the opponent")
	ours := [2]lab.Series{{Name: "MC-RAVE, β of N(s,a)"}, {Name: "MC-RAVE" + printedBeta}}
	for i, p := range players {
		won := Winrate(results[i].Tally).Times(100)
		value := lab.Value{Ours: &won, Digits: 1}
		if i == 0 {
			value.Published = run.published(publishedUCT)
		} else {
			s, k := (i-1)/len(ks), ks[(i-1)%len(ks)]
			if s == 1 && k == 1000 {
				value.Published = run.published(publishedRaveMost)
			}
			ours[s].Points = append(ours[s].Points, lab.Point{X: k, Y: won})
		}
		table.Row(p.Name, append([]lab.Value{value}, winRest(results[i].Tally)...)...)
	}
	from, to := ks[0], ks[len(ks)-1]
	if from == to {
		from, to = from/2, to*2
	}
	level := func(name string, e lab.Estimate, style lab.Style) lab.Series {
		return lab.Series{Name: name, Style: style, Points: []lab.Point{{X: from, Y: e}, {X: to, Y: e}}}
	}
	series := []lab.Series{ours[0], ours[1], level("UCT, ours", Winrate(results[0].Tally).Times(100), lab.Band)}
	caption := "Bars and band are 95% intervals."
	var more []string
	if run.asPublished() {
		table.Note = "The paper gives 50 to 60 for all k together, and the most at k = 1000."
		caption += " Dashed: what the paper's text gives, the least and the most of MC-RAVE over all k, and UCT."
		more = append(more, raveRange(ours[1].Points))
		series = append(series,
			level("MC-RAVE, published: most", lab.Exact(100*publishedRaveMost), lab.Dashed),
			level("MC-RAVE, published: least", lab.Exact(100*publishedRaveLeast), lab.Dashed),
			level("UCT, published", lab.Exact(100*publishedUCT), lab.Dashed))
	}
	report.Add(matchConclusion(table, 0, more...), table, &lab.Figure{
		Name: "figure-5", Title: "Games won against k",
		Caption: caption,
		Panels: []lab.Panel{{
			X: lab.Axis{
				Label: "k",
				Log:   true,
			}, Y: lab.Axis{Label: "games won, %", Min: 0, Max: 100}, Legend: "top-left",
			Series: series,
		}},
	})
	return report, nil
}

// raveRange compares the points with the range that was published of them.
func raveRange(points []lab.Point) string {
	var below, within, above []string
	for _, p := range points {
		name := fmt.Sprintf("k = %g", p.X)
		switch {
		case lab.Exact(100 * publishedRaveLeast).Above(p.Y):
			below = append(below, name)
		case p.Y.Above(lab.Exact(100 * publishedRaveMost)):
			above = append(above, name)
		default:
			within = append(within, name)
		}
	}
	line := fmt.Sprintf("By the paper all k win %.0f to %.0f%% with the printed β.", 100*publishedRaveLeast,
		100*publishedRaveMost)
	for _, group := range []struct {
		names []string
		words string
	}{
		{within, "Ours may win as many, with"},
		{below, "Ours win fewer, beyond the intervals, with"},
		{above, "Ours win more, beyond the intervals, with"},
	} {
		if len(group.names) > 0 {
			line += " " + group.words + " " + lab.Listed(group.names) + "."
		}
	}
	return line
}
