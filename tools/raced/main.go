// Command raced lists the packages that make race tests, one a line: several things may run at a time in their tests.
// Elsewhere the race detector can find nothing, and tests are several times as slow under it.
//
// Several things run at a time where a package, its tests, or a package of this module that they import, starts
// something that goes on by itself, or imports a package of others that may.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", "..", "the checkout")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "raced:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	all, err := list(root)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if p := all[path]; p.tested() && all.raced(p) {
			fmt.Println(path)
		}
	}
	return nil
}

// goPackage is a package as go list shows it, and which of its files start something.
type goPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string

	starts, testsStart bool
}

// list has the packages of the module in a folder.
func list(root string) (packages, error) {
	cmd := exec.Command("go", "list", "-json", "./...")
	cmd.Dir = root
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, strings.TrimSpace(failed.String()))
	}
	all := packages{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.starts, err = anyStarts(p.Dir, p.GoFiles); err != nil {
			return nil, err
		}
		if p.testsStart, err = anyStarts(p.Dir, slices.Concat(p.TestGoFiles, p.XTestGoFiles)); err != nil {
			return nil, err
		}
		all[p.ImportPath] = &p
	}
}
