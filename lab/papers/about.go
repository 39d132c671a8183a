package papers

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

// aboutFiles has a text for every experiment: what it measures and which reading of the paper
// is taken. Texts that several experiments share are in about/parts.
//
//go:embed about
var aboutFiles embed.FS

// sharedPart is where a shared text stands: {{mogo}} is about/parts/mogo.md.
var sharedPart = regexp.MustCompile(`\{\{([a-z-]+)\}\}`)

// about is the text of an experiment, in Markdown.
func about(name string) string {
	read := func(path string) string {
		text, err := aboutFiles.ReadFile("about/" + path + ".md")
		if err != nil {
			panic(fmt.Sprintf("papers: the text of %s: %v", name, err)) // a test reads all
		}
		return strings.TrimSpace(string(text))
	}
	return sharedPart.ReplaceAllStringFunc(read(name), func(part string) string {
		return read("parts/" + strings.Trim(part, "{}"))
	})
}
