package models

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
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
