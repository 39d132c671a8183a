//go:build long

package sgf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// suite is a folder of outside test material.
func suite(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("TENGEN_SUITES")
	if root == "" {
		t.Skip("TENGEN_SUITES is not set: it names the folder of outside test material")
	}
	return filepath.Join(root, name)
}

// The 208 files are untouched downloads from six places; twelve hold no game:
// zeros, pages of HTML, text without the opening parenthesis.
func TestWildFilesParseOrSayWhy(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(suite(t, "sgf-wild"), "*.sgf"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	good, bad := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		trees, faults := Parse(name, raw)
		switch {
		case len(faults) > 0:
			bad++
			for _, f := range faults {
				if !strings.HasPrefix(f.Error(), name+":") {
					t.Errorf("%s: the error %q does not say where", name, f)
				}
			}
		case len(trees) == 0:
			t.Errorf("%s: neither a game nor an error", name)
		default:
			good++
		}
	}
	if good != 196 || bad != 12 {
		t.Errorf("%d files read and %d with errors, want 196 and 12", good, bad)
	}
}
