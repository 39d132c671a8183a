package direction

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// public are the folders of the packages that other modules may import.
func public(t *testing.T) (dirs []string) {
	t.Helper()
	for _, p := range list(t, "./...") {
		dir := strings.TrimPrefix(p.ImportPath, module)
		first, _, _ := strings.Cut(dir, "/")
		if first != "cmd" && first != "examples" && !slices.Contains(strings.Split(dir, "/"), "internal") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// parse reads the files of a package: its tests, or the others.
func parse(t *testing.T, dir string, tests bool) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// Whoever reads go doc finds a comment at every name.
func TestExportedNamesHaveComments(t *testing.T) {
	for _, dir := range public(t) {
		if dir == forTests {
			continue
		}
		for _, f := range parse(t, dir, false) {
			for _, d := range f.Decls {
				for _, name := range bare(d) {
					t.Errorf("%s: %s has no comment", dir, name)
				}
			}
		}
	}
}

// ofInterfaces are methods that all know.
var ofInterfaces = []string{"Error", "Unwrap", "String", "UnmarshalText", "MarshalText", "UnmarshalJSON", "MarshalJSON"}

// explains says whether a comment is there and does not begin with an old, unexported name.
func explains(name string, docs ...*ast.CommentGroup) bool {
	for _, d := range docs {
		if d == nil {
			continue
		}
		first, _, _ := strings.Cut(d.Text(), " ")
		if first == name || !strings.EqualFold(first, name) {
			return true
		}
	}
	return false
}

// bare are the exported names of a declaration that nothing explains. A comment on a group serves all its names.
func bare(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		ofType := d.Recv == nil || ast.IsExported(receiver(d)) && !slices.Contains(ofInterfaces, d.Name.Name)
		if d.Name.IsExported() && ofType && !explains(d.Name.Name, d.Doc) {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && !explains(s.Name.Name, d.Doc, s.Doc) {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() && !explains(n.Name, d.Doc, s.Doc, s.Comment) {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

// forTests has what tests share: other modules have no use for it.
const forTests = "train/traintest"

// A package says in doc.go first what to do with it, with a snippet of code, and what is stable.
func TestPackagesSayHowToUseThem(t *testing.T) {
	for _, dir := range public(t) {
		file := filepath.Join("../..", dir, "doc.go")
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		text := f.Doc.Text()
		first, _, _ := strings.Cut(text, "\n# ")
		switch {
		case dir == forTests:
		case !strings.Contains(first, "\n\t"):
			t.Errorf("%s/doc.go does not begin with code that shows what to do with the package", dir)
		case !strings.Contains(text, "stable"):
			t.Errorf("%s/doc.go does not say what is stable", dir)
		}
	}
}

// named is a name of a package in a snippet of code.
var named = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`)

// The code of doc.go uses names that exist.
func TestSnippetsUseNamesThatExist(t *testing.T) {
	dirs := public(t)
	exports := map[string][]string{} // by the name of the package
	for _, dir := range dirs {
		for _, f := range parse(t, dir, false) {
			for _, d := range f.Decls {
				exports[f.Name.Name] = append(exports[f.Name.Name], declared(d)...)
			}
		}
	}
	for _, dir := range dirs {
		for _, f := range parse(t, dir, false) {
			for _, line := range strings.Split(f.Doc.Text(), "\n") {
				if !strings.HasPrefix(line, "\t") {
					continue
				}
				for _, m := range named.FindAllStringSubmatch(line, -1) {
					if names, ours := exports[m[1]]; ours && !slices.Contains(names, m[2]) {
						t.Errorf("%s: its comment uses %s, which does not exist", dir, m[0])
					}
				}
			}
		}
	}
}

// declared are the names that a declaration gives, without methods.
func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// withoutExample are packages whose work takes longer than an example may, or needs a screen. Their doc.go has the
// code, and the examples folder and the tests have it at work.
var withoutExample = []string{
	"lab/papers", "lab/papers/aoap", "pipeline", "shapes", "terminal", "train", "train/linear", "train/measure",
	"train/reinforce", "train/session", forTests,
}

// Each package has an example that go test runs.
func TestPackagesHaveExamples(t *testing.T) {
	for _, dir := range public(t) {
		found := slices.ContainsFunc(parse(t, dir, true), func(f *ast.File) bool {
			return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
				fn, ok := d.(*ast.FuncDecl)
				return ok && strings.HasPrefix(fn.Name.Name, "Example")
			})
		})
		if found == slices.Contains(withoutExample, dir) {
			t.Errorf("%s has an example: %v; all packages have, but %v", dir, found, withoutExample)
		}
	}
}

// Commands print through package output, which remembers what could not be written.
func TestCommandsPrintThroughOutput(t *testing.T) {
	for _, p := range list(t, "./cmd/...") {
		dir := strings.TrimPrefix(p.ImportPath, module)
		if strings.HasSuffix(dir, "/output") {
			continue
		}
		for _, f := range parse(t, dir, false) {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if from, ok := call.X.(*ast.Ident); ok && from.Name == "fmt" && strings.HasPrefix(call.Sel.Name, "Print") {
					t.Errorf("%s calls fmt.%s, which loses its error: want output.%[2]s", dir, call.Sel.Name)
				}
				return true
			})
		}
	}
}
