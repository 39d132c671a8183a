package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	linkPattern  = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	codePattern  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	quotePattern = regexp.MustCompile("(?s)```go\n// (\\S+)\n(.*?)```")
	fencePattern = regexp.MustCompile("(?s)```.*?```")
)

// TestLinks follows every link of README and docs to a file of the repository, and to the
// heading that it names. The texts in lab/papers/about are for the folders of the reports.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	var documents []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "runs" || name == "bin" || name == "shared" || name == "node_modules" ||
			name == "about") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".md") {
			documents = append(documents, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, document := range documents {
		for _, m := range linkPattern.FindAllStringSubmatch(codePattern.ReplaceAllString(read(t, document), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			file, heading, _ := strings.Cut(m[1], "#")
			target := document
			if file != "" {
				target = filepath.Join(filepath.Dir(document), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: link %s: no such file", document, m[1])
				continue
			}
			if heading != "" && !headings(read(t, target))[heading] {
				t.Errorf("%s: link %s: no such heading", document, m[1])
			}
		}
	}
	if links < 50 {
		t.Errorf("%d links found in %d documents", links, len(documents))
	}
}

// TestQuotes holds the code in two documents to the files that its first lines name.
func TestQuotes(t *testing.T) {
	for document, least := range map[string]int{"docs/extending.md": 9, "docs/lab.md": 1} {
		quotes := quotePattern.FindAllStringSubmatch(read(t, filepath.Join("../..", document)), -1)
		if len(quotes) < least {
			t.Errorf("%s: %d quotes", document, len(quotes))
		}
		for _, q := range quotes {
			if !strings.Contains(read(t, filepath.Join("../..", q[1])), q[2]) {
				t.Errorf("%s: this is not in %s:\n%s", document, q[1], q[2])
			}
		}
	}
}

// headings are the anchors that GitHub gives to the headings of a document.
func headings(text string) map[string]bool {
	anchors := map[string]bool{}
	for line := range strings.Lines(fencePattern.ReplaceAllString(text, "")) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			anchors[anchor(strings.TrimSpace(title))] = true
		}
	}
	return anchors
}

func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
