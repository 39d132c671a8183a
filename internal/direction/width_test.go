package direction

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	widest   = 120
	tabWidth = 4
)

func TestLinesAreShort(t *testing.T) {
	dirs := []string{"tools/*"} // a module of its own
	for _, p := range list(t, "./...") {
		dirs = append(dirs, strings.TrimPrefix(p.ImportPath, module))
	}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				checkLines(t, file)
			}
		}
	}
}

// checkLines reports lines that are too long. Lines of raw strings may be longer, because a break
// would change the text: struct tags, help, HTML. So may lines with an address.
func checkLines(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(parsed) {
		return
	}
	raw := rawLines(set, parsed)
	for i, line := range bytes.Split(text, []byte("\n")) {
		width := utf8.RuneCount(line) + (tabWidth-1)*bytes.Count(line, []byte("\t"))
		if width > widest && !raw[i+1] && !bytes.Contains(line, []byte("://")) {
			t.Errorf("%s:%d has %d columns: at most %d. Break the line, or name a part of it", file, i+1, width, widest)
		}
	}
}

// rawLines are the lines of a file that belong to strings in backquotes.
func rawLines(set *token.FileSet, file *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(s.Value, "`") {
			for line := set.Position(s.Pos()).Line; line <= set.Position(s.End()).Line; line++ {
				lines[line] = true
			}
		}
		return true
	})
	return lines
}
