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

Each form plays with several threads against one thread on 9×9, with the same player otherwise: MC-RAVE, which grows a tree some moves deep from so few
simulations, where UCT would get little beyond trying each move. At equal playouts both make the same number a move; more than
50% would contradict the paper, and what is lost is the price of not knowing the others' results. Root and leaf make the same
playouts on any number of processors. A thread of tree that waits for a processor stands still in the middle of a playout, so with more threads than processors tree
shows something else than with a processor each.
At equal time both take the same time a move by the wall's clock, and the threads have to make good for that price, which they cannot without a processor each:
so these games have a list of threads of their own. They are
played one at a time whatever --threads is, and nothing else should run on the machine meanwhile. A player's time has the 500 playouts in it, of one
thread, by which it finds in the later part of a game that there is nothing left to play for. The first two moves of
two games each are drawn. Speeds are measured apart, of each player in games with itself.`,
		Revision: 1,
		Estimate: 45 * time.Minute,
		Options: []Option{
			{Name: "forms", Default: strings.Join(search.Parallels(), ","), Help: "forms of parallel search", Check: checkForms},
			numbersOption("threads", "2,4,8", "threads of the forms, at equal playouts", 2),
			countOption("playouts", 1000, "simulations a move, at equal playouts"),
			numbersOption("time-threads", "2", "threads of the forms, at equal time; more than there are processors lose what they wait", 2),
			timeOption("50ms", "time a move, at equal time"),
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

// parallelMatches are the games of forms with some numbers of threads each against one thread.
type parallelMatches struct {
	forms   []string
	threads []float64
	names   []string // of the matches: the first form with all numbers of threads, then the next
	one     string   // the player with one thread
	matches []Match
}

// parallels makes them: kind begins the keys of their cells, budget is what both players have a
// move, and threads the option with the numbers.
func parallels(run *Run, kind, budget, threads string) parallelMatches {
	base := with(run.Option("base"), "reuse=off,memory=256M,early=off,extend=off,"+budget)
	p := parallelMatches{
		forms:   strings.Split(run.Option("forms"), ","),
		threads: run.numbers(threads),
		one:     with(base, "threads=1"),
	}
	for _, form := range p.forms {
		for _, n := range p.threads {
			many := with(base, fmt.Sprintf("threads=%d,parallel=%s", int(n), form))
			if form == search.ParallelRoot.String() {
				many = with(many, fmt.Sprintf("sync=%d,sync-depth=%d", run.count("sync"), run.count("sync-depth")))
			}
			name := fmt.Sprintf("%s with %d threads", form, int(n))
			p.names = append(p.names, name)
			p.matches = append(p.matches, Match{Key: kind + "/" + name, A: many, B: p.one, Settings: settings(9, run.Scaled(parallelGames, 2), 2)})
		}
	}
	return p
}

func runParallelForms(ctx context.Context, run *Run) (*Report, error) {
	report := &Report{}
	byPlayouts := parallels(run, "playouts", fmt.Sprintf("playouts=%d", run.count("playouts")), "threads")
	playouts, err := Matches(ctx, run, run.Name+", equal playouts", byPlayouts.matches)
	if err != nil {
		return nil, err
	}
	byTime := parallels(run, "time", "time="+run.Option("time"), "time-threads")
	alone := *run // one game at a time
	alone.Threads = 1
	speeds, err := byTime.speeds(ctx, &alone)
	if err != nil {
		return nil, err
	}
	times, err := Matches(ctx, &alone, run.Name+", equal time", byTime.matches)
	if err != nil {
		return nil, err
	}
	report.Set("games a point", fmt.Sprint(run.Scaled(parallelGames, 2)))
	report.Set("one thread at equal playouts", byPlayouts.one)
	report.Set("one thread at equal time", byTime.one)
	report.Set("processors", fmt.Sprint(speeds[0].Processors))
	report.addFaults(playouts)
	report.addFaults(times)
	playoutsTable := byPlayouts.table("playouts", "Games won against one thread at equal playouts", playouts)
	timeTable := byTime.table("time", "Games won against one thread at equal time", times)
	report.Add(
		conclusion([]string{"At equal playouts, " + playoutsTable.besideHalf(0), "At equal time, " + timeTable.besideHalf(0)}),
		playoutsTable, timeTable, byTime.speedTable(speeds, times))
	figure := &Figure{Name: "forms-curves", Title: "Games won against one thread"}
	figure.Panels = append(byPlayouts.panels("equal playouts", playouts), byTime.panels("equal time", times)...)
	if len(figure.Panels) > 0 {
		report.Add(figure)
	}
	return report, nil
}

// table has a row for each form and number of threads.
func (p parallelMatches) table(name, title string, results []MatchResult) *Table {
	table := &Table{Name: name, Title: title, Corner: "form", Columns: []string{"games won, %", "won-lost"}}
	for i, row := range p.names {
		tally := results[i].Tally
		table.Row(row, Number(Winrate(tally).Times(100), 1), Words(tally.String()))
	}
	return table
}

// speeds measures one thread, and then each form, in games with themselves.
func (p parallelMatches) speeds(ctx context.Context, run *Run) ([]searchSpeed, error) {
	players, cells := []string{p.one}, []Cell{{Key: "speed of one thread"}}
	for i, m := range p.matches {
		players, cells = append(players, m.A), append(cells, Cell{Key: "speed/" + p.names[i]})
	}
	return Cells(ctx, run, run.Name+", speed", "games", cells, func(ctx context.Context, job Job) (searchSpeed, error) {
		return run.speed(ctx, players[job.Index], job.Seed)
	})
}

// speedTable says what equal time was worth: speeds has one thread first.
func (p parallelMatches) speedTable(speeds []searchSpeed, times []MatchResult) *Table {
	table := &Table{
		Name: "speeds", Title: "Simulations a second, and time taken at equal time", Corner: "form",
		Columns: []string{"simulations a second", "times one thread", "ms a move, threads", "ms a move, one thread"},
	}
	rate := func(s searchSpeed) float64 { return float64(s.Playouts) / s.Seconds }
	table.Row("one thread", Number(Exact(rate(speeds[0])), 0), Value{}, Value{}, Value{})
	for i, name := range p.names {
		of := rate(speeds[i+1])
		values := []Value{Number(Exact(of), 0), Number(Exact(of/rate(speeds[0])), 2)}
		for _, s := range times[i].Seconds {
			values = append(values, Number(Exact(2000*s/float64(max(times[i].Moves, 1))), 1))
		}
		table.Row(name, values...)
	}
	return table
}

// panels are one with a curve a form, and none where a curve would be a point.
func (p parallelMatches) panels(title string, results []MatchResult) []Panel {
	if len(p.threads) < 2 {
		return nil
	}
	panel := Panel{
		Title: title, X: Axis{Label: "threads", Log: true, Ticks: p.threads}, Y: Axis{Label: "games won, %", Min: 0, Max: 100},
		Legend: "bottom-left",
	}
	for f, form := range p.forms {
		s := Series{Name: form}
		for i, n := range p.threads {
			s.Points = append(s.Points, Point{n, Winrate(results[f*len(p.threads)+i].Tally).Times(100)})
		}
		panel.Series = append(panel.Series, s)
	}
	return []Panel{panel}
}
