package lab

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// sharedPart is where a shared text stands: {{mogo}} is about/parts/mogo.md.
var sharedPart = regexp.MustCompile(`\{\{([a-z-]+)\}\}`)

// About is the text of an experiment, in Markdown: about/NAME.md of an embedded folder, where
// {{part}} stands for about/parts/part.md, which several experiments share. A file that is
// missing is a fault of the program: About panics.
func About(files fs.FS, name string) string {
	read := func(path string) string {
		text, err := fs.ReadFile(files, "about/"+path+".md")
		if err != nil {
			panic(fmt.Sprintf("lab: the text of %s: %v", name, err))
		}
		return strings.TrimSpace(string(text))
	}
	return sharedPart.ReplaceAllStringFunc(read(name), func(part string) string {
		return read("parts/" + strings.Trim(part, "{}"))
	})
}
