package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// readRecord reads the first game of a file. To note goes what else is wrong with the file, and that it has others.
func readRecord(
	ctx context.Context, path string, note func(format string, args ...any),
) (first *sgf.Tree, err error) {
	var faults []error
	several := false
	if record.Bundled(path) {
		fault := func(f record.Fault) { faults = append(faults, f) }
		first, several, err = record.First(ctx, path, record.FirstLimit, fault)
	} else {
		var raw []byte
		if raw, err = readFile(path); err != nil {
			return nil, err
		}
		var trees []*sgf.Tree
		if trees, faults = sgf.Parse(path, raw); len(trees) == 0 {
			return nil, errors.Join(append(faults, fmt.Errorf("%s has no game to open", path))...)
		}
		first, several = trees[0], len(trees) > 1
	}
	if err == nil {
		if wrong := record.CheckKomi(first); wrong != nil {
			faults = append(faults, fmt.Errorf("%s: %w", path, wrong))
		}
	}
	if n := len(faults); n > 1 {
		note("%v; %d more faults", faults[0], n-1)
	} else if n > 0 {
		note("%v", faults[0])
	}
	if several {
		note("%s has several games: this is the first", path)
	}
	return first, err
}

// readFile reads a file; an error begins with the file, as in other commands.
func readFile(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	var p *fs.PathError
	if errors.As(err, &p) {
		return nil, fmt.Errorf("%s: %w", path, p.Err)
	}
	return raw, err
}
