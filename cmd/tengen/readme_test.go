package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// shorter makes the README's commands fit a test; each must occur.
var shorter = []struct{ from, to string }{
	{"--time 30m", "--time 3s --quiet"},
	{"--scale 0.05", "--scale 0.01 --quiet"},
	{"tengen play ", "tengen play --plain "}, // there is no terminal here
	{"tengen pipeline games/", "tengen pipeline games/ --until data --set data.min-rank= --quiet"},
}

// TestReadme runs every bin/tengen line of the README in a folder with games, so
// that what it promises works as written.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	used := map[string]bool{}
	lines := 0
	for line := range strings.Lines(string(readme)) {
		command, ok := strings.CutPrefix(line, "bin/")
		if !ok {
			continue
		}
		command, _, _ = strings.Cut(command, " #")
		for _, s := range shorter {
			if strings.Contains(command, s.from) {
				used[s.from] = true
				command = strings.Replace(command, s.from, s.to, 1)
			}
		}
		fmt.Fprintf(&script, "stdin commands\nexec %s\n", strings.TrimSpace(command))
		lines++
	}
	if lines < 5 || len(used) < len(shorter) {
		t.Fatalf("%d commands found in the README, of which %v were shortened", lines, used)
	}
	script.WriteString("exists runs/mine/policy.safetensors runs/mine/model.json runs/mine/curves.png\n-- commands --\nquit\n")
	file := filepath.Join(t.TempDir(), "readme.txtar")
	if err := os.WriteFile(file, []byte(script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:               []string{file},
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for link, to := range map[string]string{
				"games/gnugo19.sgfl.gz":       "gnugo19.sgfl.gz",
				"other-games/gnugo19.sgfl.gz": "gnugo19.sgfl.gz",
				"examples/19x19.toml":         "19x19.toml",
			} {
				from, err := os.ReadFile(filepath.Join(examples, to))
				if err != nil {
					return err
				}
				path := filepath.Join(env.WorkDir, link)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return err
				}
				if err := os.WriteFile(path, from, 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
