package gtp

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rewrite replaces the expected answers by the present ones. Commit only
// differences that you understand.
var rewrite = flag.Bool("rewrite", false, "rewrite testdata/*.gtp")

// TestScripts runs conversations kept as text. A line that starts with "> " is
// sent; what follows up to the next one is the expected output, byte for byte.
// The player likes the points nearest to the middle. In testdata/programs, which
// has what other programs send, it can show what it reads too, and an analysis
// goes on until the next line is sent.
func TestScripts(t *testing.T) {
	for pattern, newEngine := range map[string]func(testing.TB) *Engine{
		"testdata/*.gtp": func(t testing.TB) *Engine { return newEngine(t, 19) },
		"testdata/programs/*.gtp": func(t testing.TB) *Engine {
			e, _ := newAnalyst(t, 19)
			return e
		},
	} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no scripts: %v", err)
		}
		for _, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) { runScript(t, newEngine(t), path) })
		}
	}
}

func runScript(t *testing.T, e *Engine, path string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, e)
	open := false // an analysis goes on
	var got strings.Builder
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "//") {
			got.WriteString(line)
			continue
		}
		send, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		got.WriteString(line)
		s.send(strings.TrimSuffix(send, "\n"))
		if open {
			got.WriteString(s.answer())
			open = false
		}
		in := parseInput(send, nil)
		if !in.asks {
			continue
		}
		if strings.HasSuffix(in.command.name, "analyze") && !strings.Contains(in.command.name, "genmove") {
			first := s.line()
			got.WriteString(first + s.line())
			open = strings.HasPrefix(first, "=")
			continue
		}
		got.WriteString(s.answer())
	}
	if *rewrite {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), got.String()); diff != "" {
		t.Errorf("answers differ from %s (-want +got):\n%s", path, diff)
	}
}
