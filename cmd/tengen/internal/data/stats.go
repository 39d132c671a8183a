package data

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// StatsCmd describes a collection.
type StatsCmd struct {
	flags.Common
	flags.Collection
}

// Help is shown under the flags.
func (c *StatsCmd) Help() string {
	return `Example: tengen data stats games/ --board 19

The exit status is 1 if a file that you name cannot be read to its end, or if there is no game.`
}

// statsJSON is what --json prints.
type statsJSON struct {
	*record.Stats
	Files   int            `json:"files"`
	Bytes   int64          `json:"bytes"`
	Found   int            `json:"found"`
	Mended  int            `json:"mended"`
	Dropped map[string]int `json:"dropped"`
	Faults  []faultJSON    `json:"faults"`
	// About is what packed files say of how they were made: an object each, or a text if it is
	// none.
	About []any `json:"about,omitempty"`
}

// Run counts and prints.
func (c *StatsCmd) Run(ctx context.Context) error {
	opt, finish, err := c.Options(c.Common)
	if err != nil {
		return err
	}
	opt.EmptyFaults = true
	stats := record.NewStats()
	report, err := record.Each(ctx, c.Games, opt, func(g record.Game) error {
		stats.Add(&g)
		return nil
	})
	finish()
	if err != nil {
		return err
	}
	if c.JSON {
		err = output.JSON(newStatsJSON(stats, report))
	} else {
		err = printStats(output.Stdout, stats, report)
	}
	if err != nil {
		return err
	}
	return c.Missing(report)
}

func newStatsJSON(stats *record.Stats, report *record.Report) statsJSON {
	out := statsJSON{
		Stats:   stats,
		Files:   report.Files,
		Bytes:   report.Bytes,
		Found:   report.Games,
		Mended:  report.Mended,
		Dropped: map[string]int{},
		Faults:  []faultJSON{},
	}
	for _, why := range record.Reasons() {
		if n := report.Dropped[why]; n > 0 {
			out.Dropped[why.String()] = n
		}
	}
	for _, about := range report.About {
		if json.Valid([]byte(about)) {
			out.About = append(out.About, json.RawMessage(about))
		} else {
			out.About = append(out.About, about)
		}
	}
	for _, f := range report.Faults {
		out.Faults = append(out.Faults, newFaultJSON(f))
	}
	return out
}

// printStats prints the table for people.
func printStats(w io.Writer, s *record.Stats, r *record.Report) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	row := func(label, format string, args ...any) {
		fmt.Fprintf(t, "%s\t%s\n", label, fmt.Sprintf(format, args...))
	}
	row("files", "%d, %.1f MB", r.Files, float64(r.Bytes)/1e6)
	row("games", "%d of %d found", s.Games, r.Games)
	row("moves", "%d, of them %d passes", s.Moves, s.Passes)
	if s.Games > 0 {
		row("moves a game", "%.0f on average, %d to %d", float64(s.Moves)/float64(s.Games), s.Shortest, s.Longest)
		row("boards", "%s", shares(s.Boards, s.Games, func(n int) string { return fmt.Sprintf("%d×%d", n, n) }))
		row("handicap", "%s", shares(s.Handicaps, s.Games, func(n int) string {
			if n == 0 {
				return "even"
			}
			return fmt.Sprint(n)
		}))
		if s.SetUp > 0 {
			row("stones set up", "%d games, %s, not as a handicap", s.SetUp, percent(s.SetUp, s.Games))
		}
		row("won by", "black %s, white %s, no winner %s",
			percent(s.BlackWins, s.Games), percent(s.WhiteWins, s.Games),
			percent(s.Games-s.BlackWins-s.WhiteWins, s.Games))
		row("ended by", "%s", shares(s.Endings, s.Games, named("unknown")))
		row("weaker player", "%s", shares(s.Weaker, s.Games, named("unknown")))
		row("years", "%s", years(s.Years))
		row("rules", "%s", shares(s.Rules, s.Games, named("not said")))
		row("duplicates", "%d, counting mirror images", s.Duplicates)
		row("split", "%d train, %d validation, %d test", s.Parts["train"], s.Parts["validation"], s.Parts["test"])
	}
	for _, about := range r.About {
		rows, ok := selfplay.Describe(about)
		if !ok {
			rows = [][2]string{{"made by", about}}
		}
		for _, r := range rows {
			row(r[0], "%s", printable.Line(r[1], mostSaid))
		}
	}
	for _, why := range record.Reasons() {
		if n := r.Dropped[why]; n > 0 {
			row("left out", "%d %v", n, why)
		}
	}
	if r.Mended > 0 {
		row("mended", "%d", r.Mended)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	const shown = 10
	for _, f := range r.Faults[:min(shown, len(r.Faults))] {
		fmt.Fprintf(w, "  %v\n", f)
	}
	if n := r.FaultCount(); n > shown {
		fmt.Fprintf(w, "  … and %d more: tengen data verify lists them\n", n-shown)
	}
	return nil
}

func percent(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(of, 1))) }

// named gives the empty name a word.
func named(empty string) func(string) string {
	return func(s string) string {
		if s == "" {
			return empty
		}
		return printable.Line(s, mostNamed)
	}
}

// So many characters people see of a name, such as of the rules, and of what a packed file says of itself.
const (
	mostNamed = 40
	mostSaid  = 300
)

// shares lists the largest groups with their share of all games.
func shares[K cmp.Ordered](groups map[K]int, of int, name func(K) string) string {
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b K) int {
		return cmp.Or(cmp.Compare(groups[b], groups[a]), cmp.Compare(a, b))
	})
	const most = 8
	var parts []string
	rest := 0
	for i, k := range keys {
		if i < most {
			parts = append(parts, fmt.Sprintf("%s %s", name(k), percent(groups[k], of)))
		} else {
			rest += groups[k]
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d others %s", len(keys)-most, percent(rest, of)))
	}
	return strings.Join(parts, ", ")
}

// years is the span of the years known.
func years(groups map[int]int) string {
	known := slices.Sorted(maps.Keys(groups))
	unknown := groups[0]
	if len(known) > 0 && known[0] == 0 {
		known = known[1:]
	}
	if len(known) == 0 {
		return "unknown"
	}
	s := fmt.Sprintf("%d to %d", known[0], known[len(known)-1])
	if unknown > 0 {
		s += fmt.Sprintf(", %d games without a date", unknown)
	}
	return s
}
