package gtp

import (
	"context"
	"errors"
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
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile && !record.Bundled(path) {
		return errLoad
	}
	tree, err := e.firstOf(ctx, path)
	if err != nil {
		return err
	}
	g, err := record.ReadGame(tree, e.game.Rules(), moves)
	var broken *record.BreakError
	switch {
	case errors.As(err, &broken) && moves < 0:
		e.config.Log.Warn("loadsgf", "file", path, "fault", broken)
	case err != nil:
		return err
	}
	if err := e.reset(g); err != nil {
		return err
	}
	e.left = [3]timeLeft{} // of the game before
	return nil
}

// firstOf is the first game of a file.
func (e *Engine) firstOf(ctx context.Context, path string) (*sgf.Tree, error) {
	warn := func(fault error) { e.config.Log.Warn("loadsgf", "file", path, "fault", fault) }
	if record.Bundled(path) {
		tree, _, err := record.First(ctx, path, maxFile, func(f record.Fault) { warn(f) })
		return tree, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	trees, faults := sgf.Parse(path, raw)
	if len(trees) == 0 {
		if len(faults) > 0 {
			return nil, faults[0]
		}
		return nil, errLoad
	}
	for _, fault := range faults {
		warn(fault)
	}
	return trees[0], nil
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
