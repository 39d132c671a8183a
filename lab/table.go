package lab

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mark stands behind a number of ours that differs from the published one.
const mark = "≠"

// String is what stands in a cell of a table of report.md.
func (v Value) String() string {
	var parts []string
	switch {
	case v.Ours != nil:
		parts = append(parts, v.Ours.Format(v.Digits))
	case v.Words != "":
		parts = append(parts, v.Words)
	default:
		parts = append(parts, "·")
	}
	if v.Published != nil {
		parts = append(parts, "published "+v.Published.Format(v.Digits))
	}
	if v.Differs() {
		parts = append(parts, "**"+mark+"**")
	}
	return strings.Join(parts, " · ")
}

// markdown writes the table for people.
func (t *Table) markdown(b *strings.Builder) {
	if t.Title != "" {
		fmt.Fprintf(b, "**%s**\n\n", t.Title)
	}
	line := func(first string, cells []string) {
		fmt.Fprintf(b, "| %s |", escape(first))
		for _, c := range cells {
			fmt.Fprintf(b, " %s |", escape(c))
		}
		b.WriteByte('\n')
	}
	line(t.Corner, t.Columns)
	b.WriteString("| --- |" + strings.Repeat(" --- |", len(t.Columns)) + "\n")
	marked := false
	for _, r := range t.Rows {
		cells := make([]string, len(r.Values))
		for i, v := range r.Values {
			cells[i] = v.String()
			marked = marked || v.Differs()
		}
		line(r.Name, cells)
	}
	b.WriteByte('\n')
	if marked {
		fmt.Fprintf(b, "**%s**: ours and the published number differ beyond the 95%% intervals of both.\n\n", mark)
	}
	if t.Note != "" {
		b.WriteString(strings.TrimSpace(t.Note) + "\n\n")
	}
}

// escape keeps a text within its cell.
func escape(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\n", " "), "|", "\\|")
}

// Text is the tables of a report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, block := range r.Blocks {
		if t, ok := block.(*Table); ok {
			t.text(&b)
		}
	}
	return b.String()
}

// text writes the table in columns of their own width.
func (t *Table) text(b *strings.Builder) {
	rows := [][]string{append([]string{t.Corner}, t.Columns...)}
	for _, r := range t.Rows {
		cells := []string{r.Name}
		for _, v := range r.Values {
			cells = append(cells, strings.ReplaceAll(v.String(), "**", ""))
		}
		rows = append(rows, cells)
	}
	width := make([]int, len(t.Columns)+1)
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	if t.Title != "" {
		fmt.Fprintln(b, t.Title)
	}
	for _, r := range rows {
		line := ""
		for i, c := range r {
			line += c + strings.Repeat(" ", width[i]-utf8.RuneCountInString(c)+2)
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	b.WriteByte('\n')
}
