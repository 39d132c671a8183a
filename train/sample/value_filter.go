package sample

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/record"
)

// ValueFilter says of which games a value network may learn the outcome. A game needs a
// winner on the board: one without, or that was decided by the clock or by a ruling, says
// nothing about its positions.
type ValueFilter struct {
	// Which is Marked, One or All; Marked wants games that have a mark.
	Which string
	// Handicap keeps games with handicap or other stones set up before the first move.
	Handicap bool
	// Komi are those kept, compared as float32, as games have them; empty keeps all, also games without
	// a komi in their record. A network does not see the komi and learns the outcome for the mixture
	// that it is given; the paper's was trained for 7.5 alone.
	Komi []float64
}

// ValueReport says what became of the games.
type ValueReport struct {
	Kept int
	// Games that were left out.
	Undecided, Clock, Handicap, OtherKomi, Unmarked, Bare int
	// Games that were kept, by komi, and those with records that say none.
	Komi   map[float64]int
	NoKomi int
}

// Keep is the games of set that pass.
func (f ValueFilter) Keep(set *record.Set) (*record.Set, ValueReport) {
	report := ValueReport{Komi: map[float64]int{}}
	kept := set.Subset(func(i int) bool {
		g := set.Game(i)
		switch {
		case !g.Result.Decided():
			report.Undecided++
		case g.Result.Ending == record.Time || g.Result.Ending == record.Forfeit:
			report.Clock++
		case !f.Handicap && (g.Handicap > 0 || len(g.Setup) > 0):
			report.Handicap++
		case len(f.Komi) > 0 && (g.NoKomi || !f.has(g.Komi)):
			report.OtherKomi++
		case f.Which == Marked && (g.Mark < 1 || g.Mark > len(g.Moves)):
			report.Unmarked++
		case len(g.Moves) == 0:
			report.Bare++
		default:
			report.Kept++
			if g.NoKomi {
				report.NoKomi++
			} else {
				report.Komi[g.Komi]++
			}
			return true
		}
		return false
	})
	return kept, report
}

// has says whether games of that komi are kept.
func (f ValueFilter) has(komi float64) bool {
	return slices.ContainsFunc(f.Komi, func(k float64) bool { return float32(k) == float32(komi) })
}

// String describes the games in a sentence.
func (r ValueReport) String() string {
	s := fmt.Sprintf("%d games with a known outcome", r.Kept)
	var out []string
	for _, c := range []struct {
		n   int
		why string
	}{
		{r.Undecided, "without a winner"},
		{r.Clock, "decided by the clock or a ruling"},
		{r.Handicap, "with handicap or stones set up"},
		{r.OtherKomi, "of another komi"},
		{r.Unmarked, "without a marked position"},
		{r.Bare, "without moves"},
	} {
		if c.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", c.n, c.why))
		}
	}
	if len(out) > 0 {
		s += "; left out: " + strings.Join(out, ", ")
	}
	if r.Kept > 0 {
		s += "; komi " + r.komi()
	}
	return s
}

// Notes is the sentence with what the files of the games say of how they were made.
func (r ValueReport) Notes(kept *record.Set) string {
	s := r.String()
	if kept.About != "" {
		s += "; made by " + kept.About
	}
	return s
}

// komi lists the komi of the games kept, the commonest first, five at most.
func (r ValueReport) komi() string {
	all := slices.Collect(maps.Keys(r.Komi))
	slices.SortFunc(all, func(a, b float64) int {
		if d := r.Komi[b] - r.Komi[a]; d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	})
	var list []string
	rest := r.Kept - r.NoKomi
	for _, k := range all[:min(5, len(all))] {
		list = append(list, fmt.Sprintf("%v of %d", float32(k), r.Komi[k]))
		rest -= r.Komi[k]
	}
	if rest > 0 {
		list = append(list, fmt.Sprintf("others of %d", rest))
	}
	if r.NoKomi > 0 {
		list = append(list, fmt.Sprintf("not said of %d", r.NoKomi))
	}
	return strings.Join(list, ", ")
}

// HasMarks says whether games were made for a value network: whether more than half of
// them have a mark.
func HasMarks(set *record.Set) bool {
	n := 0
	for i := range set.Len() {
		if set.Game(i).Mark > 0 {
			n++
		}
	}
	return 2*n > set.Len()
}
