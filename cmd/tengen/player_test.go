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

// helpOf is the help text of a command.
func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv("COLUMNS", "100")
	var cli CLI
	var out bytes.Buffer
	parser, err := kong.New(&cli, kong.Name("tengen"), kong.Help(helpFlagsFirst), flags.Words,
		kong.Writers(&out, &out), kong.Exit(func(int) { panic("exit") }))
	if err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = parser.Parse(append(args, "--help"))
	}()
	return out.String()
}

// TestHelpOfPlayersIsShort: flags stand first, and the options of players stay with tengen player.
func TestHelpOfPlayersIsShort(t *testing.T) {
	for _, command := range []string{"match", "play", "gtp", "tournament"} {
		help := helpOf(t, command)
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
	var cli CLI
	parser, err := kong.New(&cli, flags.Words)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, command := range slices.Concat([]*kong.Node{parser.Model.Node}, groups(parser.Model.Node)) {
		if command.Hidden || command.Name == "help" { // help explains the commands itself
			continue
		}
		seen++
		words := strings.Fields(command.Path())
		if command.Type == kong.ApplicationNode {
			words = nil
		}
		for line := range strings.Lines(helpOf(t, words...)) {
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
