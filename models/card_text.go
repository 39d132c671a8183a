//go:build !js

package models

import (
	_ "embed"
	"io"
	"text/template"
)

// A program in a browser writes no cards. Templates would make it larger by much, because their methods are
// found while it runs, and the linker keeps all.

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
