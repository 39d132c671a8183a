package settings

import (
	"fmt"
	"testing"
)

type section struct {
	overrides

	Names map[string]string `toml:"names"`
	Parts []float64         `toml:"parts"`
	Count *uint             `toml:"count"`
	Deep  bool              `toml:"deep"`
	Date  *day              `toml:"date"`
}

// day reads text.
type day string

func (d *day) UnmarshalText(text []byte) error {
	*d = day(text)
	return nil
}

// Errors say where, and what a value should have been, in words that are not those of Go.
func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"[run]\nrate = 0.5\nparts = [1, 2]":  "",
		"[run]\nrtae = 0.5":                  ":2: no run.rtae",
		"\ufeff[run]\nrate = 0.5":            "",
		"\ufeff[run]\nrate = \"x\"":          ":2:8: want a number",
		"[ruin]":                             ":1: no ruin",
		"[run]\nrate = \"x\"":                ":2:8: want a number",
		"run.rate = \"x\"":                   ":1:12: want a number",
		"[run.rate]\nx = 1":                  ":1:2: want a number",
		"[run]\nsteps = 0.5":                 ":2:9: want a whole number",
		"[run]\ncount = \"x\"":               ":2:9: want a whole number, 0 or more",
		"[run]\ndeep = 1":                    ":2:8: want true or false",
		"[run]\nparts = [\"a\"]":             ":2:10: want a list of numbers, such as [0.5, 1]",
		"[run]\nnames = 3":                   `:2:9: want names with texts, such as {a = "b"}`,
		"[run]\nnames = {a = 3}":             `:2:14: want names with texts, such as {a = "b"}`,
		"run = 3":                            ":1:7: want a section with its keys",
		"title = 3":                          `:1:9: want a text, such as "adam"`,
		"[run]\ntime = \"soon\"":             `:2:8: "soon" is no time such as "90s" or "2h30m"`,
		"[run]\nrate = 2016-03-09":           ":2:8: want a number",
		"run = 2016-03-09":                   ":1:7: want a section with its keys",
		"[run]\ntime = 10:00:00":             `:2:8: "10:00:00" is no time such as "90s" or "2h30m"`,
		"title = 2016-03-09 # 2016":          `:1:9: a date or a time without quotes: want "2016-03-09"`,
		"title = 2016-03":                    `:1:9: a date or a time without quotes: want "2016-03"`,
		"title = 2016-13-09":                 `:1:14: a date or a time without quotes: want "2016-13-09"`,
		"title = 2016-03-09 10:00:00+01:00":  `:1:9: a date or a time without quotes: want "2016-03-09 10:00:00+01:00"`,
		"title = 2016-03-09T10:00:00Z":       `:1:9: a date or a time without quotes: want "2016-03-09T10:00:00Z"`,
		"title = 10:00:00":                   `:1:9: a date or a time without quotes: want "10:00:00"`,
		"[run]\ndate = 2016-03-09":           `:2:8: a date or a time without quotes: want "2016-03-09"`,
		"[run]\ndate = 2016-03":              `:2:8: a date or a time without quotes: want "2016-03"`,
		"[run]\nnames = {a = 2016-03-09}":    `:2:14: a date or a time without quotes: want "2016-03-09"`,
		"list = [\"a\", 2016-03-09]":         `:1:14: a date or a time without quotes: want "2016-03-09"`,
		"any = 2016-03":                      `:1:7: a date or a time without quotes: want "2016-03"`,
		"any = 2016-03-09":                   "",
		"[run]\nrate = \"x":                  ":2:9: toml: unterminated basic string",
		"[run]\nrate = 1\nrate = 2":          ":3:1: toml: key rate is already defined",
		"run = {rate = 1, steps = 2, time=}": ":1:34: toml: unexpected character U+007D '}' at start of value",
	} {
		var file struct {
			Title string   `toml:"title"`
			List  []string `toml:"list"`
			Any   any      `toml:"any"`
			Run   *section `toml:"run"`
		}
		err := Decode([]byte(text), &file, func(key string) error { return fmt.Errorf("no %s", key) })
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
