package main

import (
	"bytes"
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
		if command == "match" && len(lines) >= 45 {
			t.Errorf("tengen match --help has %d lines", len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 100 {
				t.Errorf("tengen %s --help: %s", command, line)
			}
		}
	}
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
