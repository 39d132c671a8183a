package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/models"
)

// heuristics are the four of §5.1 with the paper's names for them.
var heuristics = map[string]string{
	"even": "even game", "grandfather": "grandfather", "mogo": "hand-crafted", "shapes": "local shapes",
}

// raveHeuristics is figure 6.
func raveHeuristics(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "rave-heuristics",
		Title:    "heuristic MC-RAVE against GNU Go: four heuristics, worth M playouts",
		Source:   gellySilver + ", §5.1 and figure 6",
		About:    about("rave-heuristics"),
		Revision: 1,
		Estimate: 440 * time.Minute,
		Options: versusOptions(
			lab.Option{
				Name: "points",
				Default: "even:50,even:200,grandfather:50,grandfather:200," +
					"mogo:20,mogo:50,mogo:200,shapes:20,shapes:50,shapes:200",
				Help: "heuristics and what they are worth",
				Check: func(s string) error {
					_, err := heuristicPoints(s)
					return err
				},
			},
			shapesOption(),
		),
		Run: env.run(runRaveHeuristics),
	}
}

func shapesOption() lab.Option {
	return lab.Option{Name: "model", Help: "model with the learned local shapes (default: the one in the program)"}
}

// shapes are the local shapes of the run's model for a player with heuristic=shapes.
func (r *matchRun) shapes(text string) string {
	if dir := r.Option("model"); dir != "" {
		return with(text, "model="+dir)
	}
	return text
}

// heuristicPoint is a heuristic and its M.
type heuristicPoint struct {
	heuristic  string
	experience float64
}

// heuristicPoints reads a list of them; "" is none.
func heuristicPoints(s string) ([]heuristicPoint, error) {
	var list []heuristicPoint
	for word := range strings.SplitSeq(s, ",") {
		if word == "" {
			continue
		}
		name, number, _ := strings.Cut(strings.TrimSpace(word), ":")
		m, err := strconv.ParseFloat(number, 64)
		if heuristics[name] == "" || err != nil || !(m > 0) || m > 60000 {
			return nil, fmt.Errorf(
				"%q: want even, grandfather, mogo or shapes, a colon and what it is worth, as mogo:50", word,
			)
		}
		p := heuristicPoint{name, m}
		if slices.Contains(list, p) {
			return nil, fmt.Errorf("%q is there twice", word)
		}
		list = append(list, p)
	}
	return list, nil
}

func runRaveHeuristics(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	points, err := heuristicPoints(run.Option("points"))
	if err != nil {
		return nil, &lab.ConfigError{Err: err}
	}
	playouts := run.Count("playouts")
	players := []match.Entrant{{Name: "no heuristic", Text: mogo(playouts)}}
	for _, p := range points {
		text := mogoHeuristic(playouts, p.heuristic, fmt.Sprintf("%g", p.experience))
		if p.heuristic == "shapes" {
			text = run.shapes(text)
		}
		players = append(
			players,
			match.Entrant{Name: fmt.Sprintf("%s, M = %g", heuristics[p.heuristic], p.experience), Text: text},
		)
	}
	printed := slices.Contains(points, heuristicPoint{publishedHeuristic, 50})
	if printed {
		text := run.shapes(with(mogoHeuristic(playouts, publishedHeuristic, "50"), "schedule=hand"))
		players = append(players, match.Entrant{
			Name: fmt.Sprintf("%s, M = 50%s", heuristics[publishedHeuristic], printedBeta), Text: text,
		})
	}
	results, err := run.versus(ctx, report, 9, players)
	if fault := (*models.Fault)(nil); errors.As(err, &fault) {
		return nil, fmt.Errorf(
			"%w; a model that has them is named by --set model=DIR, and --set "+
				"points=even:50,grandfather:50,mogo:50 does without",
			err,
		)
	}
	if err != nil {
		return nil, err
	}
	none := Winrate(results[0].Tally).Times(100)
	table := winTable("figure-6-numbers", "Games won against the opponent")
	byName := map[string]*lab.Series{}
	var order []string
	for i, p := range players {
		won := Winrate(results[i].Tally).Times(100)
		value := lab.Value{Ours: &won, Digits: 1}
		switch {
		case printed && i == len(players)-1:
			value.Published = run.published(publishedShapes)
		}
		table.Row(p.Name, append([]lab.Value{value}, winRest(results[i].Tally)...)...)
		if i == 0 || printed && i == len(players)-1 {
			continue
		}
		name := heuristics[points[i-1].heuristic]
		if byName[name] == nil {
			byName[name] = &lab.Series{Name: name, Points: []lab.Point{{X: 0, Y: none}}}
			order = append(order, name)
		}
		byName[name].Points = append(byName[name].Points, lab.Point{X: points[i-1].experience, Y: won})
	}
	panel := lab.Panel{
		X: lab.Axis{Label: "M, playouts that the heuristic is worth"},
		Y: lab.Axis{Label: "games won, %", Min: 0, Max: 100},
	}
	for _, name := range order {
		s := byName[name]
		slices.SortFunc(s.Points, func(a, b lab.Point) int { return cmp.Compare(a.X, b.X) })
		panel.Series = append(panel.Series, *s)
	}
	if len(order) == 0 {
		panel.Series = append(panel.Series, lab.Series{Name: "no heuristic", Points: []lab.Point{{X: 0, Y: none}}})
	}
	caption := "M = 0 is MC-RAVE without a heuristic."
	if run.asPublished() {
		table.Note = "Of the others the paper says that local shapes were better than all of them."
		caption += " All have the β of N(s,a), so the paper's points have no place here."
	}
	report.Add(matchConclusion(table, 0), table, &lab.Figure{
		Name: "figure-6", Title: "Games won against M",
		Caption: caption,
		Panels:  []lab.Panel{panel},
	})
	return report, nil
}
