package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
)

// matchConclusion puts a table of matches into words: the order of the players by a column, which
// players the games cannot tell from the best, and where the published numbers agree. Then comes what
// more there is to say.
func matchConclusion(t *lab.Table, column int, more ...string) lab.Text {
	list, digits := scores(t, column)
	if len(list) == 0 {
		return lab.Conclusion([]string{"Nothing was played."})
	}
	lines := []string{fmt.Sprintf("By %s: %s.", t.Columns[column], lab.Ranked(list, digits))}
	best := slices.MaxFunc(list, func(a, b lab.Scored) int { return cmp.Compare(a.Value, b.Value) })
	var first, alike []string
	for _, s := range list {
		switch {
		case s.Value == best.Value:
			first = append(first, s.Name)
		case !s.Apart(best.Estimate):
			alike = append(alike, s.Name)
		}
	}
	switch {
	case len(list) == 1:
	case len(first) == len(list):
		lines = append(lines, "All are equal.")
	case len(first) > 1 && len(alike) == 0:
		lines = append(lines, fmt.Sprintf("%s are equal, apart from all others.", lab.Listed(first)))
	case len(first) > 1:
		lines = append(
			lines,
			fmt.Sprintf(
				"%s are equal and first; these games do not set them apart from %s.", lab.Listed(first),
				lab.Listed(alike),
			),
		)
	case len(alike) == 0:
		lines = append(lines, fmt.Sprintf("%s is best, apart from all others.", best.Name))
	default:
		lines = append(
			lines,
			fmt.Sprintf("%s is first; these games do not set it apart from %s.", best.Name, lab.Listed(alike)),
		)
	}
	if _, of := t.Agreeing(column); of > 0 {
		lines = append(lines, agreement(t, column, ""))
	}
	return lab.Conclusion(append(lines, more...))
}

// agreement says how many published numbers of a column agree with ours, and which do not. subject comes behind the
// word "numbers", and may be empty.
func agreement(t *lab.Table, column int, subject string) string {
	agree, of := t.Agreeing(column)
	line := fmt.Sprintf("Of the published numbers%s, %d of %d agree.", subject, agree, of)
	if d := t.Differing(column); d != "" {
		line += " Not so: " + d + "."
	}
	return line
}

// scores are the numbers of ours in a column, by the names of the rows, and their digits.
func scores(t *lab.Table, column int) (list []lab.Scored, digits int) {
	for _, r := range t.Rows {
		if v := r.Values[column]; v.Ours != nil {
			list, digits = append(list, lab.Scored{Name: r.Name, Estimate: *v.Ours}), v.Digits
		}
	}
	return list, digits
}

// besideHalf sorts the rows of a column of shares of games, in per cent: which players win more than
// half beyond the interval, which win less than half, and which are too near to half.
func besideHalf(t *lab.Table, column int) string {
	parts := []struct {
		said  string
		names []string
	}{{said: "more than half"}, {said: "less than half"}, {said: "perhaps half"}}
	list, digits := scores(t, column)
	for _, s := range list {
		part := &parts[2]
		switch {
		case s.Above(lab.Exact(50)):
			part = &parts[0]
		case lab.Exact(50).Above(s.Estimate):
			part = &parts[1]
		}
		part.names = append(part.names, s.Name+" "+lab.Exact(s.Value).Format(digits))
	}
	var said []string
	for _, part := range parts {
		if len(part.names) > 0 {
			said = append(said, part.said+": "+lab.Listed(part.names))
		}
	}
	return strings.Join(said, "; ") + "."
}
