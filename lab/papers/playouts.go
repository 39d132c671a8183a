package papers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// informedPlayouts are the kinds that are set against uniform ones.
var informedPlayouts = []string{"mogo", "mogo-safe", "informed", "softmax"}

// playouts is the experiment of that name.
func playouts(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:  "playouts",
		Title: "uniform against informed playouts, at equal playouts and at equal time",
		Source: "The question of a thesis on Monte-Carlo search (its §2.4.2, after Browne et al. 2012): is " +
			"knowledge in the playouts worth the time that it takes?",
		About:    about("playouts"),
		Revision: 3,
		Estimate: 4 * time.Hour,
		Options: []lab.Option{
			{
				Name:    "tree",
				Default: "uct",
				Help:    "the search: uct, rave or playouts (without a tree)",
				Check: func(s string) error {
					if !slices.Contains([]string{player.KindUCT, player.KindRave, player.KindPlayouts}, s) {
						return fmt.Errorf("%q: want uct, rave or playouts", s)
					}
					return nil
				},
			},
			{
				Name:    "kinds",
				Default: strings.Join(informedPlayouts, ","),
				Help:    "what is set against uniform",
				Check:   checkKinds,
			},
			lab.NumbersOption("playouts", "100,300,1000", "playouts per move of the uniform player", 1),
			playerOption(),
		},
		Run: env.run(runPlayouts),
	}
}

func checkKinds(s string) error {
	list := strings.Split(s, ",")
	for i, kind := range list {
		if slices.Contains(list[:i], kind) {
			return fmt.Errorf("%q: %s is there twice", s, kind)
		}
		if !slices.Contains(informedPlayouts, kind) {
			return fmt.Errorf("%q: want some of %s, with commas between", kind, strings.Join(informedPlayouts, ", "))
		}
	}
	return nil
}

func runPlayouts(ctx context.Context, run *matchRun) (*lab.Report, error) {
	kinds := strings.Split(run.Option("kinds"), ",")
	games := run.games(fullGames)
	report := &lab.Report{}
	report.Set("games a point", fmt.Sprint(games))
	// No heuristic: a tree that knows which moves are good would hide what the playouts know.
	common := map[string]string{
		player.KindUCT:      fmt.Sprintf("heuristic=none,c=%g,%s", mogoCp, plain),
		player.KindRave:     "heuristic=none," + plain,
		player.KindPlayouts: flat,
	}[run.Option("tree")]
	text := func(kind, n string) string {
		named := fmt.Sprintf("%s:playout=%s,playouts=%s,%s", run.Option("tree"), kind, n, common)
		return with(named, run.Option("player"))
	}
	player := func(kind string, n int) string { return text(kind, strconv.Itoa(n)) }
	report.Set("players", text("KIND", "N"))
	numbers := run.Numbers("playouts")
	var equal []Match
	var races []race
	for _, kind := range kinds {
		for _, n := range numbers {
			m := Match{
				Key: fmt.Sprintf("%s/%g playouts", kind, n), A: player(kind, int(n)), B: player("uniform", int(n)),
				Settings: settings(9, games, 0),
			}
			equal = append(equal, m)
			races = append(races, race{fmt.Sprintf("%s/price of %g", kind, n), m.A, m.B})
		}
	}
	prices, err := run.races(ctx, races, 9)
	if err != nil {
		return nil, err
	}
	same, err := Matches(ctx, run, "equal playouts", equal)
	if err != nil {
		return nil, err
	}
	timed := slices.Clone(equal)
	fewer := make([]int, len(timed))
	for i := range timed {
		kind, n := kinds[i/len(numbers)], numbers[i%len(numbers)]
		ofKind := prices[i/len(numbers)*len(numbers):][:len(numbers)]
		each, _ := pricePerPlayout(ofKind, numbers)
		fewer[i] = inTheSameTime(n, prices[i], each[0])
		timed[i].Key = fmt.Sprintf("%s/time of %g, %d playouts", kind, n, fewer[i])
		timed[i].A = player(kind, fewer[i])
	}
	late, err := Matches(ctx, run, "equal time", timed)
	if err != nil {
		return nil, err
	}
	addPlayed(report, equal, same)
	addPlayed(report, timed, late)

	speed := &lab.Table{
		Name: "speed", Title: "What moves with these playouts cost", Corner: "playouts, per move",
		Columns: []string{
			"ms per move", "of uniform", "times as long", "playouts in the same time", "time of these games",
		},
		Note: "By the time of the processor (outside Linux by the time of day), in positions of games that the " +
			"uniform player played with itself. The intervals are over games. A move costs more than its " +
			"playouts: from the middle of a game on a player asks 500 others whether it is over. The last " +
			"column is the thinking time of this player in the games at equal time, divided by the uniform " +
			"player's. It is by the clock on the wall, and 1 is equal.",
	}
	won := &lab.Table{
		Name: "won", Title: "Games won against uniform playouts", Corner: "playouts, per move",
		Columns: []string{"equal playouts, %", "Elo", "equal time, %", "Elo at equal time"},
	}
	figure := &lab.Figure{
		Name:    "won-by-playouts",
		Title:   "Games won against uniform playouts",
		Caption: "At 50 both are equal. Bars are 95% intervals.",
	}
	panels := []lab.Panel{{Title: "equal playouts"}, {Title: "equal time"}}
	for p := range panels {
		panels[p].X = lab.Axis{Label: "playouts per move of the uniform player", Log: true, Ticks: numbers}
		panels[p].Y = lab.Axis{Label: "games won, %", Min: 0, Max: 100}
	}
	var answer strings.Builder
	for k, kind := range kinds {
		curves := [2]lab.Series{{Name: kind}, {Name: kind}}
		var total [2]MatchResult
		for j, n := range numbers {
			i := k*len(numbers) + j
			name := fmt.Sprintf("%s, %g", kind, n)
			p := prices[i]
			speed.Row(
				name,
				lab.Number(
					p.mean(0).Times(1000), 1,
				),
				lab.Number(p.mean(1).Times(1000), 1), lab.Number(p.ratio(), 2),
				lab.Number(lab.Exact(float64(fewer[i])), 0),
				lab.Number(lab.Exact(late[i].Seconds[0]/math.Max(late[i].Seconds[1], 1e-9)), 2),
			)
			var values []lab.Value
			for p, m := range []MatchResult{same[i], late[i]} {
				share := Winrate(m.Tally)
				values = append(values, lab.Number(share.Times(100), 1), lab.Number(inElo(share), 0))
				curves[p].Points = append(curves[p].Points, lab.Point{X: n, Y: share.Times(100)})
				total[p].merge(m)
			}
			won.Row(name, values...)
		}
		fmt.Fprintf(
			&answer, "- **%s** playouts%s: at equal playouts they %s; at equal time they %s.\n", kind,
			slower(prices[k*len(numbers):(k+1)*len(numbers)], numbers), verdict(total[0].Tally),
			verdict(total[1].Tally),
		)
		for p := range panels {
			panels[p].Series = append(panels[p].Series, curves[p])
		}
	}
	for p := range panels {
		panels[p].Series = append(
			panels[p].Series,
			lab.Series{
				Name:   "equal",
				Style:  lab.Reference,
				Points: []lab.Point{{X: numbers[0], Y: lab.Exact(50)}, {X: numbers[len(numbers)-1], Y: lab.Exact(50)}},
			},
		)
	}
	figure.Panels = panels
	report.Add(
		lab.Text("## Is it worth the time?\n\nOver all numbers of playouts together:\n\n"+answer.String()),
		figure, won, speed,
	)
	return report, nil
}

// pricePerPlayout is what one more playout costs both players, in seconds: the difference between moves of the most and
// of the fewest playouts. What a move costs besides cancels out in it. Of one number, or of times too short to measure,
// it is the time of a move by its playouts, and measured is false.
func pricePerPlayout(prices []price, numbers []float64) (each [2]float64, measured bool) {
	least, most := 0, 0
	for i, n := range numbers {
		if n < numbers[least] {
			least = i
		}
		if n > numbers[most] {
			most = i
		}
	}
	measured = true
	for p := range each {
		each[p] = (prices[most][p].Mean - prices[least][p].Mean) / (numbers[most] - numbers[least])
		if !(each[p] > 0) {
			each[p], measured = prices[most][p].Mean/numbers[most], false
		}
	}
	return each, measured
}

// inTheSameTime is how many playouts take the time of n uniform ones, by the price of n playouts and of one more. A
// move costs more than its playouts, so the slower kind has fewer than the ratio of whole moves allows, and a faster
// kind more.
func inTheSameTime(n float64, p price, each float64) int {
	late := p[0].Mean - p[1].Mean
	found, whole := n-late/each, n/p.ratio().Value
	if (late > 0) == (found > whole) {
		found = whole
	}
	return max(1, int(math.Round(found)))
}

// slower says how many times as long as a uniform playout one of a kind takes, from what moves of the
// fewest and of the most playouts cost: so what a move costs besides is not in it. Of one number nothing
// can be said.
func slower(prices []price, numbers []float64) string {
	each, measured := pricePerPlayout(prices, numbers)
	if !measured {
		return ""
	}
	return fmt.Sprintf(", each %.1f times as long as a uniform one", each[0]/each[1])
}

// verdict says what games against uniform playouts tell.
func verdict(t rating.Tally) string {
	share := Winrate(t).Times(100)
	word := "are neither clearly stronger nor clearly weaker"
	switch {
	case share.Above(lab.Exact(50)):
		word = "are stronger"
	case lab.Exact(50).Above(share):
		word = "are weaker"
	}
	return fmt.Sprintf("%s (%s%% of %d games won)", word, share.Format(1), t.Games())
}
