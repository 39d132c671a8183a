package lab

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/search"
)

// parallelGames is how many games each form plays with each number of threads at full scale,
// at equal playouts and at equal time.
const parallelGames = 200

// parallelForms is what §4.3 of Gelly et al. 2012 says in words.
func parallelForms() *Experiment {
	return &Experiment{
		Name:   "parallel",
		Title:  "tree, root and leaf parallel search against one thread, at equal playouts and at equal time",
		Source: "Gelly et al. 2012, The grand challenge of computer Go: Monte-Carlo tree search and extensions, §4.3; no numbers are published there",
		About: `The paper says that threads on shared memory search one tree together, machines each their own, with the statistics near
the root averaged; that for the same number of simulations parallel search is typically worse than serial search, because
it runs several simulations without the results of the others; and that in the limit no tree is built and what is left is
naive Monte-Carlo simulation. There is a third form of which it does not speak: several playouts from one leaf.

Each form plays with 2, 4, … threads against one thread on 9×9, with the same player otherwise. At equal playouts both make the same number a move, so
that 50% is the most that can be expected, and what is lost is the price of not knowing the others' results.
At equal time both take the same time a move by the wall's clock, and the threads have to make good for it. More threads than processors only show the price. Games at equal
time are played one at a time whatever --threads is, and nothing else should run on the machine meanwhile. The first two moves of
two games each are drawn.`,
		Estimate: 300 * time.Minute,
		Options: []Option{
			{Name: "forms", Default: strings.Join(search.Parallels(), ","), Help: "forms of parallel search", Check: checkForms},
			numbersOption("threads", "2,4,8", "threads of the forms", 1),
			countOption("playouts", 1000, "simulations a move, at equal playouts"),
			timeOption("100ms", "time a move, at equal time"),
			countOption("sync", 50, "simulations of each tree between two averages of root parallel search"),
			countOption("sync-depth", 2, "how many moves deep averages are"),
			{Name: "base", Default: "uct:playout=mogo", Help: "the player that is made parallel", Check: func(s string) error {
				_, err := arena.ParseSpec(s)
				return err
			}},
		},
		Run: runParallelForms,
	}
}

// checkForms reads a list of forms.
func checkForms(s string) error {
	seen := map[search.Parallel]bool{}
	for name := range strings.SplitSeq(s, ",") {
		p, err := search.ParseParallel(name)
		if err != nil {
			return err
		}
		if seen[p] {
			return fmt.Errorf("%s is there twice", name)
		}
		seen[p] = true
	}
	return nil
}

// parallelCase is a form with a number of threads.
type parallelCase struct {
	form    string
	threads int
}

func (c parallelCase) name() string { return fmt.Sprintf("%s, %d threads", c.form, c.threads) }

func runParallelForms(ctx context.Context, run *Run) (*Report, error) {
	report := &Report{}
	forms, threads := strings.Split(run.Option("forms"), ","), run.numbers("threads")
	var cases []parallelCase
	for _, form := range forms {
		for _, n := range threads {
			cases = append(cases, parallelCase{form, int(n)})
		}
	}
	base := with(run.Option("base"), "reuse=off,memory=256M,early=off,extend=off")
	games := run.Scaled(parallelGames, 2)
	matches := func(kind, budget string) (list []Match) {
		one := with(base, budget+",threads=1")
		for _, c := range cases {
			many := with(base, fmt.Sprintf("%s,threads=%d,parallel=%s", budget, c.threads, c.form))
			if c.form == search.ParallelRoot.String() {
				many = with(many, fmt.Sprintf("sync=%d,sync-depth=%d", run.count("sync"), run.count("sync-depth")))
			}
			list = append(list, Match{Key: kind + "/" + c.name(), A: many, B: one, Settings: settings(9, games, 2)})
		}
		report.Set("one thread at equal "+kind, one)
		return list
	}
	playouts, err := Matches(ctx, run, run.Name+", equal playouts", matches("playouts", fmt.Sprintf("playouts=%d", run.count("playouts"))))
	if err != nil {
		return nil, err
	}
	alone := *run // one game at a time
	alone.Threads = 1
	times, err := Matches(ctx, &alone, run.Name+", equal time", matches("time", "time="+run.Option("time")))
	if err != nil {
		return nil, err
	}
	report.Set("games a point", fmt.Sprint(games))
	report.addFaults(playouts)
	report.addFaults(times)
	table := parallelTable(cases, playouts, times)
	report.Add(conclusion([]string{"At equal playouts, " + table.besideHalf(0), "At equal time, " + table.besideHalf(2)}), table, parallelFigure(forms, threads, playouts, times))
	return report, nil
}

// parallelTable has a row for each form and number of threads.
func parallelTable(cases []parallelCase, playouts, times []MatchResult) *Table {
	table := &Table{
		Name: "forms", Title: "Games won against one thread", Corner: "form",
		Columns: []string{"at equal playouts, %", "won-lost at equal playouts", "at equal time, %", "won-lost at equal time"},
	}
	for i, c := range cases {
		table.Row(c.name(),
			Number(Winrate(playouts[i].Tally).Times(100), 1), Words(playouts[i].Tally.String()),
			Number(Winrate(times[i].Tally).Times(100), 1), Words(times[i].Tally.String()))
	}
	return table
}

// parallelFigure has a panel for equal playouts and one for equal time, and a curve a form.
func parallelFigure(forms []string, threads []float64, playouts, times []MatchResult) *Figure {
	panel := func(title string, results []MatchResult) Panel {
		p := Panel{
			Title: title, X: Axis{Label: "threads", Log: true, Ticks: threads}, Y: Axis{Label: "games won, %", Min: 0, Max: 100},
			Legend: "bottom-left",
		}
		for f, form := range forms {
			s := Series{Name: form}
			for i, n := range threads {
				s.Points = append(s.Points, Point{n, Winrate(results[f*len(threads)+i].Tally).Times(100)})
			}
			p.Series = append(p.Series, s)
		}
		return p
	}
	return &Figure{
		Name: "forms-curves", Title: "Games won against one thread",
		Panels: []Panel{panel("equal playouts", playouts), panel("equal time", times)},
	}
}
