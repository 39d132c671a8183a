package lab

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/shell"
)

// write puts the files of a report into its folder: pictures and numbers first, and the
// report, which names them, last.
func (r *Report) write(dir string) ([]string, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	report := filepath.Join(dir, ReportName)
	files := []string{report}
	keep := func(name string, data []byte) error {
		path := filepath.Join(dir, name)
		files = append(files, path)
		return atomicfile.Write(path, data)
	}
	for _, b := range r.Blocks {
		if l, ok := b.(*Listing); ok {
			data, err := l.csv()
			if err != nil {
				return nil, err
			}
			if err := keep(l.Name+".csv", data); err != nil {
				return nil, err
			}
			continue
		}
		name, drawing := drawingOf(b)
		if drawing == nil {
			continue
		}
		for _, kind := range []string{".svg", ".png"} {
			data, err := chart.Encode(kind, drawing)
			if err != nil {
				return nil, fmt.Errorf("%s%s: %w", name, kind, err)
			}
			if err := keep(name+kind, data); err != nil {
				return nil, err
			}
		}
	}
	table, err := r.csv()
	if err != nil {
		return nil, err
	}
	if err := keep(ResultsCSV, table); err != nil {
		return nil, err
	}
	object, err := r.json()
	if err != nil {
		return nil, err
	}
	if err := keep(ResultsJSON, object); err != nil {
		return nil, err
	}
	return files, atomicfile.Write(report, []byte(r.Markdown()))
}

// drawingOf is the drawing of a block, nil if it has none.
func drawingOf(b Block) (name string, d chart.Drawing) {
	switch b := b.(type) {
	case *Figure:
		return b.Name, &chart.Figure{Panels: b.Panels, Columns: b.Columns}
	case *Picture:
		return b.Name, b.Drawing
	}
	return "", nil
}

// check sees that names are files' names and given once, and that tables are full and no two
// columns of one have the same name, by which results.json knows them.
func (r *Report) check() error {
	seen := map[string]bool{}
	for _, b := range r.Blocks {
		name := ""
		switch b := b.(type) {
		case Text:
			continue
		case *Table:
			name = b.Name
			for i, column := range b.Columns {
				if slices.Contains(b.Columns[:i], column) {
					return fmt.Errorf("table %s: two columns are called %q", b.Name, column)
				}
			}
			for _, row := range b.Rows {
				if len(row.Values) != len(b.Columns) {
					return fmt.Errorf("table %s: row %s has %d values "+
						"for %d columns", b.Name, row.Name, len(row.Values), len(b.Columns))
				}
			}
		case *Figure:
			name = b.Name
		case *Picture:
			name = b.Name
		case *Listing:
			name = b.Name
		}
		if name+".csv" == ResultsCSV {
			return fmt.Errorf("a listing of %s would write over %s", r.experiment.Name, ResultsCSV)
		}
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || seen[name] {
			return fmt.Errorf(
				"a table or figure of %s is called %q: want small letters, digits and hyphens, each name once",
				r.experiment.Name, name,
			)
		}
		seen[name] = true
	}
	return nil
}

// csv has a line for every number: part is the table or figure, row the row or series, column
// the column or panel, x the place on a curve.
func (r *Report) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	num := func(x float64) string { return strconv.FormatFloat(x, 'g', 7, 64) } // results.json has all digits
	three := func(e *Estimate) []string {
		if e == nil {
			return []string{"", "", ""}
		}
		return []string{num(e.Value), num(e.Lo), num(e.Hi)}
	}
	_ = w.Write(
		[]string{
			"part", "row", "column", "x", "value", "lo", "hi", "n", "published", "published_lo", "published_hi",
			"differs",
		},
	)
	line := func(part, row, column, x string, ours, published *Estimate, differs string) {
		n := ""
		if ours != nil && ours.N > 0 {
			n = strconv.Itoa(ours.N)
		}
		fields := append([]string{part, row, column, x}, three(ours)...)
		fields = append(append(append(fields, n), three(published)...), differs)
		_ = w.Write(fields) // a csv.Writer remembers its error
	}
	for _, block := range r.Blocks {
		switch t := block.(type) {
		case *Table:
			for _, row := range t.Rows {
				for i, v := range row.Values {
					differs := ""
					if v.Ours != nil && v.Published != nil {
						differs = strconv.FormatBool(v.Differs())
					}
					if v.Ours != nil || v.Published != nil {
						line(t.Name, row.Name, t.Columns[i], "", v.Ours, v.Published, differs)
					}
				}
			}
		case *Figure:
			for _, p := range t.Panels {
				for _, s := range p.Series {
					for i := range s.Points {
						line(t.Name, s.Name, p.Title, num(s.Points[i].X), &s.Points[i].Y, nil, "")
					}
				}
			}
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// resultsJSON is results.json. The names are a contract.
type resultsJSON struct {
	Experiment string            `json:"experiment"`
	Title      string            `json:"title"`
	Source     string            `json:"source"`
	Programs   []string          `json:"programs"`
	Note       string            `json:"note,omitempty"`
	Scale      float64           `json:"scale"`
	Seed       uint64            `json:"seed"`
	Options    map[string]string `json:"options,omitempty"`
	Settings   []Setting         `json:"settings"`
	Tables     []tableJSON       `json:"tables"`
	Figures    []figureJSON      `json:"figures"`
}

type tableJSON struct {
	Name  string    `json:"name"`
	Title string    `json:"title"`
	Rows  []rowJSON `json:"rows"`
}

type rowJSON struct {
	Row    string               `json:"row"`
	Values map[string]valueJSON `json:"values"`
}

type valueJSON struct {
	*Estimate
	Words     string    `json:"words,omitempty"`
	Published *Estimate `json:"published,omitempty"`
	Differs   bool      `json:"differs,omitempty"`
}

type figureJSON struct {
	Name   string      `json:"name"`
	Title  string      `json:"title"`
	Panels []panelJSON `json:"panels"`
}

type panelJSON struct {
	Panel  string       `json:"panel"`
	X      string       `json:"x"`
	Y      string       `json:"y"`
	Series []seriesJSON `json:"series"`
}

type seriesJSON struct {
	Name   string      `json:"name"`
	Points []pointJSON `json:"points"`
}

type pointJSON struct {
	X float64 `json:"x"`
	Estimate
}

func (r *Report) json() ([]byte, error) {
	text, err := json.MarshalIndent(r.results(), "", " ")
	return append(text, '\n'), err
}

func (r *Report) results() resultsJSON {
	out := resultsJSON{
		Experiment: r.experiment.Name, Title: r.experiment.Title, Source: r.experiment.Source,
		Programs: r.programs, Note: r.note, Scale: r.run.Scale, Seed: r.run.Seed, Options: r.run.options,
		Settings: r.Settings, Tables: []tableJSON{}, Figures: []figureJSON{},
	}
	for _, block := range r.Blocks {
		switch t := block.(type) {
		case *Table:
			j := tableJSON{Name: t.Name, Title: t.Title, Rows: []rowJSON{}}
			for _, row := range t.Rows {
				values := map[string]valueJSON{}
				for i, v := range row.Values {
					values[t.Columns[i]] = valueJSON{
						Estimate:  v.Ours,
						Words:     v.Words,
						Published: v.Published,
						Differs:   v.Differs(),
					}
				}
				j.Rows = append(j.Rows, rowJSON{row.Name, values})
			}
			out.Tables = append(out.Tables, j)
		case *Figure:
			j := figureJSON{Name: t.Name, Title: t.Title}
			for _, p := range t.Panels {
				panel := panelJSON{Panel: p.Title, X: p.X.Label, Y: p.Y.Label}
				for _, s := range p.Series {
					series := seriesJSON{Name: s.Name, Points: make([]pointJSON, len(s.Points))}
					for i, pt := range s.Points {
						series.Points[i] = pointJSON{pt.X, pt.Y}
					}
					panel.Series = append(panel.Series, series)
				}
				j.Panels = append(j.Panels, panel)
			}
			out.Figures = append(out.Figures, j)
		}
	}
	return out
}

// Markdown is report.md.
func (r *Report) Markdown() string {
	var b strings.Builder
	e := r.experiment
	fmt.Fprintf(&b, "# %s: %s\n\n", e.Name, e.Title)
	if r.run.Scale < 1 {
		fmt.Fprintf(
			&b,
			"> **Scale %v: not the whole experiment.** The numbers are of fewer replications than the full run "+
				"has; the intervals are wider for it.\n\n",
			r.run.Scale,
		)
	}
	departs := func(o Option) bool { return !o.Yours }
	if changed := r.changed(departs); len(changed) > 0 {
		fmt.Fprintf(
			&b,
			"> **Not as described:** run with %s. What the text says of it is of the experiment without.\n\n",
			Listed(changed),
		)
	}
	fmt.Fprintf(&b, "Source: %s\n\n%s\n\n", e.Source, strings.TrimSpace(e.About))
	fmt.Fprintf(&b, "| setting | |\n| --- | --- |\n| scale | %v |\n| seed | %d |\n", r.run.Scale, r.run.Seed)
	byName := func(a, b Option) int { return strings.Compare(a.Name, b.Name) }
	for _, o := range slices.SortedFunc(slices.Values(e.Options), byName) {
		if v := r.option(o); v != "" {
			fmt.Fprintf(&b, "| %s= | %s |\n", escape(o.Name), escape(v))
		}
	}
	for _, s := range r.Settings {
		fmt.Fprintf(&b, "| %s | %s |\n", escape(s.Name), escape(s.Value))
	}
	fmt.Fprintf(&b, "| program | %s |\n", escape(strings.Join(r.programs, ", then ")))
	if r.note != "" {
		fmt.Fprintf(&b, "| note | %s |\n", escape(r.note))
	}
	if !slices.Contains(r.programs, r.program) {
		fmt.Fprintf(&b, "| this report | %s |\n", escape(r.program))
	}
	b.WriteByte('\n')
	if slices.ContainsFunc(r.Blocks, uncertain) {
		b.WriteString("Intervals are of 95%.\n\n")
	}
	picture := func(name, title, caption string) {
		if title != "" {
			fmt.Fprintf(&b, "**%s**\n\n", title)
		}
		fmt.Fprintf(&b, "![%s](%s.svg)\n\n", strings.NewReplacer("[", "(", "]", ")").Replace(title), name)
		if caption != "" {
			b.WriteString(strings.TrimSpace(caption) + "\n\n")
		}
	}
	for _, block := range r.Blocks {
		switch t := block.(type) {
		case Text:
			b.WriteString(strings.TrimSpace(string(t)) + "\n\n")
		case *Table:
			t.markdown(&b)
		case *Figure:
			picture(t.Name, t.Title, t.Caption)
		case *Picture:
			picture(t.Name, t.Title, t.Caption)
		case *Listing:
			fmt.Fprintf(&b, "[%s.csv](%s.csv): %s\n\n", t.Name, t.Name, strings.TrimSpace(t.Note))
		}
	}
	fmt.Fprintf(&b, "## To repeat it\n\n    %s\n\nEvery number is in [%s](%s).\n", r.command(), ResultsCSV, ResultsCSV)
	return b.String()
}

// uncertain says whether a block has intervals.
func uncertain(b Block) bool {
	switch b := b.(type) {
	case *Figure:
		return true
	case *Table:
		return slices.ContainsFunc(b.Rows, func(r Row) bool {
			return slices.ContainsFunc(r.Values, func(v Value) bool { return v.Ours != nil && v.Ours.Bounded() })
		})
	}
	return false
}

// command is what makes this report again.
func (r *Report) command() string {
	s := "tengen lab run " + r.run.Name
	if r.run.Scale != 1 {
		s += fmt.Sprintf(" --scale %v", r.run.Scale)
	}
	if r.run.Seed != 1 {
		s += fmt.Sprintf(" --seed %d", r.run.Seed)
	}
	for _, set := range r.changed(func(Option) bool { return true }) {
		s += " --set " + set
	}
	return s + " -o " + r.run.Name
}

// option is the value of an option as people read it: where a file of theirs lies is nobody else's concern.
func (r *Report) option(o Option) string {
	v := r.run.options[o.Name]
	if o.Yours {
		return filepath.Base(v)
	}
	return v
}

// changed are the options, of those that choose takes, that are not as the experiment has them, as --set takes them.
func (r *Report) changed(choose func(Option) bool) (list []string) {
	for _, o := range r.experiment.Options {
		if v := r.option(o); v != o.Default && choose(o) {
			list = append(list, shell.Quote(o.Name+"="+v))
		}
	}
	return list
}
