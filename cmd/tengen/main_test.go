package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/internal/folder"
)

// Every command explains itself with an example and takes the common flags. Those which only
// speak of the program itself, help and completion, take no flags.
func TestEveryCommandHasAnExample(t *testing.T) {
	var cli CLI
	parser, err := kong.New(&cli, flags.Words)
	if err != nil {
		t.Fatal(err)
	}
	leaves := parser.Model.Leaves(false)
	if len(leaves) < 16 {
		t.Fatalf("%d commands", len(leaves))
	}
	for _, leaf := range leaves {
		if leaf.Hidden || leaf.Name == "help" {
			continue
		}
		if !strings.Contains(leaf.Detail, "Example") || !strings.Contains(leaf.Detail, "tengen "+leaf.Path()) {
			t.Errorf("%s: no example in %q", leaf.Path(), leaf.Detail)
		}
		if leaf.Name == "completion" {
			continue
		}
		flags := map[string]bool{}
		for _, group := range leaf.AllFlags(false) {
			for _, flag := range group {
				flags[flag.Name] = true
			}
		}
		computes := !slices.Contains([]string{"hub serve", "hub token", "hub status", "hub drop"}, leaf.Path())
		for _, name := range []string{"json", "quiet", "seed", "threads", "config"} {
			want := computes || name == "json" || name == "quiet" || name == "config" && flags[name]
			if flags[name] != want {
				t.Errorf("%s: --%s is %v, want %v", leaf.Path(), name, flags[name], want)
			}
		}
	}
}

// What is not there, or cannot be used now, is a failure in all commands. A wrong flag or file of flags is wrong use.
func TestFailuresAreNoWrongUse(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	busy, err := folder.Open(in("busy"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = busy.Close() }()
	for want, commands := range map[int][][]string{
		exitFailed: {
			{"eval", "policy", in("none"), in("games.sgf")},
			{"eval", "value", in("none"), in("games.sgf")},
			{"eval", "rollout", in("none"), in("games.sgf")},
			{"eval", "shapes", in("none"), in("games.sgf")},
			{"gtp", "--player", "search:model=" + in("none")},
			{"serve", "--listen", "127.0.0.1:0", "--player", "search:model=" + in("none")},
			{"lab", "run", "ucb-regret", "--scale", "0.01", "-o", in("busy")},
			{"lab", "run", "ucb-regret", "--scale", "0.01", "-o", in("file")},
		},
		exitUsage: {
			{"serve", "--listen", "127.0.0.1:0", "--player", "serch"},
			{"lab", "run", "ucb-regret", "--scale", "7", "-o", in("new")},
			{"pipeline", "-o", in("new"), "--config", in("none.toml")},
			{"bench", "board", "--config", in("none.toml")},
		},
	} {
		for _, args := range commands {
			if got, out := tengen(t, args...); got != want {
				t.Errorf("%v: status %d, want %d\n%s", args, got, want, out)
			}
		}
	}
}
