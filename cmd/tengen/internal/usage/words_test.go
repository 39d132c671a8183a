package usage

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// A value of the wrong type is refused in words of people, not of a programming language.
func TestWrongTypesInWords(t *testing.T) {
	var cli struct {
		Board int
		Seed  uint64
		Rate  float64
		Time  time.Duration
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{
		"--board=19x19":                `--board: want a whole number, not "19x19"`,
		"--seed=-1":                    `--seed: want a whole number, 0 or more, not "-1"`,
		"--rate=fast":                  `--rate: want a number, not "fast"`,
		"--time=soon":                  `--time: want a time such as 90s, 5m or 1h30m, not "soon"`,
		`--board=a"b`:                  `--board: want a whole number, not "a\"b"`,
		"--board=99999999999999999999": `--board: want a whole number, not "99999999999999999999"`,
	} {
		_, err := parser.Parse([]string{arg})
		if err == nil || Words(err) != want {
			t.Errorf("%s: %q, want %q", arg, Words(errors.Join(err)), want)
		}
	}
}

// A missing value, and a value that the flag does not have, get plain words as well.
func TestWrongValuesInWords(t *testing.T) {
	var cli struct {
		Rules string `enum:",chinese,japanese" default:""`
		Board int
		File  string `arg:"" type:"existingfile"`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--board"}, "--board: a value is missing"},
		{nil, "<file> is missing"},
		{[]string{"nothing.sgf"}, "nothing.sgf: no such file or directory"},
		{[]string{"words.go", "--rules=chinees"}, `--rules must be one of chinese, japanese, and not "chinees"; did you mean chinese?`},
	} {
		_, err := parser.Parse(c.args)
		if err == nil || !strings.HasSuffix(Words(err), c.want) {
			t.Errorf("%q: %q, want %q", c.args, Words(errors.Join(err)), c.want)
		}
	}
}
