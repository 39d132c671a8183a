package papers

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// variant is a network of extended data table 3: how wide it is next to the middle one, its planes, and what is
// published: the accuracies in per cent, on one view, averaged over eight, and on games learned from; the games won.
type variant struct {
	name    string
	width   float64 // of the middle width
	planes  int
	test    float64
	average float64 // 0: not published
	learned float64
	won     float64 // against the middle one, without search, on one view
}

// variants are the rows of extended data table 3, the middle one first.
var variants = []variant{
	{"48 planes", 1, 48, 55.4, 0, 58.0, 50},
	{"20 planes", 1, 20, 54.7, 55.8, 57.2, 38},
	{"12 planes", 1, 12, 54.7, 55.7, 57.1, 30},
	{"4 planes", 1, 4, 47.6, 49.2, 51.4, 25},
	{"48 planes, ⅔ of the filters", 2. / 3, 48, 54.6, 0, 57.0, 36},
	{"48 planes, 4/3 of the filters", 4. / 3, 48, 55.9, 57.0, 59.1, 67},
}

const (
	planesBoard     = 9
	planesSteps     = 20_000 // of 64 positions
	planesPositions = 20_000 // of a measurement
)

// alphagoPlanes is extended data table 3.
func alphagoPlanes(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "alphago-planes",
		Title:    "what input planes and filters are worth to the policy network",
		Source:   silver + ", extended data table 3",
		About:    about("alphago-planes"),
		Revision: 2,
		Estimate: 100 * time.Minute,
		Options: []lab.Option{
			{Name: "games", Yours: true, Help: "a file or folder of games on 9×9 to learn from"},
			lab.WholeOption("filters", 48, "the middle width", 3, 1_000),
			lab.WholeOption("layers", 6, "convolutions, the last 1×1 included", 2, 100),
			lab.WholeOption("seeds", 3, "trainings of each network", 2, 100), // of one nobody knows how it spreads
		},
		Run: env.run(runAlphagoPlanes),
	}
}

// Lesson is one training of a policy network on a board of 9×9.
type Lesson struct {
	// Dir is the folder of the run. An interrupted training goes on there, and leaves its network there.
	Dir                     string
	Planes, Filters, Layers int
	Steps                   int // of as many positions as a practical training has
	Seed                    uint64
	Learn, Test             *record.Set // Test is of this seed alone, so that the seeds differ by its games, too
	// Positions bounds each measurement.
	Positions int
	Device    nets.Device // nil for the CPU
}

// Accuracy is what one training came to, in per cent.
type Accuracy struct {
	Test    float64 `json:"test"`
	Average float64 `json:"average"` // over eight symmetries
	Learned float64 `json:"learned"` // on games that it learned from
}

func runAlphagoPlanes(ctx context.Context, run *matchRun) (*lab.Report, error) {
	if run.Train == nil {
		return nil, errors.New("alphago-planes trains networks, which this program cannot do")
	}
	set, _, err := record.Read(ctx, []string{run.Option("games")}, record.Options{
		Filter: record.Filter{Board: planesBoard}, Threads: run.Threads,
	})
	if err != nil {
		return nil, fmt.Errorf("option games of alphago-planes: %w", err)
	}
	games, err := run.noteGames(ctx, set)
	if err != nil {
		return nil, err
	}
	learn, _, test := set.Split()
	seeds, steps, positions := run.Count("seeds"), run.Scaled(planesSteps, 20), run.Scaled(planesPositions, 200)
	var cells []lab.Cell
	for _, v := range variants {
		for s := range seeds {
			key := fmt.Sprintf("%s/seed %d/%d steps, %d positions", v.name, s+1, steps, positions)
			cells = append(cells, lab.Cell{Key: key, Work: int64(steps)})
		}
	}
	trained, err := lab.Cells(ctx, run.Here(), "training", "steps", cells,
		func(ctx context.Context, job lab.Job) (Accuracy, error) {
			v, s := variants[job.Index/seeds], job.Index%seeds
			return run.Train(ctx, Lesson{
				Dir: run.network(v, s, steps), Planes: v.planes, Filters: v.filters(run.Count("filters")),
				Layers: run.Count("layers"), Steps: steps, Learn: learn,
				Seed:      run.SeedOf(fmt.Sprintf("seed %d", s+1)), // the same for all variants
				Test:      test.Subset(func(i int) bool { return i%seeds == s }),
				Positions: positions, Device: run.Device,
			})
		})
	if err != nil {
		return nil, err
	}
	pairs := run.games(pairGames)
	var matches []Match
	for _, v := range variants[1:] {
		for s := range seeds {
			matches = append(matches, Match{
				Key:      fmt.Sprintf("%s/games of seed %d after %d steps", v.name, s+1, steps),
				A:        "policy:symmetries=1,model=" + run.network(v, s, steps),
				B:        "policy:symmetries=1,model=" + run.network(variants[0], s, steps),
				Settings: settings(planesBoard, pairs, 2),
			})
		}
	}
	played, err := Matches(ctx, &matchRun{run.Here(), run.Env, run.networks}, "games", matches)
	if err != nil {
		return nil, err
	}
	report := &lab.Report{}
	report.Set("games to learn from", fmt.Sprint(games.Learn))
	report.Set("games to measure on", fmt.Sprint(games.Test))
	report.Set("steps of a training", fmt.Sprint(steps))
	report.Set("filters", fmt.Sprint(run.Count("filters")))
	report.Set("layers", fmt.Sprint(run.Count("layers")))
	addPlayed(report, matches, played)
	table := planesTable(trained, played, seeds)
	report.Add(planesConclusion(table), table)
	return report, nil
}

// planesGames are the games of a run: how many it learns from and measures on, and their fingerprint.
type planesGames struct {
	Learn       int    `json:"learn"`
	Test        int    `json:"test"`
	Fingerprint string `json:"fingerprint"`
}

// noteGames keeps which games a run learns from and measures on. It refuses to go on with others.
func (r *matchRun) noteGames(ctx context.Context, set *record.Set) (planesGames, error) {
	learn, _, test := set.Split()
	data, err := sample.NewData(set, features.PolicyPlanes)
	if err != nil {
		return planesGames{}, fmt.Errorf("option games of %s: %w", r.Name, err)
	}
	now := planesGames{learn.Len(), test.Len(), data.Fingerprint()}
	noted, err := lab.Cells(ctx, r.Quiet().Here(), r.Name, "sets of games", []lab.Cell{{Key: "games"}},
		func(context.Context, lab.Job) (planesGames, error) { return now, nil })
	switch {
	case err != nil:
		return planesGames{}, err
	case noted[0] != now && !r.Ordered():
		return planesGames{}, &lab.ConfigError{Err: fmt.Errorf(
			"option games of %s: this run has %d games to learn from and %d to measure on, and %s has others "+
				"(%d and %d): take the same games, or begin anew in another folder",
			r.Name, noted[0].Learn, noted[0].Test, r.Option("games"), now.Learn, now.Test,
		)}
	}
	return noted[0], nil
}

// The columns of planesTable.
const (
	columnTop = iota
	columnMore
	columnGain
	columnLearned
	columnWon
)

// planesConclusion puts planesTable into words.
func planesConclusion(t *lab.Table) lab.Text {
	var lines []string
	for _, column := range []int{columnTop, columnWon} {
		list, digits := scores(t, column)
		lines = append(lines, fmt.Sprintf("By %s: %s.", t.Columns[column], lab.Ranked(list, digits)))
	}
	for _, column := range []int{columnMore, columnGain, columnLearned, columnWon} {
		lines = append(lines, agreement(t, column, fmt.Sprintf(" for %q", t.Columns[column])))
	}
	return lab.Conclusion(lines)
}

// difference subtracts two numbers of the paper, which are rounded to tenths.
func difference(a, b float64) lab.Estimate {
	return lab.Estimate{Value: a - b, Lo: a - b - 0.1, Hi: a - b + 0.1}
}

// planesTable is the table of the accuracies, seeds trainings a variant, and of the matches, which the first
// variant has none of.
func planesTable(trained []Accuracy, played []MatchResult, seeds int) *lab.Table {
	table := &lab.Table{
		Name: "table-3", Title: "Accuracy and strength of policy networks", Corner: "network",
		Columns: []string{
			"top-1, %", "more than the first row", "gain by averaging over 8 symmetries",
			"more on games learned from", "games won, %",
		},
		Note: "Top-1: how often the network's first choice is the move that was played, on one view. The three " +
			"columns after it are differences of such shares, in points. Published differences have the interval of " +
			"their rounding. Games: without search, against 48 planes and the middle width. Their interval is the " +
			"wider of two, by the games and by the seeds. Published: 19×19, on other games.",
	}
	for i, v := range variants {
		var test, more, average, learned lab.Moments
		for s, a := range trained[i*seeds : (i+1)*seeds] {
			test.Add(a.Test)
			more.Add(a.Test - trained[s].Test)
			average.Add(a.Average - a.Test)
			learned.Add(a.Learned - a.Test)
		}
		first, gain, won := lab.Words(""), lab.Number(average.Estimate(), 1), lab.Words("")
		if i > 0 {
			first = lab.Against(more.Estimate(), difference(v.test, variants[0].test), 1)
			won = lab.Against(wonOverSeeds(played[(i-1)*seeds:i*seeds]).Times(100), lab.Exact(v.won), 0)
		}
		if v.average > 0 {
			gain = lab.Against(average.Estimate(), difference(v.average, v.test), 1)
		}
		gap := lab.Against(learned.Estimate(), difference(v.learned, v.test), 1)
		table.Row(v.name, lab.Number(test.Estimate(), 1), first, gain, gap, won)
	}
	return table
}

// wonOverSeeds is the share of games that a variant won, with the wider of two intervals: by the number of games, and
// by the spread between the trainings.
func wonOverSeeds(played []MatchResult) lab.Estimate {
	var all MatchResult
	var seeds lab.Moments
	for _, m := range played {
		all.merge(m)
		seeds.Add(Winrate(m.Tally).Value)
	}
	won, spread := Winrate(all.Tally), seeds.Estimate()
	if spread.Hi-spread.Lo > won.Hi-won.Lo {
		won.Lo, won.Hi = max(0, spread.Lo), min(1, spread.Hi)
	}
	return won
}

// network is the folder of a variant's network of one seed. The training leaves it there, and goes on there if it was
// interrupted.
func (r *matchRun) network(v variant, seed, steps int) string {
	name := fmt.Sprintf("%d-planes-%d-filters-%d-steps-%d", v.planes, v.filters(r.Count("filters")), steps, seed+1)
	return filepath.Join(r.Dir, "networks", name)
}

// filters are the filters of a variant, for a middle width.
func (v variant) filters(middle int) int { return int(v.width*float64(middle) + 0.5) }
