package testcards

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const repository, itself = "../../..", "github.com/tengen-go/tengen/internal/gpu/testcards"

// make test-gpu and make test-gpu-matrices name the tests that they run by a pattern. It fits every test that opens a
// card, or that test would only ever see the twin.
func TestMakeRunsEveryTestOfCards(t *testing.T) {
	pattern, packages := named(t, "Makefile", `-tags vulkan .*-run '(?P<pattern>[^']*)' (?P<packages>.*)\n`)
	also, of := named(t, "tools/vulkan/matrices.sh",
		`for package in (?P<packages>.*); do\n(?:.*\n)*.*-test\.run '(?P<pattern>[^']*)'`)
	if also != pattern || !slices.Equal(of, packages) {
		t.Errorf("the Makefile runs %q of %v, matrices.sh %q of %v", pattern, packages, also, of)
	}
	runs, err := regexp.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for dir, files := range testFiles(t) {
		tests := opening(files)
		if found += len(tests); len(tests) > 0 && !slices.Contains(packages, dir) {
			t.Errorf("%s: tests open cards, and make test-gpu does not run them", dir)
		}
		for _, name := range tests {
			if !runs.MatchString(name) {
				t.Errorf("%s: %s opens a card, and make test-gpu runs %q only: rename it", dir, name, pattern)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d tests open cards", found)
	}
}

// named are the pattern and the packages that a file of the repository runs tests of.
func named(t *testing.T, file, form string) (pattern string, packages []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, file))
	if err != nil {
		t.Fatal(err)
	}
	r := regexp.MustCompile(form)
	m := r.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("%s has nothing like %s", file, form)
	}
	return m[r.SubexpIndex("pattern")], strings.Fields(strings.ReplaceAll(m[r.SubexpIndex("packages")], "./", ""))
}

// testFiles finds the packages with tests that import this one. It returns their test files, by folder.
func testFiles(t *testing.T) map[string][]*ast.File {
	t.Helper()
	cmd := exec.Command("go", "list", "-tags", "vulkan,long", "-f", "{{.Dir}} {{.TestImports}} {{.XTestImports}}",
		"./...")
	cmd.Dir = repository
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]*ast.File{}
	for line := range strings.Lines(string(list)) {
		dir, imports, _ := strings.Cut(line, " [")
		if !slices.Contains(strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(imports)), itself) {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.ToSlash(name)] = append(out[filepath.ToSlash(name)], parsed)
		}
	}
	return out
}

// imported is the name that a file has for this package; empty: it does not import it.
func imported(file *ast.File) string {
	for _, s := range file.Imports {
		if path, err := strconv.Unquote(s.Path.Value); err != nil || path != itself {
			continue
		}
		if s.Name != nil {
			return s.Name.Name
		}
		return "testcards"
	}
	return ""
}

// opening are the tests that call Open, or a function or method of these files that does. Methods go by their names
// alone.
func opening(files []*ast.File) (tests []string) {
	const open = "testcards.Open"
	uses := map[string]map[string]bool{} // by function; methods begin with a dot
	for _, file := range files {
		local := imported(file)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				name = "." + name
			}
			if uses[name] == nil {
				uses[name] = map[string]bool{}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == local && n.Sel.Name == "Open" {
						uses[name][open] = true
					}
					uses[name]["."+n.Sel.Name] = true
				case *ast.Ident:
					uses[name][n.Name] = true
				}
				return true
			})
		}
	}
	opens := map[string]bool{open: true}
	for before := 0; before < len(opens); {
		before = len(opens)
		for name, used := range uses {
			for u := range used {
				if u != name && opens[u] {
					opens[name] = true
				}
			}
		}
	}
	for name := range opens {
		if strings.HasPrefix(name, "Test") {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}

func TestOpeningIsFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a_test.go", `package a

import cards "`+itself+`"

type desk struct{}

func (desk) deal(t T)    { cards.Open(t) }
func helper(t T)         { other(t) }
func other(t T)          { f := func() { cards.Open(t) }; f() }
func TestDirect(t T)     { cards.Open(t) }
func TestThrough(t T)    { for range 2 { helper(t) } }
func TestByMethod(t T)   { desk{}.deal(t) }
func TestAsValue(t T)    { each(t, helper) }
func TestGrade(t T)      { cards.Half(t) }
func TestOfAFile(t T)    { os.Open("helper") }
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"TestAsValue", "TestByMethod", "TestDirect", "TestThrough"}
	if got := opening([]*ast.File{file}); !slices.Equal(got, want) {
		t.Errorf("tests %v open cards, want %v", got, want)
	}
}
