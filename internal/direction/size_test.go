package direction

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// extent is how large a package is, its tests and generated files left out.
type extent struct {
	lines int
	// exports are the names that a package exports, a group of constants counted as one. Methods
	// and fields do not count.
	exports int
}

// largest is how large a package may be. What is larger has more than one idea.
var largest = extent{lines: 4500, exports: 70}

func TestPackagesAreSmall(t *testing.T) {
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		is := measure(t, name)
		if is.lines > largest.lines || is.exports > largest.exports {
			t.Errorf("%s has %d lines and %d exported names: at most %d and %d. Move an idea to a package of its own",
				name, is.lines, is.exports, largest.lines, largest.exports)
		}
	}
}

func measure(t *testing.T, dir string) (is extent) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if ast.IsGenerated(parsed) {
			continue
		}
		is.lines += bytes.Count(text, []byte("\n"))
		for _, d := range parsed.Decls {
			is.exports += exported(d)
		}
	}
	return is
}

// exported counts the names that a declaration gives to other packages. The values of an enumeration are one.
func exported(d ast.Decl) (n int) {
	group := 0
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.IsExported() {
			n++
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					n++
				}
			case *ast.ValueSpec:
				if slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
					group = 1
				}
			}
		}
		n += group
	}
	return n
}
