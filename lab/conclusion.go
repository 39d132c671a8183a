package lab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Conclusion is what came out of an experiment in words, one sentence or two a line. All of it is
// computed from the results, so that it is true at any scale and of any seed.
func Conclusion(lines []string) Text {
	return Text("**What came out**\n\n- " + strings.Join(lines, "\n- "))
}

// Scored is a thing with what it came to.
type Scored struct {
	Name string
	Estimate
}

// Ranked names things from the largest number down, with > between two that are apart beyond the
// intervals of both, and ≈ between others.
func Ranked(list []Scored, digits int) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Scored) int { return cmp.Compare(b.Value, a.Value) })
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			if s.Apart(list[i-1].Estimate) {
				b.WriteString(" > ")
			} else {
				b.WriteString(" ≈ ")
			}
		}
		b.WriteString(s.Name + " " + Exact(s.Value).Format(digits))
	}
	return b.String()
}

// Agreeing counts the numbers of some columns that have a published number, and how many of them
// do not differ from it. No columns means all columns.
func (t *Table) Agreeing(columns ...int) (agree, of int) {
	for _, r := range t.Rows {
		for i, v := range r.Values {
			if v.Ours == nil || v.Published == nil || len(columns) > 0 && !slices.Contains(columns, i) {
				continue
			}
			of++
			if !v.Differs() {
				agree++
			}
		}
	}
	return agree, of
}

// Differing names the numbers of a column that differ from the published ones, with both.
func (t *Table) Differing(column int) string {
	var list []string
	for _, r := range t.Rows {
		if v := r.Values[column]; v.Differs() {
			list = append(
				list,
				fmt.Sprintf("%s %s instead of %s", r.Name, v.Ours.Format(v.Digits), v.Published.Format(v.Digits)),
			)
		}
	}
	return strings.Join(list, "; ")
}

// Listed names several things as a list in a sentence.
func Listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
