package lab

import (
	"context"
	"fmt"
	"slices"
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

Each form plays with 2, 4, … threads against one thread on 9×9, with the same player otherwise: MC-RAVE, which grows a tree some moves deep from so few
simulations, where UCT would get little beyond trying each move. At equal playouts both make the same number a move; more than
50% would contradict the paper, and what is lost is the price of not knowing the others' results.
At equal time both take the same time a move by the wall's clock, and the threads have to make good for it. More threads than processors only show the price. Games at equal
time are played one at a time whatever --threads is, and nothing else should run on the machine meanwhile. A player's time has the 500 playouts in it, of one
thread, by which it finds in the later part of a game that there is nothing left to play for. The first two moves of
two games each are drawn. Speeds are measured apart, of each player in games with itself.`,
		Revision: 1,
		Estimate: 300 * time.Minute,
		Options: []Option{
			{Name: "forms", Default: strings.Join(search.Parallels(), ","), Help: "forms of parallel search", Check: checkForms},
			numbersOption("threads", "2,4,8", "threads of the forms", 2),
			countOption("playouts", 2000, "simulations a move, at equal playouts"),
			timeOption("100ms", "time a move, at equal time"),
			wholeOption("sync", 100, "simulations of each tree between two averages of root parallel search; 0 for none before the end", 0, 1_000_000),
			countOption("sync-depth", 2, "how many moves deep averages are"),
			{Name: "base", Default: "rave:playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0", Help: "the player that is made parallel, one with a tree", Check: checkBase},
		},
		Run: runParallelForms,
	}
}

// checkBase refuses players that have no tree to be searched by many.
func checkBase(s string) error {
	spec, err := arena.ParseSpec(s)
	if err != nil {
		return err
	}
	if kinds := arena.TreeKinds(); !slices.Contains(kinds, spec.Kind) {
		return fmt.Errorf("%s has no tree to be made parallel: want one of %s", spec.Kind, strings.Join(kinds, ", "))
	}
	return nil
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
	budget := "time=" + run.Option("time")
	speeds, err := parallelSpeeds(ctx, &alone, matches("speed", budget))
	if err != nil {
		return nil, err
	}
	times, err := Matches(ctx, &alone, run.Name+", equal time", matches("time", budget))
	if err != nil {
		return nil, err
	}
	report.Set("games a point", fmt.Sprint(games))
	report.Set("processors", fmt.Sprint(speeds[0].Processors))
	report.addFaults(playouts)
	report.addFaults(times)
	table := parallelTable(cases, playouts, times)
	report.Add(conclusion([]string{"At equal playouts, " + table.besideHalf(0), "At equal time, " + table.besideHalf(2)}), table, speedTable(cases, speeds, times), parallelFigure(forms, threads, playouts, times))
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

// parallelSpeeds measures one thread, and each A of the matches, in games with themselves.
func parallelSpeeds(ctx context.Context, run *Run, matches []Match) ([]searchSpeed, error) {
	players := []string{matches[0].B}
	cells := []Cell{{Key: "speed of one thread"}}
	for _, m := range matches {
		players, cells = append(players, m.A), append(cells, Cell{Key: m.Key})
	}
	return Cells(ctx, run, run.Name+", speed", "games", cells, func(ctx context.Context, job Job) (searchSpeed, error) {
		return run.speed(ctx, players[job.Index], job.Seed)
	})
}

// speedTable says what equal time was worth: speeds has one thread first.
func speedTable(cases []parallelCase, speeds []searchSpeed, times []MatchResult) *Table {
	table := &Table{
		Name: "speeds", Title: "Simulations a second, and time taken at equal time", Corner: "form",
		Columns: []string{"simulations a second", "times one thread", "ms a move, threads", "ms a move, one thread"},
	}
	rate := func(s searchSpeed) float64 { return float64(s.Playouts) / s.Seconds }
	table.Row("one thread", Number(Exact(rate(speeds[0])), 0), Value{}, Value{}, Value{})
	for i, c := range cases {
		of := rate(speeds[i+1])
		values := []Value{Number(Exact(of), 0), Number(Exact(of/rate(speeds[0])), 2)}
		for _, s := range times[i].Seconds {
			values = append(values, Number(Exact(2000*s/float64(max(times[i].Moves, 1))), 1))
		}
		table.Row(c.name(), values...)
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
