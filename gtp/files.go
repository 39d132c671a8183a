package gtp

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// maxFile bounds the records that loadsgf reads, unpacked too: a game is some kilobytes.
const maxFile = 16 << 20

// files has the commands that read and write records.
func (e *Engine) files() map[string]handler {
	return map[string]handler{"loadsgf": e.loadSGF, "printsgf": e.printSGF}
}

// loadSGF reads the first game of a file, up to before move MOVE if given. A game with an illegal move
// ends before it, unless MOVE comes later.
func (e *Engine) loadSGF(ctx context.Context, args []string) (string, error) {
	if len(args) < 1 || len(args) > 2 {
		return "", errSyntax
	}
	moves := -1
	if len(args) == 2 {
		n, err := parseInt(args[1], 1, 1<<31-1)
		if err != nil {
			return "", err
		}
		moves = n - 1
	}
	if err := e.load(ctx, args[0], moves); err != nil {
		e.config.Log.Warn("loadsgf", "file", args[0], "error", err)
		return "", errLoad
	}
	return "", nil
}

func (e *Engine) load(ctx context.Context, path string, moves int) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > maxFile && !record.Bundled(path):
		return fmt.Errorf("larger than %d MB: put the game into a file of its own", maxFile>>20)
	}
	warn := func(fault error) { e.config.Log.Warn("loadsgf", "file", path, "fault", fault) }
	tree, err := firstOf(ctx, path, warn)
	if err != nil {
		return err
	}
	if err := record.CheckKomi(tree); err != nil {
		warn(err)
	}
	rules := e.rules // the game now may have the rules and the komi of another record
	rules.Komi = e.config.Rules.Komi
	g, err := record.ReadGame(tree, rules, moves)
	var broken *record.BreakError
	switch {
	case errors.As(err, &broken) && moves < 0:
		warn(broken)
	case err != nil:
		return err
	}
	if err := record.GiveKomi(g, tree, e.komi); err != nil {
		return err
	}
	if err := e.reset(g); err != nil {
		return err
	}
	e.left = [3]timeLeft{} // of the game before
	return nil
}

// firstOf is the first game of a file. What else is wrong with the file, and that it has others, goes to warn.
func firstOf(ctx context.Context, path string, warn func(error)) (first *sgf.Tree, err error) {
	several := false
	if record.Bundled(path) {
		first, several, err = record.First(ctx, path, maxFile, func(f record.Fault) { warn(f) })
	} else {
		var raw []byte
		if raw, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		trees, faults := sgf.Parse(path, raw)
		switch {
		case len(raw) == 0:
			return nil, errors.New("empty")
		case len(trees) == 0 && len(faults) > 0:
			return nil, faults[0]
		case len(trees) == 0:
			return nil, errors.New("no game in it")
		}
		for _, fault := range faults {
			warn(fault)
		}
		first, several = trees[0], len(trees) > 1
	}
	if several {
		warn(errors.New("has several games: this is the first"))
	}
	return first, err
}

// printSGF answers with the record, or writes it to a file.
func (e *Engine) printSGF(_ context.Context, args []string) (string, error) {
	if len(args) > 1 {
		return "", errSyntax
	}
	t := record.Transcript{Game: e.game}
	if len(args) == 0 {
		text, err := t.Tree().Append(nil)
		return string(text), err
	}
	if err := t.WriteFile(args[0]); err != nil {
		e.config.Log.Warn("printsgf", "file", args[0], "error", err)
		return "", failure("cannot save file")
	}
	return "", nil
}
