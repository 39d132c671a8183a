package gtp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for line, want := range map[string]command{
		"name":                   {name: "name"},
		"12 play b D4":           {id: "12", name: "play", args: []string{"b", "D4"}},
		"\tkomi\t 6.5 \r":        {name: "komi", args: []string{"6.5"}},
		"7name":                  {id: "7", name: "name"},
		"3":                      {id: "3"},
		"na\x00me\x7f # comment": {name: "name"},
		"-1 name":                {name: "-1", args: []string{"name"}},
	} {
		got, ok := parseCommand(line)
		if len(got.args) == 0 {
			got.args = nil
		}
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v, want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "   ", "# all comment", "\t\r", "  # 12 name"} {
		if c, ok := parseCommand(line); ok {
			t.Errorf("%q asks for %+v", line, c)
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine+5)
	r := bufio.NewReader(strings.NewReader("a\n\n" + long + "\n" + long[:maxLine-1] + "\nlast"))
	for i, want := range []struct {
		n   int
		err error
	}{{1, nil}, {0, nil}, {maxLine, errLineTooLong}, {maxLine - 1, nil}, {4, nil}, {0, io.EOF}} {
		line, err := readLine(r)
		if len(line) != want.n || !errors.Is(err, want.err) {
			t.Errorf("line %d: %d bytes, %v, want %d, %v", i, len(line), err, want.n, want.err)
		}
	}
}

// Comments and spaces of any length are no command, and hide none.
func TestLongCommentsAndSpaces(t *testing.T) {
	long := strings.Repeat("x", 2*maxLine)
	blanks := strings.Repeat(" ", maxLine) + strings.Repeat("\t", maxLine) + strings.Repeat("\x00", maxLine)
	for line, want := range map[string]command{
		"# " + long:                           {},
		blanks + "#" + long:                   {},
		blanks + "20 name":                    {id: "20", name: "name"},
		"20 name" + blanks:                    {id: "20", name: "name"},
		"20 name#" + long:                     {id: "20", name: "name"},
		"20" + blanks + "komi" + blanks + "5": {id: "20", name: "komi", args: []string{"5"}},
	} {
		in := parseInput(readLine(bufio.NewReader(strings.NewReader(line + "\n"))))
		if in.err != nil || in.asks != (want.name != "") {
			t.Errorf("%.60q: asks %v, error %v", line, in.asks, in.err)
		}
		if got := in.command; got.id != want.id || got.name != want.name || !slices.Equal(got.args, want.args) {
			t.Errorf("%.60q: %+v, want %+v", line, got, want)
		}
	}
	if in := parseInput(readLine(bufio.NewReader(strings.NewReader(blanks + "#" + blanks + "interrupt" + blanks)))); !in.interrupt {
		t.Error("an interrupt with many spaces is none")
	}
}

func TestAppendResponse(t *testing.T) {
	for _, c := range []struct {
		id, text string
		done     bool
		want     string
	}{
		{"", "", true, "=\n\n"},
		{"5", "", true, "=5\n\n"},
		{"5", "D4", true, "=5 D4\n\n"},
		{"", "syntax error", false, "? syntax error\n\n"},
		{"", "a\n\n\nb\n\n", true, "= a\nb\n\n"},
		{"2", "\n  A B\n", true, "=2\n  A B\n\n"},
		{"", "a\rb\x00c\td", true, "= abc d\n\n"},
	} {
		if got := string(appendResponse(nil, c.id, c.text, c.done)); got != c.want {
			t.Errorf("%q %q: %q, want %q", c.id, c.text, got, c.want)
		}
	}
}

// FuzzResponse holds every response to the protocol's shape: one empty line, at
// its end, and nothing that a reader has to discard.
func FuzzResponse(f *testing.F) {
	f.Add("1", "text\n\nmore", true)
	f.Add("", "\n", false)
	f.Fuzz(func(t *testing.T, id, text string, done bool) {
		id = strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, id)
		got := appendResponse(nil, id, text, done)
		if n := bytes.Index(got, []byte("\n\n")); n != len(got)-2 {
			t.Fatalf("%q has an empty line inside", got)
		}
		for _, b := range got {
			if b < ' ' && b != '\n' || b == 0x7f {
				t.Fatalf("%q has a control character", got)
			}
		}
		a := readAnswer(bufio.NewReader(bytes.NewReader(got)))
		if a.err != nil || a.ok != done {
			t.Fatalf("%q was read back as %+v", got, a)
		}
	})
}
