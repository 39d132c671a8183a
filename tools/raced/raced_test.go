package main

import (
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

func TestStarts(t *testing.T) {
	for body, want := range map[string]bool{
		"": false, "f()": false, "Go()": false, "x.Going()": false, `s := "go f()"; _ = s`: false,
		"go f()": true, "if x { for range 3 { go func() {}() } }": true, "wait.Go(f)": true, "t.Parallel()": true,
		"time.AfterFunc(d, f)": true, "func() { defer a.b.Go(f) }()": true,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc g() {\n"+body+"\n}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := starts(file); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}

// A package is raced for what it imports, too, however far below, and for its tests; not for what imports it.
func TestRaced(t *testing.T) {
	all := packages{}
	for _, p := range []goPackage{
		{ImportPath: "a", starts: true},
		{ImportPath: "b", Imports: []string{"fmt", "a"}},
		{ImportPath: "c", Imports: []string{"b", "os/exec"}},
		{ImportPath: "rules", Imports: []string{"math", "gonum.org/v1/gonum/mat"}},
		{ImportPath: "features", Imports: []string{"rules"}, TestImports: []string{"pgregory.net/rapid"}, XTestImports: []string{"testing"}},
		{ImportPath: "tests", Imports: []string{"rules"}, testsStart: true},
		{ImportPath: "above", Imports: []string{"tests"}},
		{ImportPath: "with", Imports: []string{"rules"}, XTestImports: []string{"c"}},
		{ImportPath: "web", Imports: []string{"net/http"}},
		{ImportPath: "new", Imports: []string{"example.com/new"}},
		{ImportPath: "near", Imports: []string{"golang.org/x/system"}},
		{ImportPath: "circle", XTestImports: []string{"above", "circle"}},
	} {
		all[p.ImportPath] = &p
	}
	var got []string
	for path, p := range all {
		if all.raced(p) {
			got = append(got, path)
		}
	}
	slices.Sort(got)
	if want := []string{"a", "b", "c", "near", "new", "tests", "web", "with"}; !slices.Equal(got, want) {
		t.Errorf("raced are %v, want %v", got, want)
	}
}

// Of this module the board is not raced, and what searches and trains is.
func TestThisModule(t *testing.T) {
	all, err := list("../..")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/tengen-go/tengen/"
	for path, want := range map[string]bool{
		"board": false, "features": false, "search": true, "selfplay": true, "train": true, "cmd/tengen": true,
		"record": true, // decompresses in goroutines of another module
	} {
		if p := all[module+path]; p == nil || all.raced(p) != want {
			t.Errorf("%s: %v, want %v", path, !want, want)
		}
	}
}
