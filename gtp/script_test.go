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
// The player likes the points nearest to the middle.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.gtp")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			e := newEngine(t, 19)
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
				got.WriteString(converse(t, e, send))
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
		})
	}
}
