package models

// Card is what a model's manifest tells people beyond the figures of its networks.
type Card struct {
	Title   string   `json:"title,omitempty" toml:"title"`     // a line: what it is
	About   string   `json:"about,omitempty" toml:"about"`     // a paragraph
	Data    []string `json:"data,omitempty" toml:"data"`       // origins of what it learned from, a line each
	Recipe  []string `json:"recipe,omitempty" toml:"recipe"`   // the commands that made it, in their order
	Results []string `json:"results,omitempty" toml:"results"` // what was measured with it, a line each
	Limits  []string `json:"limits,omitempty" toml:"limits"`   // what it is not good at, a line each
	Licence string   `json:"licence,omitempty" toml:"licence"` // of the weights
}
