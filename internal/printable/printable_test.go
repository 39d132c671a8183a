package printable

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"Chinese":                       "Chinese",
		"a\x1b[31mred\nb\tc\x00d\u202e": "a [31mred b c d ",
		"中国规则":                          "中国规则",
		"0123456789012345678901234":     "01234567890123456789 …",
		strings.Repeat("规", 30):         strings.Repeat("规", 20) + " …",
		strings.Repeat("𠮷", 30):         strings.Repeat("𠮷", 20) + " …",
		"bad \xff byte":                 "bad � byte",
	} {
		if got := Line(text, 20); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31m joseki\r\nof\told": "a[31m joseki\nof old",
		"gpj.\u202emoves\u2066":       "gpj.moves",
		"سلام \u200e9d":               "سلام 9d",
	} {
		if got := Lines(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// However long the text and wherever it is cut, a line is short, whole and without commands.
func FuzzLine(f *testing.F) {
	f.Add("\x9b31m規則\u0085", 3)
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = max(0, min(most, 1000))
		got := Line(text, most)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > most+2 || strings.ContainsAny(got, "\x1b\n\r\u009b") {
			t.Errorf("%q", got)
		}
	})
}
