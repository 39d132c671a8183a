// Package direction holds one test: imports go down the house and never up.
package direction

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tengen-go/tengen/"

// rows is docs/architecture.md as a list: a package may import only packages of
// the rows below its own.
var rows = [][]string{
	{"cmd/tengen", "examples/check", "examples/generate"},
	{"gtp", "lab", "pipeline", "terminal"},
	{"match", "review"},
	{"player"},
	{"ownership", "rating"},
	{"train"},
	{"selfplay"},
	{"search/alphago", "search/gostate", "search/smallstate"},
	{"internal/modeltest", "search"},
	{"nets/learn"},
	{"nets", "nets/ops", "rollout", "shapes"},
	{"models", "nets/internal/layers"},
	{"record"},
	{"features", "sgf"},
	{"board", "games/gomoku", "games/tictactoe"},
	{"internal/chart"},
	{"internal/atomicfile", "internal/difference", "internal/folderlock", "internal/interval", "internal/kernel", "internal/onnx", "internal/spelling", "internal/tfrecord", "internal/wyrand", "internal/direction"},
}

// allowedBeside are the imports within a row that the architecture grants.
var allowedBeside = map[string]string{}

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
	row := map[string]int{}
	for i, names := range rows {
		for _, n := range names {
			row[n] = i
		}
	}
	for _, p := range list(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		from, known := row[name]
		if !known {
			t.Errorf("%s stands in no row: give it one here and in docs/architecture.md", name)
			continue
		}
		for _, imp := range p.Imports {
			dep, ours := strings.CutPrefix(imp, module)
			if !ours {
				continue
			}
			if to, known := row[dep]; known && to <= from && allowedBeside[name] != dep {
				t.Errorf("%s imports %s, which is not below it", name, dep)
			}
		}
	}
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

// The search that others may import knows no game and no network.
func TestSearchKnowsNoGame(t *testing.T) {
	for _, p := range list(t, "./search") {
		for _, imp := range p.Imports {
			if strings.Contains(strings.Split(imp, "/")[0], ".") && imp != module+"internal/wyrand" {
				t.Errorf("%s imports %s: the core of the search has the random source and the standard library only", p.ImportPath, imp)
			}
		}
	}
}

// learners are the packages that may depend on gorgonia, with those below them.
var learners = []string{"nets/learn", "nets/ops", "train", "pipeline", "cmd/tengen", "examples"}

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
