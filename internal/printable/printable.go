// Package printable makes text of others fit for a terminal: what is in a record or comes from a worker may not
// steer it.
package printable

import (
	"strings"
	"unicode"
)

// Line is a text in one line without what a terminal would take for a command. Of a longer text it is the first most
// characters.
func Line(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), 4*most)])
	if all := []rune(text); len(all) > most {
		return string(all[:most]) + " …"
	}
	return text
}

// Lines is a text with its line breaks, without other control characters.
func Lines(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r != '\n' && unicode.IsControl(r):
			return -1
		}
		return r
	}, text)
}
