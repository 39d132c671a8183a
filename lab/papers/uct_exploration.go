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
		Title:    "UCT and UCT-RAVE against GNU Go for different rates of exploration",
		Source:   gellySilver + ", §4.4 and §5.2",
		About:    about("uct-exploration"),
		Revision: 1,
		Estimate: 260 * time.Minute,
		Options: versusOptions(
			lab.NumbersOption("cp", "0,0.2,0.707,1.41", "Cp of UCT", 0),
			lab.NumbersOption("c", "0,0.1,0.5", "c of UCT-RAVE", 0),
		),
		Run: env.run(runUCTExploration),
	}
}

func runUCTExploration(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	playouts := run.Count("playouts")
	var players []match.Entrant
	rates := [2][]float64{run.Numbers("cp"), run.Numbers("c")}
	for _, cp := range rates[0] {
		players = append(
			players,
			match.Entrant{Name: fmt.Sprintf("UCT, Cp = %g", cp), Text: mogoUCT(playouts, fmt.Sprintf("c=%g", cp))},
		)
	}
	for _, c := range rates[1] {
		players = append(
			players,
			match.Entrant{Name: fmt.Sprintf("UCT-RAVE, c = %g", c), Text: mogo(playouts, fmt.Sprintf("c=%g", c))},
		)
	}
	results, err := run.versus(ctx, report, 9, players)
	if err != nil {
		return nil, err
	}
	table := winTable("exploration", "Games won against the opponent")
	series := [2]lab.Series{{Name: "UCT: Cp"}, {Name: "UCT-RAVE: c"}}
	for i, p := range players {
		won := Winrate(results[i].Tally).Times(100)
		value := lab.Value{Ours: &won, Digits: 1}
		kind, rate := 0, 0.0
		if i < len(rates[0]) {
			rate = rates[0][i]
		} else {
			kind, rate = 1, rates[1][i-len(rates[0])]
		}
		switch {
		case kind == 0 && rate == mogoCp:
			value.Published = run.published(publishedUCT)
		case kind == 1 && rate == 0:
			value.Published = run.published(publishedRaveMost)
		}
		series[kind].Points = append(series[kind].Points, lab.Point{X: rate, Y: won})
		table.Row(p.Name, append([]lab.Value{value}, winRest(results[i].Tally)...)...)
	}
	report.Add(matchConclusion(table, 0), table, &lab.Figure{
		Name: "exploration-curve", Title: "Games won against the rate of exploration",
		Panels: []lab.Panel{{
			X: lab.Axis{Label: "Cp, c"}, Y: lab.Axis{Label: "games won, %", Min: 0, Max: 100}, Legend: "top-right",
			Series: series[:],
		}},
	})
	return report, nil
}
