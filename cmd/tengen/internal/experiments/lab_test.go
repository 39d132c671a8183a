package experiments

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Words stay as they are and in order, paragraphs and points of lists apart, and no line is
// longer than a word or 100 characters.
func TestAboutIsReflowed(t *testing.T) {
	long := strings.Repeat("ñ", 98)
	for text, want := range map[string]string{
		"a\nb":                         "a b",
		"a\n\nb\nc":                    "a\n\nb c",
		"a:\n- b\n  c\n- d\n\ne":       "a:\n- b c\n- d\n\ne",
		long + " a\nb":                 long + " a\nb",
		"- " + long + "\n  b":          "- " + long + "\n  b",
		"a\n" + long + long + " b\n\n": "a\n" + long + long + "\nb\n\n",
	} {
		if got := reflowed(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, e := range experiments(nil) {
		got := reflowed(e.About)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(e.About), " ") {
			t.Errorf("%s: other words", e.Name)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if utf8.RuneCountInString(line) > 100 {
				t.Errorf("%s: a line of more than 100 characters: %s", e.Name, line)
			}
		}
	}
}
