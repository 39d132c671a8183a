package version

import (
	"os"
	"regexp"
	"testing"
)

// What a binary leaves behind names its commit where the build knew one.
func TestNameNamesTheCommit(t *testing.T) {
	const commit = "170bd561d3aa8a0f1c5d8b2f4a7c9e3b6d1f0a2c"
	for _, c := range []struct {
		revision string
		modified bool
		want     string
	}{
		{"", false, Number},
		{commit, false, Number + " (170bd561d3aa)"},
		{commit, true, Number + " (170bd561d3aa and changes)"},
	} {
		if got := name(c.revision, c.modified); got != c.want {
			t.Errorf("%q, changed %v: %q, want %q", c.revision, c.modified, got, c.want)
		}
	}
}

// The newest heading of the list of changes and the citation have this version.
func TestDocumentsHaveThisVersion(t *testing.T) {
	for file, pattern := range map[string]string{
		"../../CHANGELOG.md": `(?m)^## ([0-9.]+) `,
		"../../CITATION.cff": `(?m)^version: "?([0-9.]+)"?$`,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s names no version", file)
		}
		if string(found[1]) != Number {
			t.Errorf("%s has version %s, the program %s", file, found[1], Number)
		}
	}
}
