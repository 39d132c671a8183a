package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		words string // the last is what is being typed
		want  string // one of the answers
		only  bool   // and no other
	}{
		{"", "train", false},
		{"ma", "match", true},
		{"train ", "policy", false},
		{"train po", "policy", true},
		{"train policy games --opt", "--optimizer", true},
		{"gtp --compat ", "lizzie", false},
		{"gtp --compat li", "lizzie", true},
		{"gtp --compat=li", "--compat=lizzie", true},
		{"train policy --rate 0.1 --warm", "--warm-up", true},
		{"completion z", "zsh", true},
		{"data --quiet st", "stats", true},
		{"selfplay --no-s", "--no-settle", true},
		{"selfplay --no-settle --no-s", "--no-settle", true},
	} {
		_, out := tengen(t, append([]string{"complete", "--"}, strings.Split(c.words, " ")...)...)
		got := strings.Fields(out)
		if !slices.Contains(got, c.want) || c.only && len(got) != 1 {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
	if _, out := tengen(t, "complete", "--", "comple"); out != "completion\n" {
		t.Errorf("offered: %q, the hidden command, too?", out)
	}
}

// Every command that people see has a line of help, and no flag has two names in two commands.
func TestEveryCommandHasHelp(t *testing.T) {
	parser, err := newParser(t.Context(), new(CLI))
	if err != nil {
		t.Fatal(err)
	}
	err = kong.Visit(parser.Model, func(v kong.Visitable, next kong.Next) error {
		if node, ok := v.(*kong.Node); ok && node.Type == kong.CommandNode && !node.Hidden && node.Help == "" {
			t.Errorf("%s has no help", node.Path())
		}
		if flag, ok := v.(*kong.Flag); ok && flag.Short == 'o' && flag.Name != "output" {
			t.Errorf("-o is --%s, want --output", flag.Name)
		}
		return next(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}
