package lab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// matchConclusion says what a table of matches says: who comes before whom by a column, who is as
// good as the best as far as the games tell, and where the published numbers beside it agree; then what
// more there is to say.
func (t *Table) matchConclusion(column int, more ...string) Text {
	list, digits := t.scores(column)
	if len(list) == 0 {
		return conclusion([]string{"Nothing was played."})
	}
	lines := []string{fmt.Sprintf("By %s: %s.", t.Columns[column], ranked(list, digits))}
	best := slices.MaxFunc(list, func(a, b scored) int { return cmp.Compare(a.Value, b.Value) })
	var first, alike []string
	for _, s := range list {
		switch {
		case s.Value == best.Value:
			first = append(first, s.name)
		case !s.Apart(best.Estimate):
			alike = append(alike, s.name)
		}
	}
	switch {
	case len(list) == 1:
	case len(first) == len(list):
		lines = append(lines, "All are equal.")
	case len(first) > 1 && len(alike) == 0:
		lines = append(lines, fmt.Sprintf("%s are equal, apart from all others.", listed(first)))
	case len(first) > 1:
		lines = append(lines, fmt.Sprintf("%s are equal and first; these games do not set them apart from %s.", listed(first), listed(alike)))
	case len(alike) == 0:
		lines = append(lines, fmt.Sprintf("%s is best, apart from all others.", best.name))
	default:
		lines = append(lines, fmt.Sprintf("%s is first; these games do not set it apart from %s.", best.name, listed(alike)))
	}
	if agree, of := t.agreeing(column); of > 0 {
		line := fmt.Sprintf("Of the published numbers beside them %d of %d agree.", agree, of)
		if d := t.differing(column); d != "" {
			line += " Not so: " + d + "."
		}
		lines = append(lines, line)
	}
	return conclusion(append(lines, more...))
}

// scores are the numbers of ours in a column, by the names of the rows, and their digits.
func (t *Table) scores(column int) (list []scored, digits int) {
	for _, r := range t.Rows {
		if v := r.Values[column]; v.Ours != nil {
			list, digits = append(list, scored{r.Name, *v.Ours}), v.Digits
		}
	}
	return list, digits
}

// besideHalf sorts the rows of a column of shares of games, in per cent, by what they tell: who
// wins more than half beyond the interval, who less, and of whom nothing can be said.
func (t *Table) besideHalf(column int) string {
	parts := []struct {
		said  string
		names []string
	}{{said: "more than half"}, {said: "less than half"}, {said: "not told from half"}}
	list, digits := t.scores(column)
	for _, s := range list {
		part := &parts[2]
		switch {
		case s.Above(Exact(50)):
			part = &parts[0]
		case Exact(50).Above(s.Estimate):
			part = &parts[1]
		}
		part.names = append(part.names, s.name+" "+Exact(s.Value).Format(digits))
	}
	var said []string
	for _, part := range parts {
		if len(part.names) > 0 {
			said = append(said, part.said+": "+listed(part.names))
		}
	}
	return strings.Join(said, "; ") + "."
}
