// Package direction holds one test: imports go down the house and never up.
package direction

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tengen-go/tengen/"

const architecture = "../../docs/architecture.md"

// floorPattern is a line of the list in docs/architecture.md: floor, package, what it is.
var floorPattern = regexp.MustCompile(`(?m)^ ?(\d+)  (\S+) +\S.*$`)

// floors reads docs/architecture.md: a package may import only packages of lower floors.
func floors(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	floor := map[string]int{}
	last := math.MaxInt
	for _, m := range floorPattern.FindAllStringSubmatch(string(text), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n > last {
			t.Fatalf("%s: %q: floors go from the highest to 0", architecture, m[0])
		}
		if _, twice := floor[m[2]]; twice {
			t.Fatalf("%s: %s stands there twice", architecture, m[2])
		}
		floor[m[2]], last = n, n
	}
	if len(floor) < 30 || last != 0 {
		t.Fatalf("%s: %d packages, the lowest on floor %d", architecture, len(floor), last)
	}
	return floor
}

type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string // imports of imports too
	Standard   bool
}

func list(t *testing.T, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps,Standard"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		all = append(all, p)
	}
}

func TestImportsGoDownOnly(t *testing.T) {
	floor, found := floors(t), map[string]bool{}
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		found[name] = true
		from, known := floor[name]
		if !known {
			t.Errorf("%s stands on no floor: give it a line in %s", name, architecture)
			continue
		}
		for _, imp := range p.Imports {
			dep, ours := strings.CutPrefix(imp, module)
			if !ours {
				continue
			}
			if floor[dep] >= from {
				t.Errorf("%s, on floor %d, imports %s, which is on floor %d", name, from, dep, floor[dep])
			}
		}
	}
	for name := range floor {
		if !found[name] {
			t.Errorf("%s has %s, which is not a package", architecture, name)
		}
	}
}

// wayPattern is a package with a name of it, in the ways of docs/architecture.md.
var wayPattern = regexp.MustCompile("`([a-z/]+)\\.([A-Z]\\w*)(?:\\.([A-Z]\\w*))?`")

// TestTheWaysExist finds each function that docs/architecture.md leads through.
func TestTheWaysExist(t *testing.T) {
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	_, ways, found := strings.Cut(string(text), "## The ways")
	names := wayPattern.FindAllStringSubmatch(ways, -1)
	if !found || len(names) < 20 {
		t.Fatalf("%s: %d names in the ways", architecture, len(names))
	}
	for _, m := range names {
		if !declares(t, m[1], m[2], m[3]) {
			t.Errorf("%s: there is no %s", architecture, m[0])
		}
	}
}

// declares says whether the package in dir has the name, and the type of that name the method.
func declares(t *testing.T, dir, name, method string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if method == "" && d.Recv == nil && d.Name.Name == name ||
					method != "" && d.Recv != nil && d.Name.Name == method && receiver(d) == name {
					return true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && method == "" && s.Name.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

func receiver(f *ast.FuncDecl) string {
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func TestOnlyChartKnowsThePlotLibrary(t *testing.T) {
	for _, p := range list(t, "-test", "./...") {
		name, _, _ := strings.Cut(p.ImportPath, " ") // as "chart [chart.test]"
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, "gonum.org/v1/plot") && !strings.HasPrefix(name, module+"internal/chart") && strings.HasPrefix(name, module) {
				t.Errorf("%s imports %s: only internal/chart may", name, imp)
			}
		}
	}
}

// The harness of experiments would serve any game and any search, and a chain of stages any work.
func TestTheHarnessKnowsNoGame(t *testing.T) {
	for _, p := range list(t, "./lab", "./pipeline/stages") {
		for _, imp := range p.Imports {
			dep, ours := strings.CutPrefix(imp, module)
			if ours && dep != "models" && !strings.HasPrefix(dep, "internal/") {
				t.Errorf("%s imports %s: experiments belong to lab/papers, kinds of stages to pipeline", p.ImportPath, dep)
			}
		}
	}
}

// gorgonia is for training: of our packages only learn and ops import it.
func TestOnlyLearningKnowsGorgonia(t *testing.T) {
	for _, p := range list(t, "./...") {
		for _, imp := range p.Imports {
			switch name := strings.TrimPrefix(p.ImportPath, module); {
			case !strings.HasPrefix(imp, "gorgonia.org/"), name == "nets/learn", strings.HasPrefix(name, "nets/ops"):
			default:
				t.Errorf("%s imports %s: only nets/learn and nets/ops may", name, imp)
			}
		}
	}
}

// The searches that others may import know no game and no network.
func TestSearchKnowsNoGame(t *testing.T) {
	core := []string{"internal/pages", "internal/wyrand", "search", "search/near", "search/stat"}
	for _, p := range list(t, "./search", "./search/negamax", "./search/near", "./search/ranking", "./search/stat") {
		for _, imp := range p.Imports {
			if strings.Contains(strings.Split(imp, "/")[0], ".") && !slices.Contains(core, strings.TrimPrefix(imp, module)) {
				t.Errorf("%s imports %s: the core of the search has the random source, memory and the standard library only", p.ImportPath, imp)
			}
		}
	}
}

// learners are the packages that may depend on gorgonia, with those below them.
var learners = []string{
	"nets/learn", "nets/ops", "train", "pipeline", "internal/bench", "internal/doctor", "lab/papers/training", "cmd/tengen",
	"examples",
}

// Whoever plays, searches or reads a model does without gorgonia and all that it brings.
func TestPlayingDoesWithoutGorgonia(t *testing.T) {
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		may := slices.ContainsFunc(learners, func(l string) bool { return name == l || strings.HasPrefix(name, l+"/") })
		if i := slices.IndexFunc(p.Deps, func(d string) bool { return strings.HasPrefix(d, "gorgonia.org/") }); i >= 0 && !may {
			t.Errorf("%s depends on %s: only packages that train may", name, p.Deps[i])
		}
	}
}
