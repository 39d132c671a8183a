package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
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

func TestInterruptionIsToldInWords(t *testing.T) {
	if got := interruption(context.Canceled); got != "interrupted" {
		t.Error(got)
	}
	if got := interruption(fmt.Errorf("stopped at step 3, all saved: %w", context.Canceled)); got != "interrupted: stopped at step 3, all saved" {
		t.Error(got)
	}
}
