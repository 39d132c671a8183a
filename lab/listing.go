package lab

import (
	"bytes"
	"encoding/csv"
)

// Listing is what was measured on, a file of its own with a line for each: positions, say.
type Listing struct {
	// Name is the name of its file without .csv, such as states; Note says in the report what
	// the columns are, in Markdown.
	Name, Note string
	Columns    []string
	Lines      [][]string
}

func (*Listing) block() {}

// csv is the file.
func (l *Listing) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(l.Columns) // a csv.Writer remembers its error
	_ = w.WriteAll(l.Lines)
	return b.Bytes(), w.Error()
}
