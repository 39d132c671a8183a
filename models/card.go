package models

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/template"
)

// Card is what a model's manifest tells people beyond the figures of its networks.
type Card struct {
	Title   string   `json:"title,omitempty" toml:"title"`     // a line: what it is
	About   string   `json:"about,omitempty" toml:"about"`     // a paragraph
	Data    []string `json:"data,omitempty" toml:"data"`       // origins of what it learned from, a line each
	Recipe  []string `json:"recipe,omitempty" toml:"recipe"`   // the commands that made it, in their order
	Results []string `json:"results,omitempty" toml:"results"` // what was measured with it, a line each
	Limits  []string `json:"limits,omitempty" toml:"limits"`   // what it is not good at, a line each
	Licence string   `json:"licence,omitempty" toml:"licence"` // of the weights, as SPDX names it: mit
}

//go:embed card.md.tmpl
var cardText string

var cardTemplate = template.Must(template.New("card").Parse(cardText))

// cardNetwork is a network as the template sees it.
type cardNetwork struct {
	Network
	Kind, Shape, Figures string
}

// WriteCard writes the manifest's description of a model as Markdown, with the front matter
// that model hubs read. name is the title if the card has none.
func (m Manifest) WriteCard(w io.Writer, name string) error {
	page := struct {
		Name     string
		Card     Card
		Networks []cardNetwork
	}{Name: name}
	if m.Card != nil {
		page.Card = *m.Card
	}
	for _, kind := range Kinds {
		if n, ok := m.Networks[kind]; ok {
			page.Networks = append(page.Networks, cardNetwork{
				n, kind, n.Architecture.Describe(m.Board), n.Training.describeFigures(),
			})
		}
	}
	return cardTemplate.Execute(w, page)
}

// describeFigures lists what was measured, in the order of the alphabet.
func (t Training) describeFigures() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.Figures)) {
		out = append(out, name+" "+FormatFigure(t.Figures[name]))
	}
	return strings.Join(out, ", ")
}

// FormatFigure is a number in full if it counts something, else to four digits.
func FormatFigure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g", x)
}
