package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
)

// helpTexts prints the help of any number of commands with one parser: each parser of the whole command line takes
// long to build.
type helpTexts struct {
	parser *kong.Kong
	out    bytes.Buffer
}

func newHelpTexts(t *testing.T) *helpTexts {
	t.Helper()
	t.Setenv("COLUMNS", "100")
	h := new(helpTexts)
	var err error
	if h.parser, err = kong.New(new(CLI), kong.Name("tengen"), kong.Help(helpFlagsFirst), flags.Words,
		kong.Writers(&h.out, &h.out)); err != nil {
		t.Fatal(err)
	}
	return h
}

// of is the help text of a command.
func (h *helpTexts) of(t *testing.T, args ...string) string {
	t.Helper()
	asked, err := kong.Trace(h.parser, args)
	if err != nil {
		t.Fatal(err)
	}
	h.out.Reset()
	if err := asked.PrintUsage(false); err != nil {
		t.Fatal(err)
	}
	return h.out.String()
}

// TestHelpOfPlayersIsShort: flags stand first, and the options of players stay with tengen player.
func TestHelpOfPlayersIsShort(t *testing.T) {
	texts := newHelpTexts(t)
	for _, command := range []string{"match", "play", "gtp", "tournament"} {
		help := texts.of(t, command)
		flags, last := strings.Index(help, "Flags:"), strings.LastIndex(help, "tengen player list")
		if flags < 0 || last < flags || strings.Contains(help, "virtual-loss") || !strings.HasSuffix(help, players.Help) {
			t.Errorf("tengen %s --help: %s", command, help)
		}
		if examples := strings.Index(help, "Example"); examples < flags {
			t.Errorf("tengen %s --help has its examples before its flags", command)
		}
		lines := strings.Split(strings.TrimSpace(help), "\n")
		if command == "match" && len(lines) > 45 {
			t.Errorf("tengen match --help has %d lines", len(lines))
		}
	}
}

// The help of every command and of every group of commands fits in helpWidth columns.
func TestHelpFits(t *testing.T) {
	texts, seen := newHelpTexts(t), 0
	all := texts.parser.Model.Node
	for _, command := range slices.Concat([]*kong.Node{all}, groups(all)) {
		if command.Hidden || command.Name == "help" { // help explains the commands itself
			continue
		}
		seen++
		words := strings.Fields(command.Path())
		if command.Type == kong.ApplicationNode {
			words = nil
		}
		for line := range strings.Lines(texts.of(t, words...)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > helpWidth {
				t.Errorf("tengen %s --help: %d columns: %s", strings.Join(words, " "), n, line)
			}
		}
	}
	if seen < 45 {
		t.Errorf("%d commands", seen)
	}
}

// groups are the commands below a node, and those below them.
func groups(n *kong.Node) []*kong.Node {
	var list []*kong.Node
	for _, child := range n.Children {
		list = append(append(list, child), groups(child)...)
	}
	return list
}

// TestShowNamesEveryOption: what a kind declares is what people see, in 100 columns.
func TestShowNamesEveryOption(t *testing.T) {
	for _, k := range players.Kinds() {
		var out bytes.Buffer
		if err := show(&out, k); err != nil {
			t.Fatal(err)
		}
		for _, o := range k.Options {
			if !strings.Contains(out.String(), "\n"+o.Name+"=") {
				t.Errorf("%s does not show %s=", k.Name, o.Name)
			}
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: %s", k.Name, line)
			}
		}
	}
}
