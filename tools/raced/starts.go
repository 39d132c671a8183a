package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
)

// starters are methods and functions that run what they are given while the caller goes on: of wait groups, timers,
// contexts and tests.
var starters = map[string]bool{"Go": true, "AfterFunc": true, "Parallel": true, "RunParallel": true}

// anyStarts says whether one of the files in a folder starts something.
func anyStarts(dir string, names []string) (bool, error) {
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		if starts(file) {
			return true, nil
		}
	}
	return false, nil
}

// starts says whether a file has a go statement or calls a starter.
func starts(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && starters[s.Sel.Name] {
				found = true
			}
		}
		return !found
	})
	return found
}
