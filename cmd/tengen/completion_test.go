package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestComplete(t *testing.T) {
	parser, err := newParser(t.Context(), new(CLI))
	if err != nil {
		t.Fatal(err)
	}
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
	} {
		got := candidates(parser.Model.Node, strings.Split(c.words, " "))
		if !slices.Contains(got, c.want) || c.only && len(got) != 1 {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
	if got := candidates(parser.Model.Node, []string{"comple"}); slices.Contains(got, "complete") {
		t.Error("the hidden command is offered")
	}
}

// Each script is one that its shell can read, where the shell is there to ask.
func TestCompletionScriptsParse(t *testing.T) {
	asked := 0
	for shell, script := range completionScripts {
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			t.Logf("NOT TESTED: %s", shell)
			continue
		}
		cmd := exec.Command(path, "-n")
		cmd.Stdin = strings.NewReader(script)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
		asked++
	}
	if asked == 0 {
		t.Skip("no shell to ask")
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
