package papers

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
)

// publishedDoubling is what each doubling of simulations was worth to MoGo on 13×13, in Elo
// (§7, "approximately", with figure 7).
const publishedDoubling = 100

// raveScaling is figure 7.
func raveScaling(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "rave-scaling",
		Title:    "what twice the playouts are worth to heuristic MC-RAVE",
		Source:   gellySilver + ", §5.4, §7 and figure 7",
		About:    about("rave-scaling"),
		Revision: 1,
		Estimate: 150 * time.Minute,
		Options: []lab.Option{
			lab.TwoOrMore(
				lab.NumbersOption(
					"simulations", "125,250,500,1000,2000,4000", "playouts per move; each plays against the next", 1,
				),
			),
			lab.WholeOption("board", 13, "side of the board", board.MinSize, board.MaxSize),
			playerOption(),
		},
		Run: env.run(runRaveScaling),
	}
}

func runRaveScaling(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	simulations := run.Numbers("simulations")
	var players []match.Entrant
	var pairs [][2]int
	for i, n := range simulations {
		text := with(mogoHeuristic(int(n), "mogo", "50"), "schedule=mse,bias=0.02")
		players = append(players, match.Entrant{Name: thousands(int(n)), Text: with(text, run.Option("player"))})
		if i > 0 {
			pairs = append(pairs, [2]int{i, i - 1})
		}
	}
	settings := settings(run.Count("board"), run.Scaled(fullGames, 2), 0)
	standing, err := run.tournament(ctx, report, players, pairs, settings, players[0].Name)
	if err != nil {
		return nil, err
	}
	published := run.Count("board") == 13 && run.Option("player") == ""
	steps := &lab.Table{
		Name: "doublings", Title: "Each against the one before", Corner: "simulations",
		Columns: []string{"won, %", "Elo difference", "won-lost"},
		Note:    "Published: about 100 Elo per doubling on 13×13. It stands next to steps that are doublings.",
	}
	for i, p := range pairs {
		tally := standing.Between(players[p[0]].Name, players[p[1]].Name).Total()
		won := Winrate(tally)
		difference := lab.Number(inElo(won), 0)
		if published && simulations[i+1] == 2*simulations[i] {
			difference = lab.Against(inElo(won), lab.Exact(publishedDoubling), 0)
		}
		steps.Row(
			players[p[0]].Name+" against "+players[p[1]].Name, lab.Number(won.Times(100), 1), difference,
			lab.Words(tally.String()),
		)
	}
	ratings := &lab.Table{Name: "figure-7-numbers", Title: "Ratings", Corner: "simulations", Columns: []string{"Elo"}}
	ours, line := lab.Series{Name: "ours"}, lab.Series{Name: "published: 100 Elo a doubling", Style: lab.Dashed}
	for i, n := range simulations {
		for _, p := range standing.Players {
			if p.Name == players[i].Name {
				ratings.Row(p.Name, lab.Number(elo(p), 0))
				ours.Points = append(ours.Points, lab.Point{X: n, Y: elo(p)})
			}
		}
		line.Points = append(
			line.Points, lab.Point{X: n, Y: lab.Exact(publishedDoubling * doublings(simulations[0], n))},
		)
	}
	curves := []lab.Series{ours}
	if published {
		curves = append(curves, line)
	}
	report.Add(matchConclusion(steps, 1), steps, ratings, &lab.Figure{
		Name: "figure-7", Title: "Elo by playouts per move",
		Caption: "The least has 0 Elo; intervals are of the difference from it.",
		Panels: []lab.Panel{{
			X: lab.Axis{
				Label: "playouts per move",
				Log:   true,
				Ticks: simulations,
			}, Y: lab.Axis{Label: "Elo"}, Legend: "top-left",
			Series: curves,
		}},
	})
	return report, nil
}
