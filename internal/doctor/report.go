package doctor

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Report is the figures with what follows from them.
type Report struct {
	Figures
	Notes  []string `json:"notes"`
	Advice []Advice `json:"advice"`
}

// NewReport adds what follows from the figures.
func NewReport(f Figures) Report {
	return Report{f, append([]string{}, Notes(f)...), Advise(f)}
}

// String is the report for people: at most 40 lines of 100 columns, commands a little more.
func (r Report) String() string {
	var b strings.Builder
	m := r.Machine
	memory := "memory unknown"
	if m.Memory > 0 {
		memory = fmt.Sprintf("%.1f GB memory", float64(m.Memory)/1e9)
	}
	processors := fmt.Sprintf("%d processors", m.Cores)
	if m.Cores == 1 {
		processors = "1 processor"
	}
	fmt.Fprintf(&b, "This machine: %s (%s), %s kernels, %s\n", processors, m.Platform, m.Kernel, memory)
	if about := cmp.Or(r.Card.Name, r.Card.Note); about != "" {
		fmt.Fprintf(&b, "Graphics card: %s\n", about)
	}
	b.WriteString("\n")

	fmt.Fprintf(&b, "%-31s%-12s%12s", fmt.Sprintf("Measured in %.0f s", r.Seconds), "", threadsText(1))
	if r.Threads > 1 {
		fmt.Fprintf(&b, "%14s", threadsText(r.Threads))
	}
	b.WriteString("\n")
	r.row(&b, "multiply-adds", "GFLOP/s", r.Peak)
	for _, board := range r.Boards {
		on := fmt.Sprintf(", %d×%[1]d", board.Size)
		r.row(&b, "playouts by rules"+on, "playouts/s", board.Playouts)
		r.row(&b, "networks alone"+on, "positions/s", board.Evaluations)
		r.row(&b, "search, all together"+on, "playouts/s", board.Search)
	}

	fmt.Fprintf(&b, "\n%-31s%12s%14s%14s%16s\n",
		"Training on "+threadsText(r.Threads), "positions/s", "positions", "takes here", "top-1 reached")
	for _, t := range r.Trainings {
		fmt.Fprintf(&b, "  %-29s%12s%14s%14s%14.0f %%\n",
			fmt.Sprintf("%d×%[1]d, %d filters, %d layers", t.Board, t.Filters, t.Layers),
			number(t.PositionsS), million(t.Positions), hoursText(t.Hours), 100*t.Top1)
		for _, other := range []struct {
			what       string
			positionsS float64
		}{{"in bfloat16", t.BFloat16S}, {"on the graphics card", t.CardS}} {
			if other.positionsS > 0 {
				fmt.Fprintf(&b, "  %-29s%12s%14s%14s\n", "  "+other.what, number(other.positionsS), "",
					hoursText(t.hoursAt(other.positionsS)))
			}
		}
	}

	b.WriteString("\nRecommended\n")
	for _, a := range r.Advice {
		fmt.Fprintf(&b, "  To %s (%s):\n    %s\n", a.For, a.Why, a.Command)
	}
	if len(r.Notes) > 0 {
		b.WriteString("\n")
		for _, note := range r.Notes {
			b.WriteString(wrap(note, 100) + "\n")
		}
	}
	return b.String()
}

// row is a line of the table.
func (r Report) row(b *strings.Builder, what, unit string, s Speeds) {
	fmt.Fprintf(b, "  %-29s%-12s%12s", what, unit, number(s.One))
	if r.Threads > 1 {
		fmt.Fprintf(b, "%14s", number(s.All))
	}
	b.WriteString("\n")
}

func threadsText(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

// number writes three digits that count, with commas between thousands.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	if x < 10 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	if x < 100 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	digits := strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

func million(x float64) string { return fmt.Sprintf("%.1f million", x/1e6) }

// hoursText is a time for people.
func hoursText(hours float64) string {
	switch {
	case math.IsNaN(hours) || math.IsInf(hours, 0):
		return "–"
	case hours < 1.0/60:
		return fmt.Sprintf("%.0f s", max(1, 3600*hours))
	case hours < 2:
		return fmt.Sprintf("%.0f min", 60*hours)
	}
	return fmt.Sprintf("%.1f h", hours)
}

// shortDuration is a duration without its zero parts: 2h30m.
func shortDuration(d time.Duration) string {
	s := strings.TrimSuffix(d.String(), "0s")
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// wrap breaks text into lines of at most width columns.
func wrap(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}
