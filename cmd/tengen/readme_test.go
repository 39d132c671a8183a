package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A document with commands that a test runs, in a folder with games.
type document struct {
	file string
	// before runs ahead of the commands; after looks at what they left.
	before, after string
	// shorter makes the commands fit a test; each must occur.
	shorter []replacement
	// commands is how many commands the document has at least.
	commands int
	// games is the file in examples that stands for the reader's own games.
	games string
}

type replacement struct{ from, to string }

var documents = []document{
	{
		file: "README.md", commands: 8, games: "gnugo19.sgfl.gz",
		shorter: []replacement{
			{"tengen doctor", "tengen doctor --time 100ms --quiet"},
			{"--time 30m", "--time 2s --quiet"},
			{"tengen eval policy ", "tengen eval policy --positions 100 "},
			{"tengen play ", "tengen play --plain "},                              // there is no terminal here
			{"tengen serve --open", "tengen serve --help"},                        // TestServe serves
			{"tengen model export --html bot.html", "tengen model export --help"}, // make test-web exports and plays
			{"--html mine.html games/", "--html mine.html game.sgf"},              // there are thousands
			{"tengen analyze ", "tengen analyze --player rave:playouts=2 "},
			{"tengen pipeline games/", "tengen pipeline games/ --until data --set data.min-rank= --set board=19 --quiet"},
		},
		after: "exists runs/mine/policy.safetensors runs/mine/model.json runs/mine/curves.png game-analyzed.sgf",
	},
	{
		file: "docs/tutorial.md", commands: 12, games: "gnugo9.sgfl.gz",
		shorter: []replacement{
			{"tengen doctor", "tengen doctor --time 100ms --quiet"},
			{"--filters 32 --layers 6 --time 5m", "--filters 8 --layers 3 --time 2s --quiet"},
			{"--part test", "--part test --positions 200"},
			{"--time 30s", "--time 1s --quiet"},
			{"-o runs/self --time 10m", "-o runs/self --time 2s --eval-games 2 --games 4 --quiet"},
			{"--games 20000", "--games 100 --quiet"},
			{"--init-trunk runs/mine --time 4m", "--init-trunk runs/mine --time 1s --quiet"},
			{"playouts=400", "playouts=5"},
			{"random --games 20", "random --games 2"},
			{"--games 100 --openings", "--games 2 --openings"},
			{"--games 20 --openings", "--games 2 --openings"},
			{"--games 40 --openings", "--games 2 --openings"},
			{"tengen play ", "tengen play --plain "},
			{"tengen pipeline games/", "tengen pipeline games/ --until data --set data.min-rank= --quiet"},
		},
		after: "exists runs/mine/policy.safetensors runs/mine/rollout.safetensors runs/bot/value.safetensors",
	},
	{
		file: "docs/faq.md", commands: 4, games: "gnugo9.sgfl.gz",
		before: "exec tengen train policy games/ -o runs/new --filters 4 --layers 2 --time 1s --quiet\n" +
			"exec tengen train policy games/ -o runs/old --filters 4 --layers 2 --time 1s --quiet",
		shorter: []replacement{
			{"tengen doctor", "tengen doctor --time 100ms --quiet"},
			{"tengen play ", "tengen play --plain "},
			{"--games 200", "--games 2"},
		},
	},
}

var shellPattern = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestDocuments runs every tengen line in the shell blocks of these documents, so that
// what they promise works as written.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector they take two minutes, and the scripts run the same commands; make test runs them")
	}
	for _, d := range documents {
		t.Run(filepath.Base(d.file), d.run)
	}
}

func (d document) run(t *testing.T) {
	t.Parallel()
	var script strings.Builder
	fmt.Fprintln(&script, d.before)
	used := map[string]bool{}
	lines := 0
	for _, block := range shellPattern.FindAllStringSubmatch(read(t, "../../"+d.file), -1) {
		for line := range strings.Lines(strings.ReplaceAll(block[1], "\\\n", " ")) {
			if !strings.HasPrefix(line, "tengen ") {
				continue
			}
			command, _, _ := strings.Cut(line, " #")
			for _, s := range d.shorter {
				if strings.Contains(command, s.from) {
					used[s.from] = true
					command = strings.ReplaceAll(command, s.from, s.to)
				}
			}
			fmt.Fprintf(&script, "stdin commands\nexec %s\n", strings.TrimSpace(command))
			lines++
		}
	}
	if lines < d.commands {
		t.Fatalf("%s: %d commands, want at least %d", d.file, lines, d.commands)
	}
	for _, s := range d.shorter {
		if !used[s.from] {
			t.Errorf("%s: no command has %q", d.file, s.from)
		}
	}
	fmt.Fprintf(&script, "%s\n-- commands --\nquit\n-- game.sgf --\n(;GM[1]SZ[9]KM[7.5];B[ee];W[ce];B[eg];W[gc])\n", d.after)
	file := filepath.Join(t.TempDir(), "document.txtar")
	if err := os.WriteFile(file, []byte(script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:               []string{file},
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for link, to := range map[string]string{
				"games/" + d.games:       d.games,
				"other-games/" + d.games: d.games,
				"examples/9x9.toml":      "9x9.toml",
			} {
				from, err := os.ReadFile(filepath.Join("../../examples", to))
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

// All commands that make run prints begin with the name by which the program was started.
func TestRunNamesTheProgramOnce(t *testing.T) {
	raw, err := os.ReadFile("../../examples/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]int{}
	for _, form := range regexp.MustCompile(`[./\w]*tengen (pipeline|play|gtp)`).FindAllString(string(raw), -1) {
		form, _, _ = strings.Cut(form, " ")
		forms[form]++
	}
	if len(forms) != 1 || forms["bin/tengen"] < 5 {
		t.Errorf("the program is called %v", forms)
	}
}
