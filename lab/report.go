package lab

import "github.com/tengen-go/tengen/internal/chart"

// Report is what came of a run, in the order of reading.
type Report struct {
	// Settings are what was done, such as replications or playouts a move.
	Settings []Setting
	// Blocks follow each other: Text, *Table, *Figure, *Picture, *Listing.
	Blocks []Block

	experiment *Experiment
	run        *Run
	programs   []string // that did the cells
	note       string
	program    string // that writes it
}

// Setting is one line of what was done.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Set notes a setting.
func (r *Report) Set(name, value string) {
	r.Settings = append(r.Settings, Setting{name, value})
}

// Add puts blocks at the end.
func (r *Report) Add(blocks ...Block) { r.Blocks = append(r.Blocks, blocks...) }

// Block is a part of a report.
type Block interface{ block() }

// Text is paragraphs in Markdown; a heading in it is ## or ###.
type Text string

func (Text) block()     {}
func (*Table) block()   {}
func (*Figure) block()  {}
func (*Picture) block() {}

// Table has a row for each thing that was measured.
type Table struct {
	// Name is the table's name in results.csv, such as table-1. Title is above the table,
	// Note below it, in Markdown.
	Name, Title, Note string
	// Corner is above the names of the rows, Columns above the values.
	Corner  string
	Columns []string
	Rows    []Row
}

// Row is a line of a table, with a value for every column.
type Row struct {
	Name   string
	Values []Value
}

// Row appends one.
func (t *Table) Row(name string, values ...Value) {
	t.Rows = append(t.Rows, Row{name, values})
}

// Value is an entry of a table: a number, with the published one next to it if there is
// one, or words.
type Value struct {
	// Ours is our number, Published the paper's; either may be nil.
	Ours, Published *Estimate
	// Digits is how many are shown behind the point.
	Digits int
	// Words stand there if there is no number of ours.
	Words string
}

// Number is a value of ours.
func Number(e Estimate, digits int) Value { return Value{Ours: &e, Digits: digits} }

// Against is our number next to a published one.
func Against(ours, published Estimate, digits int) Value {
	return Value{Ours: &ours, Published: &published, Digits: digits}
}

// Words is a value that is no number.
func Words(s string) Value { return Value{Words: s} }

// Differs says that ours and the published number are apart beyond the intervals of both.
func (v Value) Differs() bool {
	return v.Ours != nil && v.Published != nil && v.Ours.Apart(*v.Published)
}

// Figure is curves with their intervals, in one panel or several.
type Figure struct {
	// Name is the name of its files, such as figure-2; Title is above it, Caption below, in
	// Markdown.
	Name, Title, Caption string
	// Panels are drawn in so many Columns; 0 is one or two.
	Panels  []Panel
	Columns int
}

// Parts of a Figure, as the chart package has them.
type (
	Panel  = chart.Panel
	Axis   = chart.Axis
	Series = chart.Series
	Point  = chart.Point
	Style  = chart.Style
)

// Styles of series.
const (
	Measured  = chart.Measured
	Band      = chart.Band
	Dashed    = chart.Dashed
	Reference = chart.Reference
	Dots      = chart.Dots
)

// Picture is a drawing without numbers of its own in the tables.
type Picture struct {
	// Name names its files. Title stands above it, Caption below, in Markdown.
	Name, Title, Caption string
	Drawing              chart.Drawing
}

// Differing names the values that differ from the published ones.
func (r *Report) Differing() []string {
	names := []string{}
	for _, b := range r.Blocks {
		if t, ok := b.(*Table); ok {
			for _, row := range t.Rows {
				for i, v := range row.Values {
					if v.Differs() {
						names = append(names, t.Name+": "+row.Name+": "+t.Columns[i])
					}
				}
			}
		}
	}
	return names
}
