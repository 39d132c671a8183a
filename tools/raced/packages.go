package main

import (
	"slices"
	"strings"
)

// packages has the packages of this module by import path.
type packages map[string]*goPackage

// restless are packages of the standard library that call back while the caller goes on. A command that os/exec runs
// has goroutines, too, but they end before its Wait.
var restless = []string{"net", "net/http", "net/http/httptest", "net/rpc", "os/signal", "testing/synctest"}

// quiet are modules of others that do everything in the goroutine of the caller, or in some that end before they
// return and touch nothing of the caller's. Any other module of others counts as restless.
var quiet = []string{
	"github.com/alecthomas/kong", "github.com/ebitengine/purego", "github.com/google/go-cmp",
	"github.com/google/renameio", "github.com/pelletier/go-toml", "github.com/santhosh-tekuri/jsonschema",
	"golang.org/x/sys", "golang.org/x/text",
	"gonum.org/v1", "google.golang.org/protobuf", "pgregory.net/rapid",
}

func (p *goPackage) tested() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// raced says whether several things may run at a time in the tests of a package.
func (all packages) raced(p *goPackage) bool {
	seen := map[string]bool{}
	return p.testsStart || all.runs(p.ImportPath, seen) ||
		slices.ContainsFunc(slices.Concat(p.TestImports, p.XTestImports), func(path string) bool {
			return all.runs(path, seen)
		})
}

// runs says whether a package, or what it imports, starts something. In seen are packages that do not.
func (all packages) runs(path string, seen map[string]bool) bool {
	if seen[path] {
		return false
	}
	seen[path] = true
	p := all[path]
	if p == nil {
		return mayStart(path)
	}
	return p.starts || slices.ContainsFunc(p.Imports, func(i string) bool { return all.runs(i, seen) })
}

// mayStart says so of a package of others.
func mayStart(path string) bool {
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return slices.Contains(restless, path)
	}
	return !slices.ContainsFunc(quiet, func(module string) bool {
		return path == module || strings.HasPrefix(path, module+"/")
	})
}
