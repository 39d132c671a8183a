package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
)

// parallelGames is how many games each form plays with each number of threads at full scale,
// at equal playouts and at equal time.
const parallelGames = 200

// parallelOpenings is how many random moves a game begins with; nobody thinks about them.
const parallelOpenings = 2

// parallelSpeedGames is how many games with itself each form's speed is measured in.
const parallelSpeedGames = 10

// parallelForms is what §4.3 of Gelly et al. 2012 says in words.
func parallelForms(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:  "parallel",
		Title: "tree, root and leaf parallel search against one thread, at equal playouts and at equal time",
		Source: "Gelly et al. 2012, The grand challenge of computer Go: Monte-Carlo tree search and extensions, " +
			"§4.3; no numbers are published there",
		About:    about("parallel"),
		Revision: 1,
		Estimate: 60 * time.Minute,
		Options: []lab.Option{
			{
				Name:    "forms",
				Default: strings.Join(search.Parallels(), ","),
				Help:    "forms of parallel search",
				Check:   checkForms,
			},
			lab.NumbersOption("threads", "2,4,8", "threads of the forms, at equal playouts", 2),
			lab.CountOption("playouts", 1000, "playouts per move, at equal playouts"),
			lab.NumbersOption(
				"time-threads", "2",
				"threads of the forms, at equal time; more than there are processors lose what they wait", 2,
			),
			timeOption("50ms", "time per move, at equal time"),
			lab.WholeOption(
				"sync", 100,
				"playouts of each tree between two averages of root parallel search; 0: only at the end",
				0, 1_000_000,
			),
			lab.CountOption("sync-depth", 2, "how many moves deep averages are"),
			{
				Name:    "base",
				Default: "rave:playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0",
				Help:    "the player that is made parallel, one with a tree",
				Check:   checkBase,
			},
		},
		Run: env.run(runParallelForms),
	}
}

// checkBase refuses players that have no tree to be searched by many, and options that the
// experiment gives its players.
func checkBase(s string) error {
	spec, err := options.Parse("player", s)
	if err != nil {
		return err
	}
	if kinds := player.TreeKinds(); !slices.Contains(kinds, spec.Kind) {
		return fmt.Errorf("%s has no tree to be made parallel: want one of %s", spec.Kind, strings.Join(kinds, ", "))
	}
	for option := range strings.SplitSeq(spec.Rest, ",") {
		name, _, _ := strings.Cut(option, "=")
		if name = strings.TrimSpace(name); slices.Contains(
			[]string{"playouts", "time", "clock", "threads", "parallel", "sync", "sync-depth"}, name,
		) {
			return fmt.Errorf("%s= is set by the experiment: leave it out of the player", name)
		}
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
func parallels(run *matchRun, kind, budget, threads string) parallelMatches {
	base := with(run.Option("base"), "reuse=off,memory=256M,early=off,extend=off,"+budget)
	p := parallelMatches{
		forms:   strings.Split(run.Option("forms"), ","),
		threads: run.Numbers(threads),
		one:     with(base, "threads=1"),
	}
	for _, form := range p.forms {
		for _, n := range p.threads {
			many := with(base, fmt.Sprintf("threads=%d,parallel=%s", int(n), form))
			if form == search.ParallelRoot.String() {
				many = with(many, fmt.Sprintf("sync=%d,sync-depth=%d", run.Count("sync"), run.Count("sync-depth")))
			}
			name := fmt.Sprintf("%s with %d threads", form, int(n))
			p.names = append(p.names, name)
			p.matches = append(
				p.matches,
				Match{
					Key:      kind + "/" + name,
					A:        many,
					B:        p.one,
					Settings: settings(9, run.games(parallelGames), parallelOpenings),
				},
			)
		}
	}
	return p
}

func runParallelForms(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	byPlayouts := parallels(run, "playouts", fmt.Sprintf("playouts=%d", run.Count("playouts")), "threads")
	alone := run.alone()
	playouts, err := Matches(ctx, alone, run.Name+", equal playouts", byPlayouts.matches)
	if err != nil {
		return nil, err
	}
	byTime := parallels(run, "time", "time="+run.Option("time"), "time-threads")
	speeds, err := byTime.speeds(ctx, alone)
	if err != nil {
		return nil, err
	}
	times, err := Matches(ctx, alone, run.Name+", equal time", byTime.matches)
	if err != nil {
		return nil, err
	}
	report.Set("games a point", fmt.Sprint(run.games(parallelGames)))
	report.Set("one thread at equal playouts", byPlayouts.one)
	report.Set("one thread at equal time", byTime.one)
	processors := speeds[0].Many.Processors
	report.Set("processors", fmt.Sprint(processors))
	addPlayed(report, byPlayouts.matches, playouts)
	addPlayed(report, byTime.matches, times)
	playoutsTable := byPlayouts.table("playouts", "Games won against one thread at equal playouts", playouts)
	if slices.Contains(byPlayouts.forms, search.ParallelTree.String()) &&
		slices.Max(byPlayouts.threads) > float64(processors) {
		playoutsTable.Note = fmt.Sprintf(
			"Of tree, what more threads than the %d processors win is not what they would win with a processor each.",
			processors,
		)
	}
	timeTable := byTime.table("time", "Games won against one thread at equal time", times)
	if slices.Max(byTime.threads) > float64(processors) {
		timeTable.Note = fmt.Sprintf(
			"More threads than the %d processors wait for one, and their time passes.", processors,
		)
	}
	report.Add(
		lab.Conclusion(
			[]string{
				"Won at equal playouts, %: " + besideHalf(playoutsTable, 0),
				"Won at equal time, %: " + besideHalf(timeTable, 0),
			},
		),
		playoutsTable, timeTable, byTime.speedTable(speeds, times),
	)
	figure := &lab.Figure{Name: "forms-curves", Title: "Games won against one thread"}
	figure.Panels = append(byPlayouts.panels("equal playouts", playouts), byTime.panels("equal time", times)...)
	if len(figure.Panels) > 0 {
		report.Add(figure)
	}
	return report, nil
}

// table has a row for each form and number of threads.
func (p parallelMatches) table(name, title string, results []MatchResult) *lab.Table {
	table := &lab.Table{Name: name, Title: title, Corner: "form", Columns: []string{"games won, %", "won-lost"}}
	for i, row := range p.names {
		tally := results[i].Tally
		table.Row(row, lab.Number(Winrate(tally).Times(100), 1), lab.Words(tally.String()))
	}
	return table
}

// speedPair is what a form and one thread did, one after the other.
type speedPair struct {
	Many searchSpeed `json:"many"`
	One  searchSpeed `json:"one"`
}

// speeds measures each form in games with itself, alternating with one thread. All games of one form
// come before the games of the next.
func (p parallelMatches) speeds(ctx context.Context, run *matchRun) ([]speedPair, error) {
	var cells []lab.Cell
	games := run.games(parallelSpeedGames)
	for _, name := range p.names {
		for i := range games {
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("speed/%s/%d", name, i+1)})
		}
	}
	return lab.Cells(
		ctx, run.Run, run.Name+", speed", "games", cells,
		func(ctx context.Context, job lab.Job) (s speedPair, err error) {
			if s.Many, err = run.speed(ctx, p.matches[job.Index/games].A, job.Seed); err != nil {
				return s, err
			}
			s.One, err = run.speed(ctx, p.one, job.Seed)
			return s, err
		},
	)
}

// speedTable says what equal time was worth.
func (p parallelMatches) speedTable(speeds []speedPair, times []MatchResult) *lab.Table {
	table := &lab.Table{
		Name: "speeds", Title: "Playouts per second, and time taken at equal time", Corner: "form",
		Columns: []string{
			"playouts per second", "of one thread", "ratio", "ms per move, threads", "ms per move, one thread",
		},
		Note: "The intervals are over the games in which speeds were measured. The form and one thread alternated, " +
			"and each ratio is of neighbouring games. The times are from the games at equal time.",
	}
	games := len(speeds) / len(p.names)
	rate := func(s searchSpeed) float64 { return float64(s.Playouts) / s.Seconds }
	for i, name := range p.names {
		thought := times[i].Moves - parallelOpenings*int(times[i].Games())
		var many, one, ratio lab.Moments
		for _, s := range speeds[i*games : (i+1)*games] {
			many.Add(rate(s.Many))
			one.Add(rate(s.One))
			ratio.Add(rate(s.Many) / rate(s.One))
		}
		values := []lab.Value{
			lab.Number(fromZero(many), 0), lab.Number(fromZero(one), 0), lab.Number(fromZero(ratio), 2),
		}
		for _, s := range times[i].Seconds {
			values = append(values, lab.Number(lab.Exact(2000*s/float64(max(thought, 1))), 1))
		}
		table.Row(name, values...)
	}
	return table
}

// panels are one with a curve a form, and none where a curve would be a point.
func (p parallelMatches) panels(title string, results []MatchResult) []lab.Panel {
	if len(p.threads) < 2 {
		return nil
	}
	panel := lab.Panel{
		Title: title, X: lab.Axis{Label: "threads", Log: true, Ticks: p.threads},
		Y:      lab.Axis{Label: "games won, %", Min: 0, Max: 100},
		Legend: "bottom-left",
	}
	for f, form := range p.forms {
		s := lab.Series{Name: form}
		for i, n := range p.threads {
			s.Points = append(s.Points, lab.Point{X: n, Y: Winrate(results[f*len(p.threads)+i].Tally).Times(100)})
		}
		panel.Series = append(panel.Series, s)
	}
	return []lab.Panel{panel}
}
