// Package printable makes text of others fit for a terminal: what is in a record or comes from a worker may not
// steer it.
package printable

import (
	"strings"
	"unicode"
)

// Line is a text in one line without what a terminal would take for a command. A text of more than most characters
// is cut there, and ends with an ellipsis.
func Line(text string, most int) string {
	var line strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > most {
			return line.String() + " …"
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		line.WriteRune(r)
	}
	return line.String()
}

// Lines is a text with its line breaks, without other control characters, also without those that turn the direction
// of what follows.
func Lines(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r != '\n' && unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}
