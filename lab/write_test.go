package lab

import (
	"strings"
	"testing"
)

// What would be lost in a file, or write over another, is no report.
func TestReportsThatCannotBeWritten(t *testing.T) {
	table := func(name string, columns ...string) *Table {
		out := &Table{Name: name, Columns: columns}
		out.Row("one", Number(Exact(1), 0), Number(Exact(2), 0))
		return out
	}
	for want, blocks := range map[string][]Block{
		"":                                       {Text("# A | title"), table("a", "x", "y"), &Figure{Name: "b.1"}},
		"row one has 2 values for 1 columns":     {table("a", "x")},
		`two columns are called "x"`:             {table("a", "x", "x")},
		`is called "a": want`:                    {table("a", "x", "y"), &Picture{Name: "a"}},
		`is called "../a": want small letters`:   {&Figure{Name: "../a"}},
		"would write over results.csv":           {&Listing{Name: "results"}},
		`is called "../b": want small letters`:   {&Listing{Name: "../b"}},
		`is called "": want small letters, digi`: {&Figure{}},
	} {
		r := &Report{Blocks: blocks, experiment: &Experiment{Name: "odd"}}
		if err := r.check(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
