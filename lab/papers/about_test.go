package papers

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every experiment has its text and no text is left over.
func TestEveryTextBelongsToAnExperiment(t *testing.T) {
	used := map[string]bool{}
	for _, e := range Experiments(Env{}) {
		if strings.HasPrefix(e.Name, "aoap-") {
			continue // in a package of their own
		}
		raw, err := aboutFiles.ReadFile("about/" + e.Name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		used["about/"+e.Name+".md"] = true
		for _, m := range regexp.MustCompile(`\{\{([a-z-]+)\}\}`).FindAllStringSubmatch(string(raw), -1) {
			used["about/parts/"+m[1]+".md"] = true
		}
		if len(e.About) < 200 || strings.Contains(e.About, "{{") || !strings.HasPrefix(e.About, string(raw[:20])) {
			t.Errorf("%s is about %q", e.Name, e.About)
		}
	}
	err := fs.WalkDir(aboutFiles, "about", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !used[path] {
			t.Errorf("%s belongs to no experiment", path)
		}
		text, err := aboutFiles.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(line) > 120 {
				t.Errorf("%s: a line of more than 120 characters: %s", path, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
